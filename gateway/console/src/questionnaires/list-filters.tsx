import { useEffect, useState } from 'preact/hooks';
import { navigate, usePlace } from '../app/router.js';
import { Button } from '../ui/button.js';
import { number } from '../ui/format.js';
import { Icon } from '../ui/icon.js';
import { PAGE_SIZE, type ListQuery } from './list-query.js';
import { FILTERED_STATUSES, STATUS_NAMES } from './statuses.js';

/** Milliseconds without a key after which a search is sent. */
const TYPING_MS = 250;

/** What is looked for stands in the address, so that it can be gone back to and passed on. */
export function useListQuery(): [ListQuery, (query: ListQuery) => void] {
  const { path, query } = usePlace();
  const current: ListQuery = {
    words: query.get('q') ?? '',
    status: FILTERED_STATUSES.find((status) => status === query.get('status')) ?? '',
    page: Math.max(0, Math.floor(Number(query.get('page') ?? 1)) - 1 || 0),
  };
  const change = ({ words, status, page }: ListQuery): void => {
    const wanted = new URLSearchParams();
    if (words.trim() !== '') wanted.set('q', words.trim());
    if (status !== '') wanted.set('status', status);
    if (page > 0) wanted.set('page', String(page + 1));
    navigate(wanted.size > 0 ? `${path}?${wanted.toString()}` : path, { replace: true });
  };
  return [current, change];
}

interface Props {
  query: ListQuery;
  onChange(query: ListQuery): void;
}

export function ListFilters({ query, onChange }: Props) {
  const [typed, setTyped] = useState(query.words);
  useEffect(() => {
    if (typed.trim() === query.words) return undefined;
    const timer = setTimeout(() => onChange({ ...query, words: typed, page: 0 }), TYPING_MS);
    return () => clearTimeout(timer);
  }, [typed]);
  return (
    <div class="toolbar" role="search">
      <div class="search-box">
        <Icon name="search" />
        <input
          type="search"
          aria-label="Search questionnaires"
          placeholder="Title, company, tag, question or answer"
          value={typed}
          onInput={({ currentTarget }) => setTyped(currentTarget.value)}
        />
      </div>
      <select
        aria-label="Status"
        value={query.status}
        onChange={({ currentTarget }) => {
          const status = FILTERED_STATUSES.find((one) => one === currentTarget.value) ?? '';
          onChange({ ...query, words: typed, status, page: 0 });
        }}
      >
        <option value="">Every status</option>
        {FILTERED_STATUSES.map((status) => (
          <option key={status} value={status}>
            {STATUS_NAMES[status]}
          </option>
        ))}
      </select>
    </div>
  );
}

interface PagerProps {
  page: number;
  total: number;
  size?: number;
  onPage(page: number): void;
}

/** Nothing when all is on one page. */
export function Pager({ page, total, size = PAGE_SIZE, onPage }: PagerProps) {
  if (total <= size && page === 0) return null;
  const first = page * size + 1;
  const last = Math.min(total, first + size - 1);
  return (
    <nav class="pager" aria-label="Pages">
      <Button disabled={page === 0} onClick={() => onPage(page - 1)}>
        <Icon name="previous" />
        Newer
      </Button>
      <span class="muted">
        {number(first)}–{number(last)} of {number(total)}
      </span>
      <Button disabled={last >= total} onClick={() => onPage(page + 1)}>
        Older
        <Icon name="next" />
      </Button>
    </nav>
  );
}
