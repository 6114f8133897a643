import { claimWords } from './claim-words.js';
import type { Phrase } from './grammar.js';

export interface Known {
  /** Names that the evidence uses of the company itself. */
  own: ReadonlySet<string>;
}

/** Who belongs to a company, unless somebody else is named as the one whom they belong to. */
const ROLE =
  /^(?:team|teams|staff|employees?|personnel|departments?|officers?|desk|managers?|directors?|leads?|leaders?|heads?|committee|board|administrators?|engineers?|developers?|security|operations|company|ciso|cto|ceo|dpo|counsel|group|owners?|management|it|organi[sz]ation|function|analysts?|executives?|specialists?|operators?)$/;

/** Whether a phrase speaks of the company that answers, or of its people: whoever is not known to is somebody else. */
export function isOwn({ words, last, whose }: Phrase, { own }: Known): boolean {
  if (/^(?:we|us)$/.test(last) || whose === 'our') return true;
  if (whose === 'their' || whose === 'your') return false;
  if (words.some((w) => own.has(w.word))) return true;
  const foreign = claimWords().parties.some(
    ([party, p]) => party !== 'we' && words.some((w) => new RegExp(p.source, 'iu').test(w.word)),
  );
  return !foreign && ROLE.test(last) && !words.some((w) => w.name && w.word !== last);
}
