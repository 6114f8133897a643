import { z } from 'zod';
import { id, orNull } from '../schemas.js';

/** What an answer may become. */
export const REWRITE_GOALS = ['shorter', 'longer', 'plainer', 'more_formal', 'translated'] as const;
export type RewriteGoal = (typeof REWRITE_GOALS)[number];

const change = z
  .object({
    kind: z.enum(['kept', 'removed', 'added']).meta({ description: 'What became of it', example: 'kept' }),
    text: z.string().meta({ description: 'The words, with the blanks behind them', example: 'Yes. ' }),
  })
  .meta({ id: 'TextChange', description: 'A part of a text and what became of it' });

const rejection = z
  .object({
    code: z.string().meta({ description: 'Stable code for programs', example: 'number_not_in_answer' }),
    message: z.string().meta({ description: 'The same in words', example: 'The number 24 is not in the answer.' }),
  })
  .meta({ id: 'RewriteRejection', description: 'Why the text of the model is not proposed' });

export const rewriteProposal = z
  .object({
    question_id: id.meta({ description: 'Identifier of the question' }),
    version: z.int().meta({ description: 'Of the question whose answer was rewritten; also the ETag', example: 3 }),
    goal: z.enum(REWRITE_GOALS).meta({ description: 'What was asked for', example: 'shorter' }),
    outcome: z.enum(['proposed', 'unchanged', 'rejected']).meta({
      description:
        'unchanged: it is so already; rejected: what the model wrote did not pass the check, and is not shown',
      example: 'proposed',
    }),
    text: z
      .string()
      .nullable()
      .meta({ description: 'The proposed answer; null unless proposed', example: 'Yes, with AES-256.' }),
    language: z
      .string()
      .nullable()
      .meta({ description: 'BCP 47 tag of what it was translated into; null: it was not', example: null }),
    checked: z.enum(['meaning', 'facts', 'names']).nullable().meta({
      description:
        'meaning: each sentence was read out of the answer and what it cites; facts: only numbers, names and negations were compared; names: only numbers and names',
      example: 'meaning',
    }),
    note: z.string().nullable().meta({ description: 'What a person has to check; null: nothing', example: null }),
    rejection: orNull(rejection).meta({ description: 'Null unless rejected' }),
    changes: z.array(change).meta({ description: 'From the present answer to the proposed text, in order' }),
  })
  .meta({ id: 'RewriteProposal', description: 'Another wording of an answer, to take or to leave' });
export type RewriteProposal = z.infer<typeof rewriteProposal>;
