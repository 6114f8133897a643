import type { Question } from '../api/types.js';

/** Whether the answer is the one that the uploaded file held already: nobody wrote it here. */
export function stoodInFile(question: Pick<Question, 'answer' | 'answer_status' | 'existing_answer'>): boolean {
  const { answer, answer_status: status, existing_answer: existing } = question;
  return status === 'MANUALLY_ANSWERED' && existing !== null && existing.trim() === (answer ?? '').trim();
}
