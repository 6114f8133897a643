import { useLoad } from '../api/use-load.js';
import type { Conversation } from '../api/types.js';
import { useApp } from '../app/context.js';
import { useRefusal } from '../app/permission.js';
import { hrefOf } from '../app/router.js';
import { useQuery } from '../app/use-query.js';
import { Content } from '../ui/content.js';
import { count, number } from '../ui/format.js';
import { Choice } from '../ui/search-box.js';
import { Empty } from '../ui/states.js';
import { Table, type Column } from '../ui/table.js';
import { When } from '../ui/when.js';
import { CHANNELS, newEntryFor, whoOf } from './conversation-words.js';
import { DayChart } from './day-chart.js';
import { ForReaders, InsightsFrame } from './insights-frame.js';

/** The most that the API names. */
const MOST_GAPS = 100;
const PERIODS = [
  ['7', 'Last 7 days'],
  ['30', 'Last 30 days'],
  ['90', 'Last 90 days'],
  ['366', 'Last year'],
] as const;

export default function GapsPage() {
  return (
    <ForReaders title="Gaps">
      <Gaps />
    </ForReaders>
  );
}

/** What people asked that nothing answers: each is a library entry that is missing. */
function Gaps() {
  const { api } = useApp();
  const mayNotWrite = useRefusal('MEMBER', 'Knowledge: write');
  const [query, setQuery] = useQuery();
  const days = PERIODS.find(([value]) => value === query.get('days'))?.[0] ?? '30';
  const summary = useLoad(
    (signal) => api.call.summarizeInsights({ query: { days: Number(days), gaps: MOST_GAPS }, signal }),
    [days],
  );
  const columns: readonly Column<Conversation>[] = [
    {
      title: 'Question without an answer',
      heading: true,
      cell: ({ question }) => <strong class="text">{question}</strong>,
    },
    { title: 'Who', cell: (one) => <span class="text">{whoOf(one)}</span> },
    { title: 'Channel', minor: true, cell: ({ origin }) => <span class="nowrap">{CHANNELS[origin]}</span> },
    {
      title: 'When',
      numeric: true,
      cell: ({ answered_at: answered }) => <When time={answered} />,
    },
    {
      title: 'What to do',
      cell: ({ question }) =>
        mayNotWrite === undefined ? (
          <a class="button secondary" href={hrefOf(newEntryFor(question))}>
            Answer it<span class="hidden">: {question}</span>
          </a>
        ) : (
          <span class="muted small">{mayNotWrite}</span>
        ),
    },
  ];
  return (
    <InsightsFrame title="Insights">
      <div class="toolbar">
        <Choice label="Period" value={days} options={PERIODS} onChoose={(value) => setQuery({ days: value })} />
      </div>
      <Content of={summary} what="the summary">
        {(data) => {
          const asked = data.counts.reduce((sum, { conversations }) => sum + conversations, 0);
          if (asked === 0) {
            return (
              <Empty title="Nobody asked anything in this time" icon="chart">
                <p>
                  Questions come from the <a href="/ask">page for questions</a>, from Slack and from the browser
                  extension. Those that nothing answers are listed here, to be answered once for all.
                </p>
              </Empty>
            );
          }
          return (
            <>
              <section class="card" aria-label="How much was asked">
                <dl class="figures">
                  <Figure title="Questions" value={number(asked)} />
                  <Figure title="Without an answer" value={number(data.unanswered_total)} />
                  <Figure title="Answered" value={`${Math.round(((asked - data.unanswered_total) / asked) * 100)} %`} />
                </dl>
                <DayChart summary={data} />
              </section>
              {data.unanswered.length > 0 ? (
                <>
                  <h2>
                    {count(data.unanswered_total, 'question')} without an answer
                    {data.unanswered_total > data.unanswered.length && `, the newest ${number(data.unanswered.length)}`}
                  </h2>
                  <Table
                    caption="Questions without an answer, newest first"
                    columns={columns}
                    rows={data.unanswered}
                    keyOf={({ id }) => id}
                  />
                </>
              ) : (
                <Empty title="Everything was answered" icon="check">
                  <p>
                    No question of this time is open.{' '}
                    <a href={hrefOf('/insights/conversations')}>Read what was asked and answered</a>
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
