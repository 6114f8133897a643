import type { AccountEntry } from '../api/types.js';
import { english } from '../words/english.js';
import { t } from '../words/words.js';

export type AccountClass = AccountEntry['class'];

export const CLASSES: readonly AccountClass[] = [
  'skipped',
  'question',
  'answer',
  'section',
  'header',
  'instruction',
  'options',
];

/** A class as people call it. */
export const className = (one: AccountClass): string => t(`questionnaires:class.${one}`);

type Reason = keyof (typeof english.questionnaires)['reason'];

const isKnown = (code: string): code is Reason => Object.hasOwn(english.questionnaires.reason, code);

/** Why something was taken as what it was; the words of a code that is not in the catalogue are its own. */
export function reasonWords(code: string): string {
  if (isKnown(code)) return t(`questionnaires:reason.${code}`);
  const words = code.replaceAll('_', ' ');
  return words.charAt(0).toUpperCase() + words.slice(1);
}
