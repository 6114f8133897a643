import type { PartAnswer } from '../deciding/decide.js';
import { durationInDays, rangeOf } from '../deciding/durations.js';
import { frequencyInDays } from '../deciding/periods.js';
import { fold, isStopWord, tokenize } from '../finding/tokens.js';
import { openingPolarity } from '../reading/opening-words.js';
import type { AnswerRequest } from '../types.js';
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
  const fit = (answer: string | undefined): { answer: string; comment: string } | undefined =>
    answer === undefined ? undefined : { answer, comment: written.answer };
  const evidence = parts.flatMap((p) => p.evidence).map((r) => r.statement.text);
  const said = evidence.length > 0 ? evidence : [written.answer];
  if (hasPolarOptions(request)) return fit(polarOption(parts, written, request.options));
  if (request.options.length > 0) {
    const chosen = matchingOptions(request.options, said);
    if (request.answerType === 'multi_choice') return fit(chosen.length > 0 ? chosen.join(BETWEEN_OPTIONS) : undefined);
    return fit(chosen.length === 1 ? chosen[0] : undefined);
  }
  if (request.answerType === 'number') return fit(asksForNumber(parts) ? numberOf(said[0]!) : undefined);
  if (request.answerType === 'date') return fit(dateOf(said[0]!));
  return { answer: written.answer, comment: '' };
}

/** A cell for numbers also stands beside ratings and remarks: a number is given only where a quantity is asked. */
function asksForNumber(parts: readonly PartAnswer[]): boolean {
  return parts.length === 0 || parts.some(({ part }) => ['number', 'duration', 'frequency'].includes(part.kind));
}

function polarOption(parts: readonly PartAnswer[], written: Written, options: readonly string[]): string | undefined {
  const main = parts[0];
  const listed = parts.find((one) => one.listed !== undefined)?.listed;
  if (listed !== undefined) return optionOfList(parts, listed, options);
  const says = main?.polarity ?? openingPolarity(written.answer);
  if (says === undefined && main === undefined) return undefined;
  const yes = says !== 'no';
  if (options.length === 0) return yes ? 'Yes' : 'No';
  const find = (pattern: RegExp): string | undefined => options.find((o) => pattern.test(fold(o).trim()));
  const best = main?.evidence[0];
  const planned = best?.planned === true ? find(PLANNED) : undefined;
  const partly = main?.disagree === true || (yes && best?.partial === true) ? find(PARTLY) : undefined;
  return planned ?? partly ?? find(yes ? YES : NO);
}

/** Of things that were all asked for one no is a no; what is yes to some of them, and open to others, is no yes. */
function optionOfList(
  parts: readonly PartAnswer[],
  listed: 'each' | 'some',
  options: readonly string[],
): string | undefined {
  const isNo = parts.some(({ polarity }) => polarity === 'no');
  const partly = options.find((o) => PARTLY.test(fold(o)));
  if (partly !== undefined && parts.some(({ polarity }) => polarity === 'yes')) return partly;
  if (!isNo) return listed === 'each' ? (options.find((o) => YES.test(fold(o).trim())) ?? 'Yes') : undefined;
  return options.length === 0 ? 'No' : options.find((o) => NO.test(fold(o).trim()));
}

/** Options that the evidence says; of nested ones ("AES", "AES-256") the fullest. */
function matchingOptions(options: readonly string[], evidence: readonly string[]): string[] {
  const duration = durationInDays(evidence[0] ?? '');
  if (duration !== undefined) {
    const inRange = options.filter((o) => rangeOf(o)?.(duration) === true);
    if (inRange.length > 0) return inRange.slice(0, 1);
  }
  // "Every six months" is "semi-annually".
  const often = frequencyInDays(evidence[0] ?? '');
  if (often !== undefined) {
    const same = options.filter((o) => Math.abs((frequencyInDays(o) ?? Infinity) / often - 1) < 0.05);
    if (same.length > 0) return same.slice(0, 1);
  }
  const told = new Set(tokenize(evidence.join(' ')).map((t) => t.stem));
  const said = options.filter((o) => {
    const words = tokenize(o).filter((t) => !isStopWord(t.word));
    return words.length > 0 && words.every((t) => told.has(t.stem));
  });
  return said.filter((o) => !said.some((other) => other !== o && fold(other).includes(fold(o))));
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
