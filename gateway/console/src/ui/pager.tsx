import { Button } from './button.js';
import { number } from './format.js';
import { Icon } from './icon.js';
import { t } from '../words/words.js';

interface Props {
  /** From 0. */
  page: number;
  /** Rows on all pages together. */
  total: number;
  /** Rows of one page. */
  size: number;
  /** Where its buttons lead; default: through a list whose newest stands first. */
  words?: readonly [back: string, on: string];
  onPage(page: number): void;
}

/** Leads through a list; nothing when all is on one page. */
export function Pager({ page, total, size, words = [t('ui:newer'), t('ui:older')], onPage }: Props) {
  if (total <= size && page === 0) return null;
  const first = page * size + 1;
  const last = Math.min(total, first + size - 1);
  return (
    <nav class="pager" aria-label={t('ui:pages')}>
      <Button disabled={page === 0} onClick={() => onPage(page - 1)}>
        <Icon name="previous" />
        {words[0]}
      </Button>
      <span class="muted">{t('ui:range', { first: number(first), last: number(last), total: number(total) })}</span>
      <Button disabled={last >= total} onClick={() => onPage(page + 1)}>
        {words[1]}
        <Icon name="next" />
      </Button>
    </nav>
  );
}
