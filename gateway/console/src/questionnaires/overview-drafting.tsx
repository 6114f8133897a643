import type { Overview } from '../api/types.js';
import { number } from '../ui/format.js';
import { byReason } from './drafting-reasons.js';
import { t } from '../words/words.js';

type Usage = NonNullable<Overview['drafting']>;

/** What a model's drafts took; nothing where the local engine answered. */
export function Drafting({ overview: { drafting } }: { overview: Overview }) {
  if (!drafting) return null;
  const figures: readonly (readonly [string, string])[] = [
    [t('drafting:model'), drafting.model],
    [t('drafting:requests'), number(drafting.requests)],
    [t('drafting:promptTokens'), number(drafting.prompt_tokens)],
    [t('drafting:completionTokens'), number(drafting.completion_tokens)],
    [t('drafting:cost'), costWords(drafting)],
    [t('drafting:rejected'), number(rejectedOf(drafting))],
  ];
  return (
    <section class="card" aria-label={t('drafting:title')}>
      <h2>{t('drafting:title')}</h2>
      <p class="muted small">{t('drafting:about')}</p>
      <dl class="facts">
        {figures.map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd class="text">{value}</dd>
          </div>
        ))}
      </dl>
      {drafting.rejected_drafts.length > 0 && (
        <ul class="small">
          {byReason(drafting).map(([words, count]) => (
            <li key={words}>
              {words}: {number(count)}
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}

const costWords = ({ cost }: Usage): string =>
  cost === null ? t('drafting:noPrices') : `${cost.amount} ${cost.currency}`;

const rejectedOf = ({ rejected_drafts: drafts }: Usage): number => drafts.reduce((sum, { count }) => sum + count, 0);
