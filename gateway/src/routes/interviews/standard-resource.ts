import { z } from 'zod';
import { microseconds, pagination } from '../schemas.js';

export const STANDARD_RUN_STATES = ['NEVER', 'RUNNING', 'COMPLETED', 'FAILED'] as const;
export const STANDARD_STATES = ['ANSWERED', 'OPEN', 'WAITING'] as const;
const KINDS = ['yes_no', 'describe', 'how_often', 'how_long', 'which', 'who', 'where'] as const;
const BANDS = ['HIGH', 'MEDIUM', 'LOW'] as const;
/** The ids of the topics in the questionnaire service's standard set. */
export const STANDARD_TOPICS = [
  ...(['access', 'encryption', 'incidents', 'vulnerabilities', 'continuity', 'privacy', 'data', 'network'] as const),
  ...(['logging', 'development', 'hosting', 'suppliers', 'people', 'premises', 'governance'] as const),
  ...(['compliance', 'devices', 'ai'] as const),
] as const;

const counts = {
  total: z.int().meta({ description: 'Questions', example: 150 }),
  answered: z.int().meta({ description: 'Of them answered surely by the evidence', example: 47 }),
  open: z.int().meta({ description: 'Of them looked at and not answered surely', example: 103 }),
};

const topic = z.enum(STANDARD_TOPICS).meta({ description: 'The subject', example: 'encryption' });

const standardTopic = z
  .object({
    topic,
    name: z.string().meta({ description: 'The name of the subject', example: 'Encryption' }),
    ...counts,
  })
  .meta({ id: 'StandardTopic', description: 'How much of one subject is answered' });

export const standardSet = z
  .object({
    state: z
      .enum(STANDARD_RUN_STATES)
      .meta({ description: 'NEVER: it has not been answered yet', example: 'COMPLETED' }),
    should_poll: z.boolean().meta({ description: 'Whether it is being answered', example: false }),
    outdated: z.boolean().meta({ description: 'Whether the evidence has changed since', example: false }),
    done: z.int().meta({ description: 'Questions that the last run has looked at', example: 150 }),
    ...counts,
    topics: z.array(standardTopic).meta({ description: 'The same by subject' }),
    failure: z.string().nullable().meta({ description: 'Why it failed; null: it did not' }),
    asked_at: microseconds.nullable().meta({ description: 'When it was last asked for; null: never' }),
    finished_at: microseconds.nullable().meta({ description: 'When the last run ended; null: it has not' }),
  })
  .meta({ id: 'StandardSet', description: 'What customers usually ask, and how much of it the evidence answers' });
export type StandardSet = z.infer<typeof standardSet>;

const standardQuestion = z
  .object({
    id: z.string().meta({ description: 'The id of the question in the standard set', example: 'backup-encryption' }),
    topic,
    question: z.string().meta({ description: 'What is asked', example: 'Are backups encrypted?' }),
    kind: z.enum(KINDS).meta({ description: 'What an answer says', example: 'yes_no' }),
    state: z.enum(STANDARD_STATES).meta({ description: 'WAITING: it has not been looked at yet', example: 'OPEN' }),
    band: z
      .enum(BANDS)
      .nullable()
      .meta({ description: 'The confidence of what was found; null: nothing was', example: 'LOW' }),
  })
  .meta({ id: 'StandardQuestion', description: 'A question that customers usually ask' });

export const standardQuestionList = z
  .object({ questions: z.array(standardQuestion), pagination })
  .meta({ id: 'StandardQuestionList', description: 'Questions of the standard set, in its order' });
export type StandardQuestionList = z.infer<typeof standardQuestionList>;
