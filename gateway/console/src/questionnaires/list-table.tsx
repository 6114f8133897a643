import type { QuestionnaireItem, SearchItem } from '../api/types.js';
import { hrefOf } from '../core/router.js';
import { Badge, Progress } from '../ui/badges.js';
import { day, daysUntil, number } from '../ui/format.js';
import { Table, type Column } from '../ui/table.js';
import { When } from '../ui/when.js';
import { t } from '../words/words.js';
import { columnName } from './list-filters.js';
import { firstOrder, type ListQuery, type Sort } from './list-query.js';
import { isFailure, statusName, toneOf } from '../questionnaire-frame/statuses.js';

type Item = QuestionnaireItem | SearchItem;

/** Matched questions shown below a questionnaire; the others are in it. */
const MOST_MATCHES = 3;

function columns(sortable: (sort: Sort) => Column<Item>['sort']): readonly Column<Item>[] {
  return [
    {
      title: columnName('title'),
      heading: true,
      sort: sortable('title'),
      cell: (item) => (
        <span class="item-name">
          <a href={hrefOf(placeOf(item))}>{item.title}</a>
          <span class="muted small">{item.company_name || t('questionnaires:list.unknownCompany')}</span>
        </span>
      ),
    },
    {
      title: columnName('status'),
      sort: sortable('status'),
      cell: ({ status }) => <Badge tone={toneOf(status)}>{statusName(status)}</Badge>,
    },
    { title: columnName('answered'), sort: sortable('answered'), cell: (item) => <Answered item={item} /> },
    {
      title: columnName('deadline'),
      named: true,
      sort: sortable('deadline'),
      cell: (item) => <Deadline item={item} />,
    },
    { title: columnName('tags'), minor: true, sort: sortable('tags'), cell: ({ tags }) => <Tags tags={tags} /> },
    {
      title: columnName('created_at'),
      numeric: true,
      minor: true,
      sort: sortable('created_at'),
      cell: ({ created_at: created }) => <When time={created} />,
    },
  ];
}

const Tags = ({ tags }: Pick<Item, 'tags'>) => (
  <span class="tags">
    {tags.slice(0, 2).map((tag) => (
      <span key={tag.id} class="tag" title={tag.description}>
        {tag.name}
      </span>
    ))}
    {tags.length > 2 && <span class="muted small">+{number(tags.length - 2)}</span>}
  </span>
);

/** Where the work on it goes on: its answers, or what keeps them from being there. */
export const placeOf = ({ id, should_poll: busy, status }: Pick<Item, 'id' | 'should_poll' | 'status'>): string =>
  busy || isFailure(status) ? `/questionnaires/${id}` : `/questionnaires/${id}/review`;

interface Props {
  questionnaires: readonly Item[];
  query: ListQuery;
  onSort(change: Pick<ListQuery, 'sort' | 'order'>): void;
}

/** A page of the list; the titles of its columns sort it, and turn the order round. */
export function QuestionnaireTable({ questionnaires, query, onSort }: Props) {
  const sortable = (sort: Sort): Column<Item>['sort'] => {
    const isChosen = query.sort === sort;
    const turned = query.order === 'asc' ? 'desc' : 'asc';
    return {
      direction: isChosen ? (query.order === 'asc' ? 'ascending' : 'descending') : undefined,
      onSort: () => onSort({ sort, order: isChosen ? turned : firstOrder(sort) }),
    };
  };
  return (
    <Table
      caption={t('questionnaires:list.caption', { column: columnName(query.sort) })}
      columns={columns(sortable)}
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
      <Progress label={t('questionnaires:list.answeredOf', { title: item.title })} done={answered} total={total} />
      <span class="small nowrap">
        {t('questionnaires:list.share', { answered: number(answered), total: number(total) })}
      </span>
    </span>
  );
}

/** When it is due, and how near that is. */
export function Deadline({ item: { deadline, status } }: { item: Pick<Item, 'deadline' | 'status'> }) {
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
  if (left < 0) return t('questionnaires:list.late', { count: -left });
  if (left === 0) return t('questionnaires:list.today');
  return left === 1 ? t('questionnaires:list.tomorrow') : t('questionnaires:list.inDays', { count: left });
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
          {match.matched_in.includes('answer') && <span class="muted"> {t('questionnaires:list.inAnswer')}</span>}
        </li>
      ))}
      {more > 0 && <li class="muted">{t('questionnaires:list.more', { count: more })}</li>}
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
