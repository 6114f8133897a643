import type { Conversation, DocumentDownload } from '../api/types.js';
import { useLoad } from '../api/use-load.js';
import { useApp } from '../core/context.js';
import { useRefusal } from '../core/permission.js';
import { hrefOf } from '../core/router.js';
import { pageIn, pageParam, useQuery } from '../core/use-query.js';
import { newEntryFor, whoOf } from '../insights/conversation-words.js';
import { Content } from '../ui/content.js';
import { number } from '../ui/format.js';
import { Pager } from '../ui/pager.js';
import { Empty } from '../ui/states.js';
import { Table, type Column } from '../ui/table.js';
import { When } from '../ui/when.js';
import { t } from '../words/words.js';
import { AccessFigures } from './access-figures.js';
import { PortalFrame } from './portal-frame.js';

const PAGE_SIZE = 50;
/** Of how many days questions are shown. */
const DAYS = 90;

/** What visitors did on the portal: what was handed to whom, and what they asked that nothing answered. */
export default function ActivityPage() {
  const mayNotSeeQuestions = useRefusal('ADMIN', 'Insights: read');
  return (
    <PortalFrame title={t('portal:tab.activity')}>
      <AccessFigures />
      <Downloads />
      {mayNotSeeQuestions === undefined && <OpenQuestions />}
    </PortalFrame>
  );
}

function Downloads() {
  const { api } = useApp();
  const [query, setQuery] = useQuery();
  const page = pageIn(query);
  const list = useLoad(
    (signal) => api.call.listDocumentDownloads({ query: { limit: PAGE_SIZE, offset: page * PAGE_SIZE }, signal }),
    [page],
  );
  const columns: readonly Column<DocumentDownload>[] = [
    {
      title: t('portal:access.who'),
      heading: true,
      cell: ({ email }) => <strong class="text">{email || t('portal:activity.erased')}</strong>,
    },
    { title: t('portal:activity.document'), cell: ({ title }) => <span class="text">{title}</span> },
    { title: t('portal:document.version'), numeric: true, minor: true, cell: ({ version }) => number(version) },
    { title: t('portal:nda.from'), minor: true, cell: ({ address }) => <span class="text">{address}</span> },
    { title: t('portal:activity.when'), cell: ({ downloaded_at: time }) => <When time={time} /> },
  ];
  return (
    <section class="section" aria-label={t('portal:document.downloads')}>
      <h2>{t('portal:document.downloads')}</h2>
      <Content of={list} what={t('portal:what.downloads')}>
        {({ downloads }) =>
          downloads.length > 0 ? (
            <Table caption={t('portal:activity.caption')} columns={columns} rows={downloads} keyOf={({ id }) => id} />
          ) : (
            <Empty title={t('portal:activity.none')} icon="book">
              <p>{t('portal:activity.noneHelp')}</p>
            </Empty>
          )
        }
      </Content>
      <Pager
        page={page}
        total={list.data?.pagination.total ?? 0}
        size={PAGE_SIZE}
        onPage={(to) => setQuery({ page: pageParam(to) })}
      />
    </section>
  );
}

function OpenQuestions() {
  const { api } = useApp();
  const mayNotWrite = useRefusal('MEMBER', 'Knowledge: write');
  const [query, setQuery] = useQuery();
  const page = pageIn(query, 'questions');
  const summary = useLoad(
    (signal) => {
      const gaps = { gaps: PAGE_SIZE, gaps_offset: page * PAGE_SIZE, gaps_origin: 'trust_portal' } as const;
      return api.call.summarizeInsights({ query: { days: DAYS, ...gaps }, signal });
    },
    [page],
  );
  const columns: readonly Column<Conversation>[] = [
    {
      title: t('insights:unansweredQuestion'),
      heading: true,
      cell: ({ question }) => <strong class="text">{question}</strong>,
    },
    { title: t('insights:askedBy'), cell: (one) => <span class="text">{whoOf(one)}</span> },
    { title: t('insights:when'), cell: ({ answered_at: time }) => <When time={time} /> },
    {
      title: t('insights:actions'),
      cell: ({ question }) =>
        mayNotWrite === undefined ? (
          <a class="button secondary" href={hrefOf(newEntryFor(question))}>
            {t('insights:addAnswer')}
            <span class="hidden">: {question}</span>
          </a>
        ) : (
          <span class="muted small">{mayNotWrite}</span>
        ),
    },
  ];
  return (
    <section class="section" aria-label={t('portal:activity.questions')}>
      <h2>{t('portal:activity.questions')}</h2>
      <Content of={summary} what={t('portal:what.questions')}>
        {({ unanswered }) =>
          unanswered.length > 0 ? (
            <Table
              caption={t('portal:activity.questionTable')}
              columns={columns}
              rows={unanswered}
              keyOf={({ id }) => id}
            />
          ) : (
            <Empty title={t('portal:activity.noQuestions')} icon="check">
              <p>{t('portal:activity.noQuestionsHelp', { count: DAYS })}</p>
            </Empty>
          )
        }
      </Content>
      <Pager
        page={page}
        total={summary.data?.gaps_total ?? 0}
        size={PAGE_SIZE}
        onPage={(to) => setQuery({ questions: pageParam(to) })}
      />
    </section>
  );
}
