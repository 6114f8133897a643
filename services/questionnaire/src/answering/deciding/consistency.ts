import { normalizedKey } from '../finding/tokens.js';
import { cosine, type Reader } from '../reading/reader.js';
import { openingPolarity } from '../reading/opening-words.js';
import { durationInDays } from './durations.js';
import { isOfSibling } from './guards.js';
import { inOneGo, inSlices, type Breathe } from '../slices.js';
import { haveSameSubjects } from './same-question.js';

/** An answer of a questionnaire or of the library, and what it answers. */
export interface AnsweredQuestion {
  questionId: string;
  text: string;
  answer: string;
}

/** Two questions that ask the same and are answered differently. */
export interface Contradiction {
  questionIds: [string, string];
  /** "polarity": yes and no; "value": two durations. */
  kind: 'polarity' | 'value';
}

/** Questions further apart than this do not ask the same. */
const NEAR = 0.6;
/** The judge must be as sure as this that the other answer answers the question too. */
const SURE = 0.6;

/** More are not looked for: whoever has so many to settle starts with these. */
export const MOST_CONTRADICTIONS = 50;
/** Pairs that the judge reads, some milliseconds each: those that are nearest each other, of a list that is cut when it grows. */
const MOST_JUDGED = 200;
const MOST_KEPT = 20_000;
/** Texts that are encoded before others may come between. */
const ENCODED_AT_ONCE = 16;

/**
 * Finds contradictions among the answers of one questionnaire, or of the library, in the order of the questions, at most
 * `MOST_CONTRADICTIONS`. Only answers that differ in their yes and no, or in their time, and whose questions are near each
 * other are read. A yes and a no need questions of the same subjects, and one of them must answer the other's question; two
 * times must both answer the other's. Without two answers that differ no model is loaded. `breathe` lets others come between.
 */
export async function findContradictions(
  answers: readonly AnsweredQuestion[],
  startReader: () => Promise<Reader>,
  breathe: Breathe = inOneGo,
): Promise<Contradiction[]> {
  const telling = answers.map(prepared).filter((a) => a.says !== undefined || a.days !== undefined);
  const kinds = [new Set(telling.map((a) => a.says)), new Set(telling.map((a) => a.days))];
  if (kinds.every((told) => told.size - (told.has(undefined) ? 1 : 0) < 2)) return [];
  const reader = await startReader();
  const vectors = await inSlices(telling, ENCODED_AT_ONCE, breathe, async (a) => (await reader.encode([a.text]))[0]!);
  let pairs: Pair[] = [];
  for (const [i, a] of telling.entries()) {
    if (i > 0) await breathe();
    for (let j = i + 1; j < telling.length; j++) {
      const b = telling[j]!;
      const kind = difference(a, b);
      if (kind === undefined) continue;
      const near = a.key === b.key ? 1 : cosine(vectors[i]!, vectors[j]!);
      if (near >= NEAR) pairs.push({ a, b, kind, near, order: i * telling.length + j });
      if (pairs.length > MOST_KEPT) pairs = nearest(pairs);
    }
  }
  const same: Pair[] = [];
  for (const pair of nearest(pairs)) {
    if (same.length >= MOST_CONTRADICTIONS) break;
    await breathe();
    if (pair.near === 1 || (await asksTheSame(pair, reader))) same.push(pair);
  }
  return same
    .sort((x, y) => x.order - y.order)
    .map(({ a, b, kind }) => ({ questionIds: [a.questionId, b.questionId], kind }));
}

interface Pair {
  a: Prepared;
  b: Prepared;
  kind: Contradiction['kind'];
  near: number;
  order: number;
}

const nearest = (pairs: readonly Pair[]): Pair[] =>
  [...pairs].sort((x, y) => y.near - x.near || x.order - y.order).slice(0, MOST_JUDGED);

interface Prepared extends AnsweredQuestion {
  says: 'yes' | 'no' | undefined;
  days: number | undefined;
  key: string;
}

function prepared(answered: AnsweredQuestion): Prepared {
  const { text, answer } = answered;
  return {
    ...answered,
    says: openingPolarity(answer),
    days: durationInDays(answer),
    key: normalizedKey(text),
  };
}

function difference(a: Prepared, b: Prepared): Contradiction['kind'] | undefined {
  if (a.says !== undefined && b.says !== undefined) return a.says === b.says ? undefined : 'polarity';
  return a.days !== undefined && b.days !== undefined && a.days !== b.days ? 'value' : undefined;
}

/** Whether the answers, each under its own question, answer the other's question as well. */
async function asksTheSame({ a, b, kind }: Pair, reader: Reader): Promise<boolean> {
  if (kind === 'polarity' && !haveSameSubjects(a.text, b.text)) return false;
  const told = (one: Prepared): { text: string; place: string[]; question: string; before: string } => ({
    text: one.answer,
    place: [],
    question: one.text,
    before: '',
  });
  if (isOfSibling(a.text, told(b)) || isOfSibling(b.text, told(a))) return false;
  const [forth] = await reader.judge(a.text, [{ context: b.text, text: b.answer }]);
  const [back] = await reader.judge(b.text, [{ context: a.text, text: a.answer }]);
  const sure = [forth!, back!].map((v) => v.yes + v.no + v.value >= SURE);
  return kind === 'polarity' ? sure.includes(true) : !sure.includes(false);
}
