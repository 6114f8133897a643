import { isAskingWord } from '../reading/question-kind.js';
import { contentOf, phrasesOf, sameVerb } from './claim-roles.js';
import { amountsOf } from './amounts.js';
import { LEAST_SUBJECT } from './answer-faults.js';
import type { Fit } from './question-fit.js';
import type { Frame } from './grammar.js';
import { framesOf } from './phrases.js';
import type { Support } from './support.js';
import { isSaid } from './wording.js';

/** "They are kept for ten years" names nothing by itself. */
const LEAST_OF_PRONOUN = 0.7;
const BACK = /^\W*(?:it|they|these|those)\b/i;

/**
 * Whether an answer without a verb ("within one day") leans on a question that asks for something else than the quotes tell: they
 * must name what is asked, and give the period with the verb of the question.
 */
export function leansElsewhere(
  body: string,
  { part, subject, words }: Fit,
  { tag, frames, question }: Support,
): boolean {
  if (!part) return false;
  const own = framesOf(body, tag);
  const pointsBack = BACK.test(body);
  if (!pointsBack && own.some((f) => f.verb !== '')) return false;
  // What is itself without a verb has its subject from its heading.
  if ((frames.some((f) => f.verb !== '') ? subject : words) < (pointsBack ? LEAST_OF_PRONOUN : LEAST_SUBJECT))
    return true;
  const keys = amountsOf(body).map((a) => a.key);
  const telling = frames.filter((f) => phrasesOf(f).some((p) => p.amounts.some((key) => keys.includes(key))));
  const asked = framesOf(question, tag).filter((f) => f.words.some((w) => !isAskingWord(part.kind, w.word)));
  if (telling.length === 0 || asked.length === 0) return false;
  const tells = (one: Frame): boolean =>
    telling.some((f) => f.words.length === 0 || sameVerb(one, f) || one.words.some((w) => isSaid(w, contentOf(f))));
  return !asked.some(tells);
}
