import { featuresOf } from './evidence.js';
import { durationInDays } from './durations.js';
import { levelOf, SPOKEN_OF } from './term-levels.js';
import { analyzeQuestion } from './question.js';
import { normalizedKey } from './tokens.js';
import { dot, tokenVectors } from './vectors.js';

export interface AnsweredQuestion {
  questionId: string;
  text: string;
  answer: string;
}

/** Two questions of one questionnaire that ask the same and are answered differently. */
export interface Contradiction {
  questionIds: [string, string];
  /** "polarity": yes and no; "value": two durations. */
  kind: 'polarity' | 'value';
}

/** Questions this far apart in meaning are not compared term by term. */
const NEAR = 0.35;

/**
 * Finds contradictions among the answers of one questionnaire, in the order of the questions. Only answers that differ in
 * their yes and no, or in their time, are compared by what they were asked: a thousand answers take well under a second.
 */
export function findContradictions(answers: readonly AnsweredQuestion[]): Contradiction[] {
  const all = answers.map(prepared);
  const found: Contradiction[] = [];
  all.forEach((a, i) => {
    for (const b of all.slice(i + 1)) {
      const kind = difference(a, b);
      if (kind === undefined) continue;
      if (a.key === b.key || (dot(a.vector, b.vector) >= NEAR && asksTheSame(a.text, b.text)))
        found.push({ questionIds: [a.questionId, b.questionId], kind });
    }
  });
  return found;
}

interface Prepared extends AnsweredQuestion {
  says: 'yes' | 'no' | undefined;
  days: number | undefined;
  vector: Float32Array;
  key: string;
}

function prepared(answered: AnsweredQuestion): Prepared {
  const { text, answer } = answered;
  const says = /^\W*(yes|no)\b/i.exec(answer)?.[1]?.toLowerCase();
  return {
    ...answered,
    says: says === 'yes' || says === 'no' ? says : undefined,
    days: durationInDays(answer),
    vector: tokenVectors().encode(text),
    key: normalizedKey(text),
  };
}

function difference(a: Prepared, b: Prepared): Contradiction['kind'] | undefined {
  if (a.says !== undefined && b.says !== undefined) return a.says === b.says ? undefined : 'polarity';
  return a.days !== undefined && b.days !== undefined && a.days !== b.days ? 'value' : undefined;
}

/** Every subject of each question is spoken of in the other. */
function asksTheSame(a: string, b: string): boolean {
  const covers = (from: string, to: string): boolean => {
    const features = featuresOf(to);
    const terms = analyzeQuestion(from, { polar: false }).flatMap((p) => p.terms);
    return terms.every((t) => !(t.focus || t.party || t.light) || levelOf(t, features) >= SPOKEN_OF);
  };
  return covers(a, b) && covers(b, a);
}
