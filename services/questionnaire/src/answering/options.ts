import { featuresOf, type Features } from './evidence.js';
import type { PartAnswer } from './assessment.js';
import { durationInDays, rangeOf } from './durations.js';
import { levelOf } from './term-levels.js';
import { termOf } from './question-terms.js';
import { fold } from './tokens.js';
import type { AnswerRequest } from './types.js';
import type { Written } from './writing.js';

const YES =
  /^(?:yes|y|true|compliant|fully compliant|implemented|fully implemented|in place|ja|oui|sí|si|sim|agree|met|fully|pass)$/;
const NO =
  /^(?:no|n|false|non-?compliant|not compliant|not implemented|not in place|nein|non|não|disagree|not met|fail)$/;
const PARTLY = /\b(?:partial|partially|partly|in part|some|teilweise|partiel)/;
const PLANNED = /\b(?:planned|in progress|roadmap|not yet|under way|underway|geplant)\b/;
/** Several options of one answer, as the answer cell holds them. */
const BETWEEN_OPTIONS = '; ';

/** Whether the answer cell wants yes or no. */
export function hasPolarOptions(request: AnswerRequest): boolean {
  if (request.answerType === 'boolean') return true;
  const options = request.options.map((o) => fold(o).trim());
  return options.some((o) => YES.test(o)) && options.some((o) => NO.test(o));
}

/**
 * Fits an answer to its cell; what was written goes to the comment. Nothing when none of the options, or no value of the
 * type wanted, is what the evidence says.
 */
export function fitOptions(
  written: Written,
  parts: readonly PartAnswer[],
  request: AnswerRequest,
): { answer: string; comment: string } | undefined {
  const explained = [written.answer, written.comment].filter(Boolean).join(' ');
  const fit = (answer: string | undefined): { answer: string; comment: string } | undefined =>
    answer === undefined ? undefined : { answer, comment: explained };
  const evidence = parts.flatMap((p) => p.evidence).map((f) => f.match.statement.text);
  if (hasPolarOptions(request)) return fit(polarOption(parts, written.comment !== '', request.options));
  if (request.options.length > 0) {
    const chosen = matchingOptions(request.options, evidence);
    if (request.answerType === 'multi_choice') return fit(chosen.length > 0 ? chosen.join(BETWEEN_OPTIONS) : undefined);
    return fit(chosen.length === 1 ? chosen[0] : undefined);
  }
  if (request.answerType === 'number') return fit(numberOf(evidence[0] ?? ''));
  if (request.answerType === 'date') return fit(dateOf(evidence[0] ?? ''));
  return { answer: written.answer, comment: written.comment };
}

function polarOption(
  parts: readonly PartAnswer[],
  incomplete: boolean,
  options: readonly string[],
): string | undefined {
  const main = parts[0]!;
  const yes = main.polarity !== 'no';
  if (options.length === 0) return yes ? 'Yes' : 'No';
  const find = (pattern: RegExp): string | undefined => options.find((o) => pattern.test(fold(o).trim()));
  const planned = main.evidence[0]?.match.statement.planned === true ? find(PLANNED) : undefined;
  const partly = main.disagree || (yes && incomplete) ? find(PARTLY) : undefined;
  return planned ?? partly ?? find(yes ? YES : NO);
}

/** Options that the evidence says; of nested ones ("AES", "AES-256") the fullest. */
function matchingOptions(options: readonly string[], evidence: readonly string[]): string[] {
  const first = evidence[0] ?? '';
  const duration = durationInDays(first);
  if (duration !== undefined) {
    const inRange = options.filter((o) => rangeOf(o)?.(duration) === true);
    if (inRange.length > 0) return inRange.slice(0, 1);
  }
  const features = featuresOf(evidence.join(' '));
  const said = options.filter((o) => isSaid(o, features));
  return said.filter((o) => !said.some((other) => other !== o && fold(other).includes(fold(o))));
}

function isSaid(option: string, features: Features): boolean {
  const term = termOf(option);
  return term !== undefined && levelOf(term, features) >= 0.9;
}

/** The first number that is no section, version or list mark. */
function numberOf(text: string): string | undefined {
  return /\d+(?:[.,]\d+)*/.exec(text.replace(/§\s?\d[\d.]*|\bv\d[\d.]*|^\d+[.)]\s/g, ' '))?.[0];
}

const MONTHS = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'];

/** The first full date of a text, as YYYY-MM-DD. */
function dateOf(text: string): string | undefined {
  const iso = /\b(?:19|20)\d\d-\d\d-\d\d\b/.exec(text);
  if (iso) return iso[0];
  const words = /\b(\d{1,2})\.? ([A-Za-z]{3})[a-z]* ((?:19|20)\d\d)\b/.exec(text) ?? undefined;
  const american = /\b([A-Za-z]{3})[a-z]* (\d{1,2}),? ((?:19|20)\d\d)\b/.exec(text) ?? undefined;
  const [day, month, year] = words
    ? [words[1]!, words[2]!, words[3]!]
    : american
      ? [american[2]!, american[1]!, american[3]!]
      : [];
  const number = MONTHS.indexOf((month ?? '').toLowerCase()) + 1;
  return number === 0 ? undefined : `${year!}-${String(number).padStart(2, '0')}-${day!.padStart(2, '0')}`;
}
