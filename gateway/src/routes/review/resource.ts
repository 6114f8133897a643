import { z } from 'zod';
import { ANSWER_STATUSES } from '../questionnaires/question.js';
import { assignee, shouldPoll, status } from '../questionnaires/resource.js';
import { id, microseconds, orNull, pagination } from '../schemas.js';

export const bulkApproval = z
  .object({
    approved: z.int(),
    skipped: z.array(
      z.object({
        question_id: z.string(),
        code: z
          .string()
          .meta({ description: 'question_not_found, no_answer, already_approved, own_edit or question_changed' }),
      }),
    ),
  })
  .meta({ id: 'BulkApproval' });
export type BulkApproval = z.infer<typeof bulkApproval>;

export const bulkEdit = z
  .object({
    results: z
      .array(
        z.object({
          question_id: z.string(),
          outcome: z
            .enum(['changed', 'unchanged', 'refused'])
            .meta({ description: 'unchanged: it was as asked already', example: 'changed' }),
          code: z.string().nullable().meta({
            description: 'Why it was refused, as a single edit would say: question_changed, not_an_option, …',
          }),
          message: z.string().nullable().meta({ description: 'The same in words' }),
          version: z.int().meta({ description: 'After the call; 0 where there is no such question' }),
        }),
      )
      .meta({ description: 'One for each question, in the order of the call' }),
  })
  .meta({ id: 'BulkEdit' });
export type BulkEdit = z.infer<typeof bulkEdit>;

export const againReceipt = z
  .object({
    questionnaire_id: id,
    questions: z.int().meta({ description: 'How many are regenerated; with none nothing has changed' }),
    status,
    status_display_name: z.string().meta({ example: 'Answering' }),
    should_poll: shouldPoll,
  })
  .meta({ id: 'AnswerAgainReceipt' });
export type AgainReceipt = z.infer<typeof againReceipt>;

const state = z
  .object({
    answer: z.string().nullable(),
    comment: z.string().nullable(),
    answer_status: z.enum(ANSWER_STATUSES),
    approved: z.boolean(),
    assignee: orNull(assignee),
  })
  .meta({ id: 'QuestionState' });

const historyEntry = z
  .object({
    version: z.int().meta({ description: 'Of the question after the change' }),
    at: microseconds,
    actor: z.string(),
    action: z.string().meta({ description: 'edited, approved, unapproved, regenerated, assigned, done or sent_back' }),
    before: state,
    after: state,
    note: z.string().nullable(),
  })
  .meta({ id: 'HistoryEntry' });
export type HistoryEntry = z.infer<typeof historyEntry>;

export const historyList = z.object({ entries: z.array(historyEntry), pagination }).meta({ id: 'HistoryList' });
export type HistoryList = z.infer<typeof historyList>;

export const suggestionList = z
  .object({
    suggestions: z.array(
      z.object({
        source_id: z.string(),
        source_type: z.enum(['library', 'document']),
        document_id: z.string().nullable().meta({ description: 'Of the document that a passage stands in' }),
        title: z.string().meta({ description: 'The question of a library answer, the name of a document' }),
        locator: z.string().meta({ example: 'Security policy > Passwords' }),
        answer: z
          .string()
          .nullable()
          .meta({ description: 'As it fits the cell of the question; null when none of its options says it' }),
        comment: z.string().nullable().meta({ description: 'Beside an option: the text behind it' }),
      }),
    ),
  })
  .meta({ id: 'SuggestionList' });
export type SuggestionList = z.infer<typeof suggestionList>;

export const comment = z
  .object({ id, question_id: id, at: microseconds, author: z.string(), text: z.string() })
  .meta({ id: 'Comment' });
export type Comment = z.infer<typeof comment>;

export const commentList = z.object({ comments: z.array(comment), pagination }).meta({ id: 'CommentList' });
export type CommentList = z.infer<typeof commentList>;
