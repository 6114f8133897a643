import { useLoad } from '../api/use-load.js';
import { useApp } from '../core/context.js';
import { hrefOf } from '../core/router.js';
import { Deadline, placeOf } from '../questionnaires/list-table.js';
import { statusName, toneOf } from '../questionnaire-frame/statuses.js';
import { Badge } from '../ui/badges.js';
import { Content } from '../ui/content.js';
import { number } from '../ui/format.js';
import { PageFrame } from '../ui/page.js';
import { Empty } from '../ui/states.js';
import { Table, type Column } from '../ui/table.js';
import { t } from '../words/words.js';
import { WaitingForMe } from '../asked/waiting.js';
import { FirstSteps } from './first-steps.js';
import { loadWork, type QuestionnaireWork, type Work } from './work.js';

type Waiting = QuestionnaireWork['questionnaires'][number];

/** Where a person begins: the first steps, afterwards what waits. */
export default function HomePage() {
  const { api, session, may } = useApp();
  const work = useLoad((signal) => loadWork(api, session, signal), [session.organization_id]);
  return (
    <PageFrame title={t('home:title')}>
      <Content of={work} what={t('home:loading')}>
        {(data) => (
          <>
            <FirstSteps work={data} organizationId={session.organization_id} />
            <Figures work={data} />
            {data.questionnaires && <WaitingForMe work={data.questionnaires} />}
            {data.questionnaires && data.questionnaires.uploaded && <WaitingList work={data.questionnaires} />}
            {may('ADMIN', 'Questionnaires: read') && data.questionnaires?.uploaded && (
              <p>
                <a href={hrefOf('/load')}>{t('asked:load.link')}</a>
              </p>
            )}
          </>
        )}
      </Content>
    </PageFrame>
  );
}

/** How much waits; each number leads to the list that shows it. */
function Figures({ work: { questionnaires, knowledge, portal } }: { work: Work }) {
  const figures: (readonly [name: string, value: number, path: string])[] = [];
  if (questionnaires?.uploaded) {
    const { overdue, dueSoon, open_questions: open, assigned_questions: assigned, mine } = questionnaires;
    figures.push(
      [t('home:figure.overdue'), overdue, '/questionnaires?due=overdue&sort=deadline'],
      [t('home:figure.dueSoon'), dueSoon, '/questionnaires?due=week&sort=deadline'],
      [t('home:figure.open'), open, '#waiting'],
    );
    if (mine !== '') figures.push([t('home:figure.assigned'), assigned, '#waiting']);
  }
  if (knowledge?.any) figures.push([t('home:figure.expiring'), knowledge.expiring, '/knowledge?expires=soon']);
  if (portal && portal.scheduled > 0)
    figures.push([t('home:figure.updates'), portal.scheduled, '/trust-portal/updates?mails=scheduled']);
  if (figures.length === 0) return null;
  return (
    <section class="card" aria-label={t('home:waiting')}>
      <dl class="figures">
        {figures.map(([name, value, path]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>
              <a href={path.startsWith('#') ? path : hrefOf(path)} aria-label={`${name}: ${number(value)}`}>
                {number(value)}
              </a>
            </dd>
          </div>
        ))}
      </dl>
    </section>
  );
}

/** What is not completed, by its deadline: overdue first. */
function WaitingList({ work }: { work: QuestionnaireWork }) {
  const { questionnaires, questionnaires_total: total, mine } = work;
  const columns: readonly Column<Waiting>[] = [
    {
      title: t('questionnaires:list.questionnaire'),
      heading: true,
      cell: (item) => (
        <span class="item-name">
          <a href={hrefOf(placeOf(item))}>{item.title}</a>
          <span class="muted small">{item.company_name}</span>
        </span>
      ),
    },
    {
      title: t('questionnaires:list.status'),
      cell: ({ status }) => <Badge tone={toneOf(status)}>{statusName(status)}</Badge>,
    },
    { title: t('questionnaires:list.deadline'), named: true, cell: (item) => <Deadline item={item} /> },
    {
      title: t('home:figure.open'),
      numeric: true,
      named: true,
      cell: ({ id, open_questions: open }) => <Count value={open} path={`/questionnaires/${id}/review?show=open`} />,
    },
    ...(mine === ''
      ? []
      : [
          {
            title: t('home:figure.assigned'),
            numeric: true,
            named: true,
            cell: ({ id, assigned_questions: assigned }: Waiting) => (
              <Count value={assigned} path={`/questionnaires/${id}/review?assignee=${mine}`} />
            ),
          },
        ]),
  ];
  return (
    <section class="section" id="waiting">
      <h2>{t('home:list.title')}</h2>
      {questionnaires.length === 0 ? (
        <Empty title={t('home:list.none')} icon="check">
          <p>{t('home:list.noneHelp')}</p>
        </Empty>
      ) : (
        <Table caption={t('home:list.caption')} columns={columns} rows={questionnaires} keyOf={({ id }) => id} />
      )}
      {total > questionnaires.length && (
        <p>
          <a href={hrefOf('/questionnaires?open=yes&sort=deadline')}>{t('home:list.all', { count: total })}</a>
        </p>
      )}
    </section>
  );
}

const Count = ({ value, path }: { value: number; path: string }) =>
  value === 0 ? <span class="muted">0</span> : <a href={hrefOf(path)}>{number(value)}</a>;
