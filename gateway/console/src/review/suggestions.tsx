import type { Ref } from 'preact';
import { useApp } from '../core/context.js';
import { Badge } from '../ui/badges.js';
import { Button } from '../ui/button.js';
import { SearchBox } from '../ui/search-box.js';
import { t } from '../words/words.js';
import { textOf, type Offered } from './offered.js';
import { sourceName } from './sources.js';
import type { SuggestionList } from './use-suggestions.js';

interface Props {
  list: SuggestionList;
  /** The digit alone would choose an option, or become text. */
  withAlt: boolean;
  /** In which the search field is. */
  box: Ref<HTMLElement>;
}

/** What is near the question, and a search in the library: to be taken over by a click or a key. */
export function Suggestions({ list, withAlt, box }: Props) {
  const { may } = useApp();
  const { offered, words, loading, error } = list;
  return (
    <section ref={box} class="suggestions" aria-label={t('panel:suggestions.title')}>
      <h3>{t('panel:suggestions.title')}</h3>
      {may('VIEWER', 'Knowledge: read') && (
        <SearchBox
          label={t('panel:suggestions.search')}
          placeholder={t('panel:suggestions.search')}
          value={words}
          onSearch={(typed) => list.search(typed.trim())}
        />
      )}
      {error !== undefined && <p class="field-error">{error}</p>}
      {error === undefined && offered.length === 0 && (
        <p class="muted small" role="status">
          {t(
            loading
              ? 'panel:suggestions.loading'
              : words === ''
                ? 'panel:suggestions.none'
                : 'panel:suggestions.notFound',
          )}
        </p>
      )}
      <ol>
        {offered.map((one, index) => (
          <Suggested
            key={`${one.source_id} ${textOf(one)}`}
            one={one}
            keys={withAlt ? `Alt+${index + 1}` : String(index + 1)}
            busy={list.taking === index}
            onTake={() => list.take(index)}
          />
        ))}
      </ol>
    </section>
  );
}

interface SuggestedProps {
  one: Offered;
  keys: string;
  busy: boolean;
  onTake(): void;
}

function Suggested({ one, keys, busy, onTake }: SuggestedProps) {
  const { title, locator, source_type: type, expired, answer, comment } = one;
  return (
    <li class={expired ? 'expired' : ''}>
      <p class="small muted text suggestion-source">
        <strong>{title}</strong> · {[sourceName(type), locator].filter(Boolean).join(' · ')}
      </p>
      <p class="text">{textOf(one)}</p>
      <p class="suggestion-foot">
        {expired && <Badge tone="bad">{t('panel:suggestions.expired')}</Badge>}
        {answer !== null && comment !== null && <Badge tone="neutral">{answer}</Badge>}
        <Button kind="quiet" busy={busy} disabled={expired} title={keys} onClick={onTake}>
          {t('panel:suggestions.insert')}
          <kbd aria-hidden="true">{keys}</kbd>
        </Button>
      </p>
    </li>
  );
}
