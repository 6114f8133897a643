import { readFileSync } from 'node:fs';
import { fold } from '../finding/tokens.js';
import { mutualCoverage } from '../rules/reuse.js';
import { SPOKEN_OF } from '../rules/term-levels.js';

/**
 * Each question speaks of so much of the other one. Measured on 20 pairs in other words (from 0.87) and 25 look-alikes (up to
 * 0.77, but for words that are each other's opposite); see `consistency.test.ts`.
 */
const COVERED = 0.8;

/** Whether two questions name the same subjects: every one of either is spoken of by the other, and no opposite stands there. */
export function haveSameSubjects(one: string, other: string): boolean {
  if (hasOpposite(one, other)) return false;
  const { weakest, coverage } = mutualCoverage(one, other);
  return weakest >= SPOKEN_OF && coverage >= COVERED;
}

let opposites: readonly (readonly [string, string])[] | undefined;

function oppositeWords(): readonly (readonly [string, string])[] {
  if (opposites) return opposites;
  const file = new URL('../../../data/opposite-words.json', import.meta.url);
  return (opposites = (JSON.parse(readFileSync(file, 'utf8')) as { en: [string, string][] }).en);
}

const wordsOf = (text: string): Set<string> => new Set(fold(text).match(/[\p{L}\p{N}]+/gu) ?? []);

/** One of the two questions has one word of a pair alone, and the other one its opposite alone. */
function hasOpposite(one: string, other: string): boolean {
  const [mine, theirs] = [wordsOf(one), wordsOf(other)];
  const alone = (words: ReadonlySet<string>, has: string, not: string): boolean => words.has(has) && !words.has(not);
  return oppositeWords().some(
    ([a, b]) => (alone(mine, a, b) && alone(theirs, b, a)) || (alone(mine, b, a) && alone(theirs, a, b)),
  );
}
