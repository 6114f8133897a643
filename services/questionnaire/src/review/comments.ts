import { cleanText, invalid, lengthOf, notFound } from '@candor/runtime';
import type { QuestionnaireStore } from '../store/questionnaires.js';
import type { CommentStore } from '../store/review-comments.js';
import type { CommentDocument, HistoryDocument, ReviewedQuestionDocument } from '../store/review-documents.js';
import type { ReviewQuestionStore } from '../store/review-questions.js';
import type { LifecycleActor } from './lifecycle.js';

const MOST_TEXT = 10_000;

export interface Page {
  limit: number;
  offset: number;
}

/** What people say about a question, and what was done to it. */
export class QuestionTalk {
  constructor(
    private readonly questionnaires: QuestionnaireStore,
    private readonly reviewQuestions: ReviewQuestionStore,
    private readonly comments: CommentStore,
  ) {}

  /** `mentioned`: users of the organization whom the text mentions; they are told. */
  async add(
    by: LifecycleActor,
    questionnaireId: string,
    questionId: string,
    text: string,
    mentioned: string[] = [],
  ): Promise<CommentDocument> {
    await this.question(by.organizationId, questionnaireId, questionId);
    const said = cleanText(text).trim();
    if (said === '' || lengthOf(said) > MOST_TEXT)
      throw invalid([{ path: 'text', message: `text must have 1 to ${MOST_TEXT.toLocaleString('en')} characters.` }]);
    const { organizationId, actor, creationId } = by;
    const comment = { questionnaireId, questionId, author: actor, text: said };
    return this.comments.add(organizationId, { ...comment, mentioned: [...new Set(mentioned)] }, creationId);
  }

  /** Oldest first. */
  async list(
    organizationId: string,
    questionnaireId: string,
    questionId: string,
    { limit, offset }: Page,
  ): Promise<{ comments: CommentDocument[]; total: number }> {
    await this.question(organizationId, questionnaireId, questionId);
    const comments = await this.comments.list(organizationId, questionId, limit, offset);
    return { comments, total: await this.comments.count(organizationId, questionId) };
  }

  /** Changes, newest first. */
  async history(
    organizationId: string,
    questionnaireId: string,
    questionId: string,
    { limit, offset }: Page,
  ): Promise<{ entries: HistoryDocument[]; total: number }> {
    const question = await this.question(organizationId, questionnaireId, questionId);
    return { entries: await this.reviewQuestions.history(question, limit, offset), total: question.historyCount };
  }

  private async question(
    organizationId: string,
    questionnaireId: string,
    id: string,
  ): Promise<ReviewedQuestionDocument> {
    if (!(await this.questionnaires.get(organizationId, questionnaireId))) throw notFound('questionnaire');
    const question = await this.reviewQuestions.get(organizationId, questionnaireId, id);
    if (!question) throw notFound('question');
    return question;
  }
}
