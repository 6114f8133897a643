import { fold } from '../language/words.js';
import { dependenceWords } from './words.js';

/** A condition opens a text within so many characters. */
const START = 120;
/** An answer says yes or no within so many characters. */
const ANSWER = 40;
const QUOTES = /["“”„«»]/gu;

/** The answer on which a follow-up depends: "If no, explain why." asks only behind a no. Undefined when it is none. */
export function conditionOf(text: string): 'yes' | 'no' | undefined {
  const start = fold(text.trim().slice(0, START)).replace(QUOTES, '');
  const { whenYes, whenNo } = dependenceWords();
  return whenNo.test(start) ? 'no' : whenYes.test(start) ? 'yes' : undefined;
}

/** Whether an answer begins with yes or no; undefined when with neither. */
export function polarityOf(answer: string): 'yes' | 'no' | undefined {
  const start = fold(answer.trim().slice(0, ANSWER));
  const { saysYes, saysNo } = dependenceWords();
  return saysYes.test(start) ? 'yes' : saysNo.test(start) ? 'no' : undefined;
}
