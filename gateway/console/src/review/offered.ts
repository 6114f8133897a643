import type { LibraryAnswer, Question, Suggestion } from '../api/types.js';

/** What can be taken over as an answer. */
export interface Offered extends Suggestion {
  /** Its time has run out: it is shown, and not taken over. */
  expired: boolean;
}

/** The whole of what is told. */
export const textOf = ({ answer, comment }: Pick<Suggestion, 'answer' | 'comment'>): string => comment ?? answer ?? '';

/** Whether what was shown still stands among what is offered now, word for word. */
export const stillOffered = (shown: Offered, now: readonly Offered[]): boolean =>
  now.some((one) => one.source_id === shown.source_id && !one.expired && textOf(one) === textOf(shown));

/** A library answer as it fits the question's cell: an option that it is or begins with, and the text beside it. */
export function fromLibrary(
  { id, question: title, answer: text, expires_at: expiresAt }: LibraryAnswer,
  { answer_type: type, options }: Pick<Question, 'answer_type' | 'options'>,
  now = Date.now(),
): Offered {
  const begins = (option: string): boolean =>
    text.toLowerCase().startsWith(option.toLowerCase()) && !/^[\p{L}\p{N}]/u.test(text.slice(option.length));
  const isChoice = type !== 'text' && options.length > 0;
  const option = options.filter(begins).sort((a, b) => b.length - a.length)[0];
  return {
    source_id: id,
    source_type: 'library',
    document_id: null,
    title,
    locator: '',
    answer: isChoice ? (option ?? null) : text,
    comment: isChoice && option?.length !== text.length ? text : null,
    expired: expiresAt !== null && Date.parse(expiresAt) <= now,
  };
}
