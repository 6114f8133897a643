import { pageIn, pageParam, useQuery } from '../app/use-query.js';
import { Choice, SearchBox } from '../ui/search-box.js';
import type { ListQuery } from './list-query.js';
import { FILTERED_STATUSES, STATUS_NAMES } from './statuses.js';

const STATUSES = [
  ['', 'Every status'],
  ...FILTERED_STATUSES.map((status) => [status, STATUS_NAMES[status]] as const),
] as const;

/** What is looked for, as it stands in the address, and how to look for something else. */
export function useListQuery(): [ListQuery, (change: Partial<ListQuery>) => void] {
  const [query, setQuery] = useQuery();
  const current: ListQuery = {
    words: query.get('q') ?? '',
    status: FILTERED_STATUSES.find((status) => status === query.get('status')) ?? '',
    page: pageIn(query),
  };
  const change = ({ words, status, page = 0 }: Partial<ListQuery>): void =>
    setQuery({
      page: pageParam(page),
      ...(words === undefined ? {} : { q: words }),
      ...(status === undefined ? {} : { status }),
    });
  return [current, change];
}

interface Props {
  query: ListQuery;
  /** Back to the first page, when it names none. */
  onChange(change: Partial<ListQuery>): void;
}

export function ListFilters({ query, onChange }: Props) {
  return (
    <div class="toolbar" role="search">
      <SearchBox
        label="Search questionnaires"
        placeholder="Title, company, tag, question or answer"
        value={query.words}
        onSearch={(words) => onChange({ words })}
      />
      <Choice label="Status" value={query.status} options={STATUSES} onChoose={(status) => onChange({ status })} />
    </div>
  );
}
