import { amountsOf, type Amount } from '../checking/amounts.js';
import { claimWords, countOf } from '../checking/claim-words.js';
import { denialsOf } from '../checking/clauses.js';
import { isSaid, wordsOf, type Word } from '../checking/wording.js';
import { fold, normalizedKey } from '../finding/tokens.js';
import { kindOf } from '../reading/question-kind.js';
import { openingPolarity } from '../reading/opening-words.js';
import type { Reader, Verdicts } from '../reading/reader.js';

/** Two answers to one question: what would be answered, and what was sent. */
export interface AnswerPair {
  id: string;
  question: string;
  options: string[];
  ours: { answer: string; comment: string };
  sent: { answer: string; comment: string };
}

/** Whether they say the same, and in what. */
export interface PairVerdict {
  id: string;
  verdict: 'agreed' | 'contradicted' | 'unclear';
  reason: 'words' | 'option' | 'polarity' | 'number' | 'period' | 'name' | 'judge' | 'unclear';
}

type Outcome = Omit<PairVerdict, 'id'>;
type Says = 'yes' | 'no' | undefined;

/** The judge must be as sure as this of what an answer does for its question; as in `consistency.ts`. */
const SURE = 0.6;
const BETWEEN_OPTIONS = ';';
/** Kinds of questions whose answer is a name. */
const NAMED = new Set(['person', 'place', 'name']);
/** Kinds of questions whose answer is an amount. */
const COUNTED: Partial<Record<string, readonly Amount['kind'][]>> = {
  frequency: ['every'],
  duration: ['span'],
  number: ['number', 'share'],
};

const UNCLEAR: Outcome = { verdict: 'unclear', reason: 'unclear' };

/**
 * Compares two answers: by their options, then their yes and no, numbers and periods, names and words, and where these do not
 * tell, by the yes or no that the judge takes each for. A model is only loaded where they do not. Where one limits or denies
 * something beside what both say, nobody can tell: that they agree would be a guess.
 */
export async function comparePair(pair: AnswerPair, startReader: () => Promise<Reader>): Promise<PairVerdict> {
  const plain = compareFacts(pair);
  return { id: pair.id, ...(plain ?? (await judged(pair, await startReader()))) };
}

/** What the texts tell without the judge; undefined: nothing for sure. */
export function compareFacts(pair: AnswerPair): Outcome | undefined {
  const [mine, theirs] = [factsOf(textOf(pair.ours)), factsOf(textOf(pair.sent))];
  const outcome = toldBy(pair, mine, theirs);
  if (outcome?.verdict !== 'agreed' || outcome.reason === 'option' || mine.key === theirs.key) return outcome;
  return differsBeside(mine, theirs) ? UNCLEAR : outcome;
}

function toldBy({ question, options, ours, sent }: AnswerPair, mine: Facts, theirs: Facts): Outcome | undefined {
  const chosen = sameOptions(options, ours.answer, sent.answer);
  if (chosen === false) return { verdict: 'contradicted', reason: 'option' };
  const isSame = normalizedKey(ours.answer) === normalizedKey(sent.answer);
  const opposed = mine.says !== undefined && theirs.says !== undefined && mine.says !== theirs.says;
  if (opposed) return { verdict: 'contradicted', reason: 'polarity' };
  const amounts = otherAmount(mine.amounts, theirs.amounts);
  if (amounts) return { verdict: 'contradicted', reason: amounts };
  if (chosen) return { verdict: 'agreed', reason: 'option' };
  if (isSame) return { verdict: 'agreed', reason: 'words' };
  const wanted = kindOf(question);
  if (NAMED.has(wanted)) {
    const named = byNames(question, mine.words, theirs.words);
    if (named !== undefined) return named;
  }
  if (mine.says !== undefined && theirs.says !== undefined) return { verdict: 'agreed', reason: 'polarity' };
  const kinds = COUNTED[wanted];
  if (kinds && hasSame(mine.amounts, theirs.amounts, kinds))
    return { verdict: 'agreed', reason: wanted === 'number' ? 'number' : 'period' };
  return byWords(mine, theirs);
}

interface Facts {
  /** Its words in their order. */
  key: string;
  says: Says;
  denied: boolean;
  /** Conditions and exceptions ("only", "except for"). */
  conditions: number;
  amounts: Amount[];
  words: Word[];
}

const textOf = ({ answer, comment }: AnswerPair['ours']): string =>
  comment.trim() === '' ? answer : `${answer.replace(/(?<![.\s])[.\s]+$/u, '')}. ${comment}`;

function factsOf(text: string): Facts {
  const amounts = amountsOf(text);
  return {
    key: normalizedKey(text),
    says: openingPolarity(text),
    denied: denialsOf(text) % 2 === 1,
    conditions: countOf(claimWords().conditions, text),
    amounts,
    words: wordsOf(text, amounts),
  };
}

/** Whether one denies or limits something that the other does not, or each counts something that the other counts otherwise. */
function differsBeside(mine: Facts, theirs: Facts): boolean {
  if (mine.denied !== theirs.denied || mine.conditions !== theirs.conditions) return true;
  const [ours, sent] = [byThing(mine.amounts), byThing(theirs.amounts)];
  return [...ours].some(([thing, keys]) => {
    const others = sent.get(thing);
    return others !== undefined && hasOther(keys, others) && hasOther(others, keys);
  });
}

const hasOther = (some: ReadonlySet<string>, all: ReadonlySet<string>): boolean =>
  [...some].some((one) => !all.has(one));

/** Whether both choose the same of the options; undefined where one of them is none of these. */
function sameOptions(options: readonly string[], ours: string, sent: string): boolean | undefined {
  const known = new Set(options.map(keyOf));
  const chosenIn = (answer: string): Set<string> | undefined => {
    const whole = keyOf(answer);
    const chosen = new Set(known.has(whole) ? [whole] : answer.split(BETWEEN_OPTIONS).map(keyOf));
    return [...chosen].every((one) => known.has(one)) ? chosen : undefined;
  };
  const [mine, theirs] = [chosenIn(ours), chosenIn(sent)];
  if (known.size === 0 || !mine || !theirs) return undefined;
  return mine.size === theirs.size && [...mine].every((one) => theirs.has(one));
}

const keyOf = (text: string): string => fold(text).replace(/\s+/gu, ' ').trim();

/** What of them is counted otherwise: both count the same thing, and no amount of it is in both. */
function otherAmount(mine: readonly Amount[], theirs: readonly Amount[]): 'number' | 'period' | undefined {
  const [ours, sent] = [byThing(mine), byThing(theirs)];
  for (const [thing, keys] of ours) {
    const others = sent.get(thing);
    if (!others || [...keys].some((key) => others.has(key))) continue;
    return thing === 'every' || thing === 'span' ? 'period' : 'number';
  }
  return undefined;
}

/** How often, how long, a share, or the number of one standard ("tls"). */
function byThing(amounts: readonly Amount[]): Map<string, Set<string>> {
  const things = new Map<string, Set<string>>();
  for (const { kind, key } of amounts) {
    const thing = kind === 'number' ? key.slice(0, key.lastIndexOf(' ')) : kind;
    things.set(thing, (things.get(thing) ?? new Set()).add(key));
  }
  return things;
}

const hasSame = (mine: readonly Amount[], theirs: readonly Amount[], kinds: readonly Amount['kind'][]): boolean =>
  mine.some(({ kind, key }) => kinds.includes(kind) && theirs.some((other) => other.key === key));

/**
 * By the names that are not the question's: one names all that the other names, or nothing of it; each something else is unclear.
 * Undefined where one of them has none.
 */
function byNames(question: string, mine: readonly Word[], theirs: readonly Word[]): Outcome | undefined {
  const asked = wordsOf(question);
  const namesIn = (words: readonly Word[]): Word[] => words.filter((word) => word.name && !isSaid(word, asked));
  const [ours, sent] = [namesIn(mine), namesIn(theirs)];
  if (ours.length === 0 || sent.length === 0) return undefined;
  const [oursSaid, sentSaid] = [ours.filter((name) => isSaid(name, sent)), sent.filter((name) => isSaid(name, ours))];
  if (oursSaid.length === ours.length || sentSaid.length === sent.length) return { verdict: 'agreed', reason: 'name' };
  return oursSaid.length + sentSaid.length === 0 ? { verdict: 'contradicted', reason: 'name' } : UNCLEAR;
}

/**
 * They agree where each says every word and amount of the other, or one stands in the other word for word; but for a denial, one
 * denies the other. A few words of a longer answer could stand in it to another purpose.
 */
function byWords(mine: Facts, theirs: Facts): Outcome | undefined {
  const says = (all: Facts, some: Facts): boolean =>
    some.words.length + some.amounts.length > 0 &&
    some.words.every((word) => isSaid(word, all.words)) &&
    some.amounts.every(({ key }) => all.amounts.some((other) => other.key === key));
  const holds = (all: Facts, some: Facts): boolean => says(all, some) && ` ${all.key} `.includes(` ${some.key} `);
  if (mine.denied !== theirs.denied)
    return says(mine, theirs) && says(theirs, mine) ? { verdict: 'contradicted', reason: 'polarity' } : undefined;
  const isSame = (says(mine, theirs) && says(theirs, mine)) || holds(mine, theirs) || holds(theirs, mine);
  return isSame ? { verdict: 'agreed', reason: 'words' } : undefined;
}

/** What the judge takes each answer for, under the same question. That both tell something does not make it the same thing. */
async function judged({ question, ours, sent }: AnswerPair, reader: Reader): Promise<Outcome> {
  const texts = [textOf(ours), textOf(sent)] as const;
  const [mine, theirs] = await reader.judge(
    question,
    texts.map((text) => ({ context: '', text })),
  );
  if (!mine || !theirs || !isSure(mine) || !isSure(theirs)) return UNCLEAR;
  const [one, other] = [saysOf(texts[0], mine), saysOf(texts[1], theirs)];
  if (one === undefined || other === undefined) return UNCLEAR;
  if (one !== other) return { verdict: 'contradicted', reason: 'judge' };
  return differsBeside(factsOf(texts[0]), factsOf(texts[1])) ? UNCLEAR : { verdict: 'agreed', reason: 'judge' };
}

/** Whether it surely answers the question. */
const isSure = ({ yes, no, value }: Verdicts): boolean => yes + no + value >= SURE;

function saysOf(text: string, { yes, no }: Verdicts): Says {
  return openingPolarity(text) ?? (yes >= SURE ? 'yes' : no >= SURE ? 'no' : undefined);
}
