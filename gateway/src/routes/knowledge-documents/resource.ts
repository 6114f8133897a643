import { z } from 'zod';
import { id, microseconds, orNull, pagination, reviewEveryDays } from '../schemas.js';

export const knowledgeDocument = z
  .object({
    id,
    name: z.string(),
    mime_type: z.string(),
    size: z.int().meta({ description: 'Bytes' }),
    status: z.enum(['PROCESSING', 'READY', 'FAILED']),
    should_poll: z.boolean(),
    passage_count: z.int(),
    error: orNull(z.object({ code: z.string(), message: z.string() })),
    warnings: z.array(
      z
        .object({ code: z.string(), message: z.string() })
        .meta({ id: 'DocumentWarning', description: 'What of a document was not read, or doubtfully' }),
    ),
    created_at: microseconds,
    owner_id: z.string().nullable(),
    expires_at: z.string().nullable().meta({ description: 'ISO 8601, UTC', example: '2027-01-01T00:00:00.000Z' }),
    review_every_days: reviewEveryDays,
    last_verified_at: microseconds.nullable(),
    version: z.int().meta({ description: 'From 1; one more with every file that took its place', example: 2 }),
    updated_at: microseconds,
    effective_at: z.string().nullable().meta({
      description: 'From when on it is evidence; ISO 8601, UTC; null: from when it was read',
      example: '2027-01-01T00:00:00.000Z',
    }),
    upcoming: orNull(
      z
        .object({
          name: z.string().meta({ description: 'Name of the file', example: 'logging-policy-2027.docx' }),
          size: z.int().meta({ description: 'Bytes', example: 24_576 }),
          version: z.int().meta({ description: 'Number that it gets then', example: 3 }),
          effective_at: z.string().meta({
            description: 'From when on it is the evidence; ISO 8601, UTC',
            example: '2027-01-01T00:00:00.000Z',
          }),
        })
        .meta({ id: 'UpcomingVersion', description: 'A file that will take the place of a document’s own' }),
    ).meta({ description: 'The version that holds from a later time on; null: none waits' }),
  })
  .meta({ id: 'KnowledgeDocument' });
export type KnowledgeDocument = z.infer<typeof knowledgeDocument>;

export const knowledgeDocumentList = z
  .object({ documents: z.array(knowledgeDocument), pagination })
  .meta({ id: 'KnowledgeDocumentList' });
export type KnowledgeDocumentList = z.infer<typeof knowledgeDocumentList>;

export const passageList = z
  .object({
    passages: z.array(z.object({ id, locator: z.string(), text: z.string() }).meta({ id: 'Passage' })),
    pagination,
  })
  .meta({ id: 'PassageList' });
export type PassageList = z.infer<typeof passageList>;

export const affectedAnswers = z
  .object({
    answers: z.array(
      z
        .object({
          questionnaire_id: id,
          questionnaire_title: z.string().meta({ description: 'Title of the questionnaire', example: 'ACME 2027' }),
          questionnaire_status: z.string().meta({ description: 'Where it stands', example: 'ANSWERING_COMPLETED' }),
          question_id: id,
          question: z.string().meta({ description: 'What is asked', example: 'How long are audit logs kept?' }),
          answer: z.string().meta({ description: 'What was answered', example: 'For 13 months.' }),
          approved: z.boolean().meta({ description: 'Whether somebody has approved it', example: true }),
          change: z.enum(['changed', 'removed']).meta({
            description: 'changed: the passage says something else now; removed: it is there no more',
          }),
          quote: z
            .string()
            .meta({ description: 'What the answer stands on', example: 'Audit logs are kept for 13 months.' }),
          locator: z.string().meta({ description: 'Where that stood', example: 'Logging policy > Retention' }),
          now: z.string().nullable().meta({
            description: 'The passage as it is now; null: it is there no more',
            example: 'Audit logs are kept for 6 months.',
          }),
          regenerable: z.boolean().meta({
            description: 'Whether it may be regenerated: nobody has approved or written it',
            example: false,
          }),
        })
        .meta({ id: 'AffectedAnswer', description: 'An answer whose evidence has changed since' }),
    ),
    questionnaires: z.int().meta({ description: 'Questionnaires that these answers, of all pages, stand in' }),
    pagination,
  })
  .meta({ id: 'AffectedAnswerList', description: 'Answers that stand on what a document no longer says' });
export type AffectedAnswerList = z.infer<typeof affectedAnswers>;

export const affectedRegenerated = z
  .object({
    questionnaires: z.array(
      z
        .object({
          questionnaire_id: id,
          questions: z.int().meta({ description: 'Questions whose answers are regenerated' }),
          code: z
            .string()
            .nullable()
            .meta({ description: 'Why nothing was begun there; null: it was', example: 'questionnaire_completed' }),
        })
        .meta({ id: 'AffectedQuestionnaire', description: 'What was begun in one questionnaire' }),
    ),
    kept: z.int().meta({ description: 'Answers that stay because somebody has approved or written them' }),
  })
  .meta({ id: 'AffectedRegenerated', description: 'What is regenerated' });
export type AffectedRegenerated = z.infer<typeof affectedRegenerated>;
