import { z } from 'zod';
import { askedQuestion } from '../asked/resource.js';
import { microseconds } from '../schemas.js';
import { itemFields } from './resource.js';

const handedOver = z
  .object({
    ...itemFields,
    handed_over_by: z.string(),
    handed_over_at: microseconds,
    note: z.string().nullable(),
  })
  .meta({ id: 'HandedOver', description: 'Submitted with a note, or sent back with a reason' });

export const waitingWork = z
  .object({
    open_questions: z.int(),
    assigned_questions: z.int(),
    questionnaires_total: z.int(),
    uploaded: z.boolean(),
    reviewed: z.boolean(),
    exported: z.boolean(),
    questionnaires: z
      .array(z.object({ ...itemFields, open_questions: z.int(), assigned_questions: z.int() }))
      .meta({ description: 'At most 20, the first by deadline; those without one last' }),
    asked: z.array(askedQuestion).meta({ description: 'At most 20 questions, by due date' }),
    to_approve: z.array(handedOver),
    sent_back: z.array(handedOver),
  })
  .meta({ id: 'WaitingWork' });
export type WaitingWork = z.infer<typeof waitingWork>;
