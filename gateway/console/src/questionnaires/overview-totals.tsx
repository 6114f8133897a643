import type { Overview } from '../api/types.js';
import { hrefOf } from '../app/router.js';
import { Badge, Progress } from '../ui/badges.js';
import { number } from '../ui/format.js';
import { Table, type Column } from '../ui/table.js';
import { STATUS_NAMES, toneOf } from './statuses.js';

/** Counts, and the way to the answers. */
export function Totals({ overview }: { overview: Overview }) {
  const { id, status, statistics } = overview;
  const figures: readonly (readonly [string, number])[] = [
    ['Questions', statistics.total_questions],
    ['Answered from evidence', statistics.ai_answered_questions],
    ['Answered by people', statistics.manual_answered_questions],
    ['Open', statistics.not_answered_questions],
    ['Approved', statistics.approved_questions],
  ];
  return (
    <section class="card" aria-label="Counts">
      <div class="card-head">
        <dl class="figures">
          {figures.map(([name, value]) => (
            <div key={name}>
              <dt>{name}</dt>
              <dd>{number(value)}</dd>
            </div>
          ))}
        </dl>
        {statistics.total_questions > 0 && (
          <a class="button primary" href={hrefOf(`/questionnaires/${id}/review`)}>
            {status === 'COMPLETED' ? 'See the answers' : 'Review the answers'}
          </a>
        )}
      </div>
      <Progress
        label="Approved questions"
        done={statistics.approved_questions}
        behind={statistics.answered_questions}
        total={statistics.total_questions}
      />
      <p class="muted small">
        {number(statistics.approval_percentage)} % approved, {number(statistics.completion_percentage)} % answered
      </p>
    </section>
  );
}

type Sheet = Overview['sheet_stats'][number];

/** Nothing when there is one sheet alone, without a name. */
export function Sheets({ overview }: { overview: Overview }) {
  const { sheet_stats: sheets } = overview;
  if (sheets.length < 2) return null;
  const columns: readonly Column<Sheet>[] = [
    {
      title: 'Sheet',
      heading: true,
      cell: ({ id, name }) => (
        <a href={hrefOf(`/questionnaires/${overview.id}/review?sheet=${id}`)}>{name || 'Without a name'}</a>
      ),
    },
    { title: 'Status', cell: ({ status }) => <Badge tone={toneOf(status)}>{STATUS_NAMES[status]}</Badge> },
    { title: 'Questions', numeric: true, named: true, cell: (sheet) => number(sheet.total_questions) },
    {
      title: 'Answered',
      cell: (sheet) => (
        <span class="answered">
          <Progress
            label={`Answered questions of ${sheet.name}`}
            done={sheet.answered_questions}
            total={sheet.total_questions}
          />
          <span class="small nowrap">{number(sheet.answered_questions)}</span>
        </span>
      ),
    },
  ];
  return (
    <section class="section">
      <h2>Sheets</h2>
      <Table caption="Sheets of the document" columns={columns} rows={sheets} keyOf={({ id }) => id} />
    </section>
  );
}
