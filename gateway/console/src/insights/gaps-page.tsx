import { useLoad } from '../api/use-load.js';
import type { Conversation } from '../api/types.js';
import { useApp } from '../core/context.js';
import { useRefusal } from '../core/permission.js';
import { hrefOf } from '../core/router.js';
import { useQuery } from '../core/use-query.js';
import { Content } from '../ui/content.js';
import { number } from '../ui/format.js';
import { Choice } from '../ui/search-box.js';
import { Empty } from '../ui/states.js';
import { Table, type Column } from '../ui/table.js';
import { When } from '../ui/when.js';
import { rich } from '../words/rich.js';
import { t } from '../words/words.js';
import { channelOf, newEntryFor, whoOf } from './conversation-words.js';
import { DayChart } from './day-chart.js';
import { AskLink, ForReaders, InsightsFrame, periodName } from './insights-frame.js';

/** The most that the API names. */
const MOST_GAPS = 100;
/** In days. */
const PERIODS = ['7', '30', '90', '366'] as const;

export default function GapsPage() {
  return (
    <ForReaders title={t('insights:gaps')}>
      <Gaps />
    </ForReaders>
  );
}

/** What people asked that nothing answers: each is a library entry that is missing. */
function Gaps() {
  const { api } = useApp();
  const mayNotWrite = useRefusal('MEMBER', 'Knowledge: write');
  const [query, setQuery] = useQuery();
  const days = PERIODS.find((value) => value === query.get('days')) ?? '30';
  const summary = useLoad(
    (signal) => api.call.summarizeInsights({ query: { days: Number(days), gaps: MOST_GAPS }, signal }),
    [days],
  );
  const columns: readonly Column<Conversation>[] = [
    {
      title: t('insights:unansweredQuestion'),
      heading: true,
      cell: ({ question }) => <strong class="text">{question}</strong>,
    },
    { title: t('insights:askedBy'), cell: (one) => <span class="text">{whoOf(one)}</span> },
    {
      title: t('insights:channel'),
      minor: true,
      cell: (one) => <span class="nowrap">{channelOf(one)}</span>,
    },
    {
      title: t('insights:when'),
      numeric: true,
      cell: ({ answered_at: answered }) => <When time={answered} />,
    },
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
    <InsightsFrame title={t('insights:gaps')}>
      <div class="toolbar">
        <Choice
          label={t('insights:period')}
          value={days}
          options={PERIODS.map((value) => [value, periodName(value)] as const)}
          onChoose={(value) => setQuery({ days: value })}
        />
      </div>
      <Content of={summary} what={t('insights:theSummary')}>
        {(data) => {
          const asked = data.counts.reduce((sum, { conversations }) => sum + conversations, 0);
          if (asked === 0) {
            return (
              <Empty title={t('insights:nothingAsked')} icon="chart">
                <p>{rich(t('insights:nothingAskedHelp'), { ask: (words) => <AskLink>{words}</AskLink> })}</p>
              </Empty>
            );
          }
          return (
            <>
              <section class="card" aria-label={t('insights:howMuch')}>
                <dl class="figures">
                  <Figure title={t('insights:questions')} value={number(asked)} />
                  <Figure title={t('insights:unanswered')} value={number(data.unanswered_total)} />
                  <Figure
                    title={t('insights:answered')}
                    value={t('insights:share', { share: (asked - data.unanswered_total) / asked })}
                  />
                </dl>
                <DayChart summary={data} />
              </section>
              {data.unanswered.length > 0 ? (
                <>
                  <h2>
                    {t('insights:unansweredQuestions', { count: data.unanswered_total })}
                    {data.unanswered_total > data.unanswered.length &&
                      `, ${t('insights:newest', { count: data.unanswered.length })}`}
                  </h2>
                  <Table
                    caption={t('insights:gapTable')}
                    columns={columns}
                    rows={data.unanswered}
                    keyOf={({ id }) => id}
                  />
                </>
              ) : (
                <Empty title={t('insights:allAnswered')} icon="check">
                  <p>
                    {rich(t('insights:allAnsweredHelp'), {
                      link: (words) => <a href={hrefOf('/insights/conversations')}>{words}</a>,
                    })}
                  </p>
                </Empty>
              )}
            </>
          );
        }}
      </Content>
    </InsightsFrame>
  );
}

const Figure = ({ title, value }: { title: string; value: string }) => (
  <div>
    <dt>{title}</dt>
    <dd>{value}</dd>
  </div>
);
