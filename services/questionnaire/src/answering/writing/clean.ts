import { withoutDoubledOpening, withoutMarkup } from '@candor/runtime/plain-text';
import type { AnswerRequest, EngineAnswer } from '../types.js';

/** A text for a cell: without markup and citation marks, its yes or no said once. */
export const cleanAnswerText = (text: string): string => withoutDoubledOpening(withoutMarkup(text));

/**
 * What an engine gives, as it may leave the service. A choice is the customer's own word and stays as it is, for the cell
 * takes no other.
 */
export function cleanAnswer(answer: EngineAnswer, { options }: Pick<AnswerRequest, 'options'>): EngineAnswer {
  return {
    ...answer,
    answer: options.length > 0 ? answer.answer : cleanAnswerText(answer.answer),
    comment: cleanAnswerText(answer.comment),
  };
}
