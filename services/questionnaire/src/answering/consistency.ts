import { featuresOf, type Features } from './evidence.js';
import { durationInDays } from './durations.js';
import { levelOf, SPOKEN_OF } from './term-levels.js';
import { analyzeQuestion, type QuestionPart } from './question.js';
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

type QuestionTerm = QuestionPart['terms'][number];

/** Questions this far apart in meaning are not compared term by term. */
const NEAR = 0.35;

/** More are not looked for: whoever has so many to settle starts with these. */
export const MOST_CONTRADICTIONS = 50;
/** Pairs compared term by term, some microseconds each; thousands of questions that are all near each other have millions. */
const MOST_COMPARED = 200_000;

/**
 * Finds contradictions among the answers of one questionnaire, in the order of the questions, at most
 * `MOST_CONTRADICTIONS`. Only answers that differ in their yes and no, or in their time, are compared by what they were
 * asked: a thousand answers take well under a second, and three thousand that are all alike a few.
 */
export function findContradictions(answers: readonly AnsweredQuestion[]): Contradiction[] {
  const all = answers.map(prepared);
  const found: Contradiction[] = [];
  let compared = 0;
  for (let i = 0; i < all.length; i++) {
    const a = all[i]!;
    if (a.says === undefined && a.days === undefined) continue;
    for (let j = i + 1; j < all.length; j++) {
      const b = all[j]!;
      const kind = difference(a, b);
      if (kind === undefined) continue;
      if (a.key !== b.key) {
        if (dot(a.vector, b.vector) < NEAR) continue;
        if (++compared > MOST_COMPARED) return found;
        if (!asksTheSame(a, b)) continue;
      }
      found.push({ questionIds: [a.questionId, b.questionId], kind });
      if (found.length >= MOST_CONTRADICTIONS) return found;
    }
  }
  return found;
}

interface Prepared extends AnsweredQuestion {
  says: 'yes' | 'no' | undefined;
  days: number | undefined;
  vector: Float32Array;
  key: string;
  /** What it asks about and what it speaks of; made when first compared. */
  asked?: { terms: QuestionTerm[]; features: Features };
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
function asksTheSame(a: Prepared, b: Prepared): boolean {
  const [one, other] = [askedBy(a), askedBy(b)];
  return covers(one.terms, other.features) && covers(other.terms, one.features);
}

const covers = (terms: readonly QuestionTerm[], features: Features): boolean =>
  terms.every((term) => levelOf(term, features) >= SPOKEN_OF);

function askedBy(one: Prepared): { terms: QuestionTerm[]; features: Features } {
  one.asked ??= {
    terms: analyzeQuestion(one.text, { polar: false })
      .flatMap((part) => part.terms)
      .filter((term) => term.focus || term.party || term.light),
    features: featuresOf(one.text),
  };
  return one.asked;
}
