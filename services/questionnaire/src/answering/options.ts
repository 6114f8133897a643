import type { PartAnswer } from './assessment.js';
import { fold } from './tokens.js';
import type { AnswerRequest } from './types.js';
import type { Written } from './writing.js';

const YES = /^(?:yes|y|true|compliant|implemented|fully implemented|in place|ja|oui|sí|si|agree|met)$/;
const NO = /^(?:no|n|false|non-?compliant|not implemented|not in place|nein|non|disagree|not met)$/;

/** Whether the answer cell wants yes or no. */
export function hasPolarOptions(request: AnswerRequest): boolean {
  if (request.answerType === 'boolean') return true;
  const options = request.options.map((o) => fold(o).trim());
  return options.some((o) => YES.test(o)) && options.some((o) => NO.test(o));
}

/** Fits an answer to the cell. Nothing when none of the options says what the evidence says. */
export function fitOptions(
  written: Written,
  parts: readonly PartAnswer[],
  request: AnswerRequest,
): { answer: string; comment: string } | undefined {
  const explained = [written.answer, written.comment].filter(Boolean).join(' ');
  if (hasPolarOptions(request)) {
    const yes = parts[0]!.polarity !== 'no';
    const option = request.options.find((o) => (yes ? YES : NO).test(fold(o).trim()));
    const answer = option ?? (request.options.length === 0 ? (yes ? 'Yes' : 'No') : undefined);
    return answer === undefined ? undefined : { answer, comment: explained };
  }
  return { answer: written.answer, comment: written.comment };
}
