import { Pager } from '../ui/pager.js';
import { t } from '../words/words.js';

interface Props {
  passages: readonly { id: string; locator: string; text: string }[];
  total: number;
  page: number;
  size: number;
  onPage(page: number): void;
}

/** A page of what a document, or one of its versions, says. */
export function PassageList({ passages, total, page, size, onPage }: Props) {
  return (
    <section class="section" aria-label={t('knowledge:passages')}>
      <h2>{t('knowledge:passages', { count: total })}</h2>
      <ol class="passages" start={page * size + 1}>
        {passages.map((passage) => (
          <li key={passage.id} class="card">
            <h3>{passage.locator}</h3>
            <p class="text">{passage.text}</p>
          </li>
        ))}
      </ol>
      <Pager page={page} total={total} size={size} onPage={onPage} />
    </section>
  );
}
