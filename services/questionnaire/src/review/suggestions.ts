import { notFound } from '@candor/runtime';
import type { Suggestion } from '../answering/types.js';
import type { Answering } from '../knowledge/answering.js';
import type { ReviewQuestionStore } from '../store/review-questions.js';

/** As many as a person takes in at once, and as there are digits to take them by. */
const MOST_SUGGESTIONS = 5;

/** What is known near a question, for a person who answers it. */
export class Suggestions {
  constructor(
    private readonly questions: ReviewQuestionStore,
    private readonly answering: Answering,
  ) {}

  async of(organizationId: string, questionnaireId: string, questionId: string): Promise<Suggestion[]> {
    const question = await this.questions.get(organizationId, questionnaireId, questionId);
    if (!question) throw notFound('question');
    return this.answering.suggestions(organizationId, question, MOST_SUGGESTIONS);
  }
}
