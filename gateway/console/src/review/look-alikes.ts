import type { Question } from '../api/types.js';
import { fold, isUndone } from './filters.js';
import { LIGHT_WORDS } from './light-words.js';

const LIGHT: ReadonlySet<string> = new Set(Object.values(LIGHT_WORDS).flat());
/** Questions with fewer long words say too little alone ("If yes, explain"): the heading above says what they ask for. */
const FEWEST_WORDS = 3;
const LONG_WORD = 4;

/** What a question asks for, without numbers, signs, case and light words; a question that changed is another object. */
const asked = new WeakMap<Question, string>();

export function askedBy(question: Question): string {
  const known = asked.get(question);
  if (known !== undefined) return known;
  const made = madeOf(question);
  asked.set(question, made);
  return made;
}

function madeOf({ text, section, options, answer_type: type }: Question): string {
  const words = wordsOf(text);
  const heavy = words.filter((word) => !LIGHT.has(word)).map(singular);
  const alone = heavy.filter((word) => word.length >= LONG_WORD).length >= FEWEST_WORDS;
  // Few words mean the same only under the same heading; then every word counts.
  const sense = alone ? heavy : [...words, '|', ...wordsOf(section ?? '')];
  return [sense.join(' '), type, ...(type === 'text' ? [] : [...options].sort())].join('\n');
}

/** Words without those that only number or name ("2", "3b", "B"). */
const wordsOf = (text: string): string[] =>
  (fold(text).match(/[\p{L}\p{N}]+/gu) ?? []).filter((word) => !/\p{N}/u.test(word) && word.length > 1);

const singular = (word: string): string =>
  word.length > 4 && word.endsWith('s') && !word.endsWith('ss') ? word.slice(0, -1) : word;

/** The others that ask the same as `question` in nearly the same words, and wait for an answer or its approval. */
export function lookAlikesOf(question: Question, questions: readonly Question[]): Question[] {
  const wanted = askedBy(question);
  return questions.filter((one) => one.id !== question.id && isUndone(one) && askedBy(one) === wanted);
}
