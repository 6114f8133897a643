import { z } from 'zod';
import { question } from '../questionnaires/question.js';
import { assignee, status } from '../questionnaires/resource.js';
import { id, microseconds, pagination } from '../schemas.js';

export const askedQuestion = z
  .object({
    question,
    questionnaire: z.object({
      id,
      title: z.string(),
      company_name: z.string(),
      deadline: z.iso.date().nullable(),
      status,
    }),
  })
  .meta({ id: 'AskedQuestion', description: 'A question that is assigned to somebody, and where it stands' });
export type AskedQuestion = z.infer<typeof askedQuestion>;

export const askedList = z.object({ questions: z.array(askedQuestion), pagination }).meta({ id: 'AskedQuestionList' });
export type AskedList = z.infer<typeof askedList>;

export const load = z
  .object({
    people: z.array(
      z.object({
        assignee,
        open_questions: z.int(),
        overdue_questions: z.int(),
        next_due_at: microseconds.nullable(),
      }),
    ),
  })
  .meta({ id: 'Load' });
export type Load = z.infer<typeof load>;
