import type { QuestionnaireItem, SearchItem } from '../api/types.js';
import { hrefOf } from '../app/router.js';
import { Badge, Progress } from '../ui/badges.js';
import { day, daysUntil, number } from '../ui/format.js';
import { Table, type Column } from '../ui/table.js';
import { When } from '../ui/when.js';
import { isFailure, toneOf } from './statuses.js';

type Item = QuestionnaireItem | SearchItem;

/** Matched questions shown below a questionnaire; the others are in it. */
const MOST_MATCHES = 3;

const COLUMNS: readonly Column<Item>[] = [
  {
    title: 'Questionnaire',
    heading: true,
    cell: (item) => (
      <span class="item-name">
        <a href={hrefOf(placeOf(item))}>{item.title}</a>
        <span class="muted small">{item.company_name || 'Company unknown'}</span>
      </span>
    ),
  },
  { title: 'Status', cell: (item) => <Badge tone={toneOf(item.status)}>{item.status_display_name}</Badge> },
  { title: 'Answered', cell: (item) => <Answered item={item} /> },
  { title: 'Deadline', named: true, cell: (item) => <Deadline item={item} /> },
  {
    title: 'Tags',
    minor: true,
    cell: ({ tags }) => (
      <span class="tags">
        {tags.slice(0, 2).map((tag) => (
          <span key={tag.id} class="tag" title={tag.description}>
            {tag.name}
          </span>
        ))}
        {tags.length > 2 && <span class="muted small">+{tags.length - 2}</span>}
      </span>
    ),
  },
  {
    title: 'Uploaded',
    numeric: true,
    minor: true,
    cell: ({ created_at: created }) => <When time={created} />,
  },
];

/** Where the work on it goes on: its answers, or what keeps them from being there. */
const placeOf = ({ id, should_poll: busy, status }: Item): string =>
  busy || isFailure(status) ? `/questionnaires/${id}` : `/questionnaires/${id}/review`;

export function QuestionnaireTable({ questionnaires }: { questionnaires: readonly Item[] }) {
  return (
    <Table
      caption="Questionnaires, newest first"
      columns={COLUMNS}
      rows={questionnaires}
      keyOf={({ id }) => id}
      below={(item) =>
        'matched_questions' in item && item.matched_questions.length > 0 ? <Matches item={item} /> : null
      }
    />
  );
}

function Answered({ item }: { item: Item }) {
  const { answered_questions: answered, total_questions: total } = item;
  if (total === 0) return <span class="muted">–</span>;
  return (
    <span class="answered">
      <Progress label={`Answered questions of ${item.title}`} done={answered} total={total} />
      <span class="small nowrap">
        {number(answered)} of {number(total)}
      </span>
    </span>
  );
}

function Deadline({ item: { deadline, status } }: { item: Item }) {
  if (deadline === null) return <span class="muted">–</span>;
  const left = daysUntil(deadline);
  const open = status !== 'COMPLETED';
  const note = deadlineNote(left);
  return (
    <span class="nowrap">
      {day(deadline)}
      {open && left <= 7 && <span class={`small ${left < 3 ? 'late' : 'soon'}`}> · {note}</span>}
    </span>
  );
}

function deadlineNote(left: number): string {
  if (left < 0) return `${-left} ${left === -1 ? 'day' : 'days'} late`;
  if (left === 0) return 'today';
  return left === 1 ? 'tomorrow' : `in ${left} days`;
}

function Matches({ item }: { item: SearchItem }) {
  const shown = item.matched_questions.slice(0, MOST_MATCHES);
  const more = item.matched_questions_total - shown.length;
  return (
    <ul class="matches small">
      {shown.map((match) => (
        <li key={match.id}>
          <a href={hrefOf(`/questionnaires/${item.id}/review?question=${match.id}`)}>
            <Highlighted text={match.text} ranges={match.highlights} />
          </a>
          {match.matched_in.includes('answer') && <span class="muted"> – in its answer</span>}
        </li>
      ))}
      {more > 0 && <li class="muted">and {number(more)} more</li>}
    </ul>
  );
}

function Highlighted({ text, ranges }: { text: string; ranges: readonly (readonly number[])[] }) {
  const parts = [];
  let done = 0;
  for (const [start = 0, end = 0] of ranges) {
    if (start < done) continue;
    parts.push(text.slice(done, start), <mark key={start}>{text.slice(start, end)}</mark>);
    done = end;
  }
  return (
    <>
      {parts}
      {text.slice(done)}
    </>
  );
}
