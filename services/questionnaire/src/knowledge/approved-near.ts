import { isStopWord, tokenize } from '../answering/finding/tokens.js';
import type { QuestionDocument } from '../store/documents.js';

/** An answer that a person approved in the same questionnaire. */
export type ApprovedQuestion = Pick<QuestionDocument, '_id' | 'text' | 'section' | 'answer'>;

/** As many as help a model to say the same things alike. */
const MOST = 8;
/** An answer beyond this is cut: it shows wording, and is no evidence. Characters. */
const LONGEST = 400;
/** Standing in the same section counts for so much of a question's words. */
const SECTION = 0.1;

const stemsOf = (text: string): Set<string> =>
  new Set(tokenize(text).flatMap(({ word, stem }) => (isStopWord(word) ? [] : [stem])));

/** The approved answers of a questionnaire that are nearest to a question, by shared words, then by section; none without either. */
export function approvedNear(
  { _id, text, section }: Pick<QuestionDocument, '_id' | 'text' | 'section'>,
  approved: readonly ApprovedQuestion[],
): { question: string; answer: string }[] {
  const asked = stemsOf(text);
  return approved
    .filter((one) => one._id !== _id)
    .map((one) => {
      const words = stemsOf(one.text);
      const shared = [...asked].filter((stem) => words.has(stem)).length / Math.max(1, asked.size);
      return { one, near: shared + (section !== '' && one.section === section ? SECTION : 0) };
    })
    .filter(({ near }) => near > 0)
    .sort((a, b) => b.near - a.near)
    .slice(0, MOST)
    .map(({ one }) => ({ question: one.text, answer: one.answer.slice(0, LONGEST) }));
}
