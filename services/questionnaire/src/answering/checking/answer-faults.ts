import { GUARDS } from '../deciding/guards.js';
import { rangeOf } from '../deciding/durations.js';
import { keeps, statedPeriod } from '../deciding/periods.js';
import type { AnswerRequest } from '../types.js';
import { amountsOf } from './amounts.js';
import { claimWords, countOf } from './claim-words.js';
import { claimFault } from './claims.js';
import type { Fault, Support } from './support.js';
import { clausesOf, denialsOf } from './clauses.js';
import type { Fit } from './question-fit.js';
import { wordsOf } from './wording.js';

/** From here the models are sure of it, whatever the words. */
const SURE_OF_QUESTION = 0.65;
/** Where an answer leaves its subject to the question, the statement itself must name so much of it. */
export const LEAST_SUBJECT = 0.5;
/** Here the judge alone decides between yes and no. */
const SURE = 0.8;
const UNSURE = 0.5;
const SURELY_NOT = 0.1;
/** Here the quotes speak of what is asked, and the words tell yes from no. */
const SPOKEN_OF = 0.6;

type Says = 'yes' | 'no';

export const unanswered = (why: string): Fault => ({
  fault: 'question_not_answered',
  detail: `What you quote answers another question than this one: ${why}.`,
});

/** A right fact to another question is no answer. */
export function unfitFault(answer: string, { part, words, subject, sibling, score, near }: Fit): Fault | undefined {
  if (sibling) return unanswered('it is about another member of the same family');
  if (
    part &&
    amountsOf(answer).length === 0 &&
    GUARDS.slot({
      part,
      statement: { text: answer, before: '', place: [], question: '', row: false, span: { start: 0, end: 0 } },
      now: 0,
    }) === 'drop'
  )
    return unanswered('the question asks how often, how long, when or how many');
  if (isBare(answer) && subject < LEAST_SUBJECT) return unanswered('name what your answer is about');
  // The judge is weak at whose period it is.
  if (part && PERIODS.has(part.kind) && words < LEAST_ASKED)
    return unanswered('it tells a period, but of something else');
  return near < 0 && score < SURE_OF_QUESTION
    ? unanswered('quote what is about its subject, or give NEEDS_INFO')
    : undefined;
}

/** Only a period: "every three months". */
function isBare(answer: string): boolean {
  const amounts = amountsOf(answer);
  return wordsOf(answer, amounts).length === 0 && amounts.every((a) => a.kind !== 'number');
}

const PERIODS = new Set<string>(['frequency', 'duration', 'date', 'moment', 'number']);
const LEAST_ASKED = 0.4;

const wrongWay = (says: Says): Fault => ({
  fault: 'polarity_not_in_evidence',
  detail: `The evidence does not answer the question with “${says}”.`,
});

/** Whether a yes or no goes with the sentence behind it and with what the judge reads. */
export function openingFault(says: Says, body: string, request: AnswerRequest, fit: Fit): Fault | undefined {
  const clauses = clausesOf(body);
  const planned = clauses.some((c) => c.planned);
  if (says === 'yes' && planned)
    return { fault: 'planned_as_present', detail: 'The evidence tells of a plan: it is no “yes”.' };
  // "Is it restricted?" is answered with yes by what denies.
  const either = countOf(claimWords().restrains, request.text) > 0 && clauses[0]?.denied === true;
  const turned = !either && (clauses[0]?.denied ?? false) !== (denialsOf(request.text) % 2 === 1);
  if (says === 'yes')
    return (turned && fit.yes < SURE) || (fit.words < SPOKEN_OF && fit.yes < SURELY_NOT && fit.body < SURELY_NOT)
      ? wrongWay(says)
      : undefined;
  return !turned && !either && !planned && fit.yes > UNSURE ? wrongWay(says) : undefined;
}

/** "Do you …?" as the statement that a bare "Yes" makes. */
function asStatement(question: string): string {
  return question
    .replace(/^\W*(?:please )?(?:confirm (?:that|whether) )?(?:do|does|did|is|are|have|has|can|will) (?:there )?/i, '')
    .replace(/[?]\s*$/, '');
}

/** A yes or no without a word behind it says the whole question. */
export function wholeQuestionFault(says: Says, request: AnswerRequest, support: Support, fit: Fit): Fault | undefined {
  const statement = asStatement(request.text);
  const stated = statedPeriod(request.text);
  const told = support.statements.map((s) => s.text);
  // A question without its auxiliary is no sentence: its words are compared, not who does what.
  const asWords = { ...support, asked: [], frames: [] };
  if (says === 'yes') {
    if (fit.yes < UNSURE) return wrongWay(says);
    if (stated && told.some((text) => keeps(stated, text) === false)) return wrongWay(says);
    if (stated && told.some((text) => keeps(stated, text) === true)) return claimFault(without(statement), asWords);
    return claimFault(statement, asWords);
  }
  const missed = stated !== undefined && told.some((text) => keeps(stated, text) === false);
  const denied = told.some((text) => clausesOf(text).some((c) => c.denied || c.planned));
  return missed || (denied && fit.yes < UNSURE) || fit.yes < 1 - SURE ? undefined : wrongWay(says);
}

/** Without the period, which was compared. */
function without(statement: string): string {
  let plain = statement;
  for (const { start, end } of amountsOf(statement))
    plain = plain.slice(0, start) + ' '.repeat(end - start) + plain.slice(end);
  return plain.replace(/\b(?:at least|at most|within|no later than|for)\s+(?=\s|$)/gi, ' ');
}

/** Whether the quotes say what a chosen option says. */
export function optionFault(answer: string, request: AnswerRequest, support: Support): Fault | undefined {
  for (const option of request.answerType === 'multi_choice' ? answer.split('; ') : [answer]) {
    if (/^\W*(?:yes|no)\b/i.test(option)) continue;
    const holds = rangeOf(option);
    const spans = support.clauses.flatMap((c) => c.amounts).filter((a) => a.kind === 'span' || a.kind === 'every');
    if (holds && spans.length > 0) {
      if (spans.some((a) => holds(daysOf(a.key)))) continue;
      return { fault: 'number_not_in_evidence', detail: `The quotes tell no period that “${option}” holds.` };
    }
    const fault = claimFault(option, support);
    if (fault) return fault;
  }
  return undefined;
}

function daysOf(key: string): number {
  const [, value = '0', unit] = key.split(' ');
  return Number(value) * (unit === 'months' ? (Number(value) >= 12 ? 365 / 12 : 30) : 1);
}
