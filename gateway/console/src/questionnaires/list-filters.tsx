import { useApp } from '../core/context.js';
import { useDirectory } from '../core/directory.js';
import { pageIn, pageParam, useQuery } from '../core/use-query.js';
import { Check } from '../ui/choices.js';
import { Choice, SearchBox } from '../ui/search-box.js';
import { t } from '../words/words.js';
import { DUE, firstOrder, SORTS, type ListQuery } from './list-query.js';
import { FILTERED_STATUSES, statusName } from '../questionnaire-frame/statuses.js';

/** What is looked for, as it stands in the address, and how to look for something else. */
export function useListQuery(): [ListQuery, (change: Partial<ListQuery>) => void] {
  const [query, setQuery] = useQuery();
  const sort = SORTS.find((one) => one === query.get('sort')) ?? 'created_at';
  const order = (['asc', 'desc'] as const).find((one) => one === query.get('order')) ?? firstOrder(sort);
  const current: ListQuery = {
    words: query.get('q') ?? '',
    status: FILTERED_STATUSES.find((status) => status === query.get('status')) ?? '',
    assignee: query.get('assignee') ?? '',
    due: DUE.find((due) => due === query.get('due')) ?? '',
    open: query.get('open') === 'yes',
    sort,
    order,
    page: pageIn(query),
  };
  const change = ({ words, open, page = 0, ...chosen }: Partial<ListQuery>): void =>
    setQuery({
      ...chosen,
      page: pageParam(page),
      ...(words === undefined ? {} : { q: words }),
      ...(open === undefined ? {} : { open: open ? 'yes' : undefined }),
    });
  return [current, change];
}

interface Props {
  query: ListQuery;
  /** Back to the first page, when it names none. */
  onChange(change: Partial<ListQuery>): void;
}

const statuses = () =>
  [
    ['', t('questionnaires:filter.everyStatus')],
    ...FILTERED_STATUSES.map((status) => [status, statusName(status)] as const),
  ] as const;

const dues = () =>
  [
    ['', t('questionnaires:filter.anyDeadline')],
    ['overdue', t('questionnaires:filter.overdue')],
    ['week', t('questionnaires:filter.week')],
    ['none', t('questionnaires:filter.noDeadline')],
  ] as const;

export function ListFilters({ query, onChange }: Props) {
  return (
    <div class="toolbar" role="search">
      <SearchBox
        label={t('questionnaires:filter.search')}
        placeholder={t('questionnaires:filter.searchIn')}
        value={query.words}
        onSearch={(words) => onChange({ words })}
      />
      <Choice
        label={t('questionnaires:list.status')}
        value={query.status}
        options={statuses()}
        onChoose={(status) => onChange({ status })}
      />
      <Choice
        label={t('questionnaires:list.deadline')}
        value={query.due}
        options={dues()}
        onChoose={(due) => onChange({ due })}
      />
      <AssigneeFilter query={query} onChange={onChange} />
      <span class="sort-choice">
        <Choice
          label={t('questionnaires:filter.sort')}
          value={query.sort}
          options={SORTS.map((sort) => [sort, t('questionnaires:filter.by', { column: columnName(sort) })] as const)}
          onChoose={(sort) => onChange({ sort, order: firstOrder(sort) })}
        />
      </span>
      <Check checked={query.open} onChange={(open) => onChange({ open })}>
        {t('questionnaires:filter.open')}
      </Check>
    </div>
  );
}

function AssigneeFilter({ query, onChange }: Props) {
  const { session } = useApp();
  const { users, groups } = useDirectory();
  const me = session.user_id;
  const mine = me === null ? [] : [me, ...groups.filter((group) => group.member_ids.includes(me)).map(({ id }) => id)];
  const options = [
    ['', t('questionnaires:filter.anybody')] as const,
    ...(mine.length > 0 ? [[mine.join(','), t('questionnaires:filter.mine')] as const] : []),
    ...[...users, ...groups].map(({ id, name }) => [id, name] as const),
  ];
  if (options.length === 1 && query.assignee === '') return null;
  const isListed = options.some(([value]) => value === query.assignee);
  return (
    <Choice
      label={t('questionnaires:details.assigned')}
      value={query.assignee}
      options={isListed ? options : [...options, [query.assignee, t('questionnaires:filter.others')] as const]}
      onChoose={(assignee) => onChange({ assignee })}
    />
  );
}

/** What a column of the list is called. */
export function columnName(sort: (typeof SORTS)[number]): string {
  switch (sort) {
    case 'created_at':
      return t('questionnaires:list.uploaded');
    case 'title':
      return t('questionnaires:list.questionnaire');
    case 'status':
      return t('questionnaires:list.status');
    case 'answered':
      return t('questionnaires:list.answered');
    case 'deadline':
      return t('questionnaires:list.deadline');
    case 'tags':
      return t('questionnaires:list.tags');
  }
}
