import type { Overview } from '../api/types.js';
import { number } from '../ui/format.js';
import { byReason } from './drafting-reasons.js';
import { t } from '../words/words.js';

type Usage = NonNullable<Overview['drafting']>;

/** What a model's drafts took; nothing where the local engine answered. */
export function Drafting({ overview: { drafting } }: { overview: Overview }) {
  if (!drafting) return null;
  const figures: readonly (readonly [string, string])[] = [
    [t('questionnaires:drafting.model'), drafting.model],
    [t('questionnaires:drafting.requests'), number(drafting.requests)],
    [t('questionnaires:drafting.promptTokens'), number(drafting.prompt_tokens)],
    [t('questionnaires:drafting.completionTokens'), number(drafting.completion_tokens)],
    [t('questionnaires:drafting.cost'), costWords(drafting)],
    [t('questionnaires:drafting.rejected'), number(rejectedOf(drafting))],
  ];
  return (
    <section class="card" aria-label={t('questionnaires:drafting.title')}>
      <h2>{t('questionnaires:drafting.title')}</h2>
      <p class="muted small">{t('questionnaires:drafting.about')}</p>
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
  cost === null ? t('questionnaires:drafting.noPrices') : `${cost.amount} ${cost.currency}`;

const rejectedOf = ({ rejected_drafts: drafts }: Usage): number => drafts.reduce((sum, { count }) => sum + count, 0);
