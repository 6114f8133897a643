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

/** Finds contradictions among the answers of one questionnaire, in the order of the questions. */
export function findContradictions(answers: readonly AnsweredQuestion[]): Contradiction[] {
  const vectors = tokenVectors();
  const all = answers.filter((a) => a.answer !== '').map((a) => ({ ...a, vector: vectors.encode(a.text), key: normalizedKey(a.text) })); // prettier-ignore
  const found: Contradiction[] = [];
  all.forEach((a, i) => {
    for (const b of all.slice(i + 1)) {
      const kind = difference(a.answer, b.answer);
      if (kind === undefined) continue;
      if (a.key === b.key || (dot(a.vector, b.vector) >= NEAR && asksTheSame(a.text, b.text)))
        found.push({ questionIds: [a.questionId, b.questionId], kind });
    }
  });
  return found;
}

function difference(a: string, b: string): Contradiction['kind'] | undefined {
  const says = (text: string): string | undefined => /^\W*(yes|no)\b/i.exec(text)?.[1]?.toLowerCase();
  const [first, second] = [says(a), says(b)];
  if (first !== undefined && second !== undefined) return first === second ? undefined : 'polarity';
  const [left, right] = [durationInDays(a), durationInDays(b)];
  return left !== undefined && right !== undefined && left !== right ? 'value' : undefined;
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
