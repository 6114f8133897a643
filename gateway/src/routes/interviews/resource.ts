import { z } from 'zod';
import { suggestionList } from '../review/resource.js';
import { id, microseconds, orNull, pagination } from '../schemas.js';

export const INTERVIEW_STATES = ['DRAFT', 'SENT'] as const;
export const FACT_STATES = ['DRAFT', 'ASKED', 'ANSWERED', 'UNKNOWN', 'LEFT_OUT'] as const;
const LINKS = ['asked', 'near', 'section'] as const;

const gain = {
  promised: z.number().meta({
    description: 'How many places it is expected to answer, from measured shares; told before anybody is asked',
    example: 8.6,
  }),
  real: z.int().meta({ description: 'How many of these places have a sure answer now', example: 8 }),
  minutes: z.number().meta({
    description: 'Minutes of people: one a fact, and a half for each further question on it',
    example: 12,
  }),
};

const place = z
  .object({
    questionnaire_id: id,
    question_id: id,
    text: z.string().meta({ description: 'What is asked there', example: 'Are backups encrypted?' }),
    link: z.enum(LINKS).meta({
      description: 'asked: it is what the fact asks; near: it asks about nearly the same; section: it stands beside it',
      example: 'near',
    }),
  })
  .meta({ id: 'FactPlace', description: 'A question of a questionnaire that hangs on a fact' });

/** Of the standard set: counted apart from questions of customers. */
const STANDARD_ID = z
  .string()
  .meta({ description: 'The id of the question in the standard set', example: 'backup-encryption' });

const standardPlace = z
  .object({
    id: STANDARD_ID,
    text: z.string().meta({ description: 'What is asked there', example: 'Are backups encrypted?' }),
    link: z.enum(LINKS).meta({ description: 'As of a place', example: 'near' }),
  })
  .meta({ id: 'StandardPlace', description: 'A question of the standard set that hangs on a fact' });

const standardGain = z
  .object({
    answered_before: z.int().meta({ description: 'With a sure answer when it was planned', example: 47 }),
    answered_now: z.int().meta({ description: 'The same now, as far as the interview asked for them', example: 61 }),
    total: z.int().meta({ description: 'Questions of the set', example: 150 }),
    open: z.int().meta({ description: 'That were open or LOW when it was planned', example: 103 }),
    promised: z.number().meta({ description: 'How many it is expected to answer', example: 16.4 }),
    real: z.int().meta({ description: 'How many of these have a sure answer now', example: 14 }),
  })
  .meta({ id: 'StandardGain', description: 'What an interview promises of the standard set, and what came of it' });

export const fact = z
  .object({
    id,
    interview_id: id.meta({ description: 'Of the interview that asks it' }),
    question: z.string().meta({ description: 'What the person is asked', example: 'How are backups protected?' }),
    section: z.string().meta({ description: 'Where the question stands; empty: nowhere', example: 'Backups' }),
    places: z.array(place).meta({ description: 'What hangs on it in questionnaires; empty in the list of interviews' }),
    ...gain,
    standard_places: z.array(standardPlace).meta({ description: 'What hangs on it of the standard set' }),
    standard_promised: z.number().meta({ description: 'The same as `promised`, of the standard set', example: 1.7 }),
    standard_real: z.int().meta({ description: 'The same as `real`, of the standard set', example: 1 }),
    assignee: orNull(
      z
        .object({
          id: z.string().meta({ description: 'The user or group', example: '7c9e6679-7425-40de-944b-e07fc1f90ae7' }),
          type: z.enum(['USER', 'GROUP']).meta({ description: 'Which of both', example: 'USER' }),
        })
        .meta({ id: 'FactAssignee', description: 'Who is asked' }),
    ).meta({ description: 'Who is asked; null: nobody' }),
    state: z.enum(FACT_STATES).meta({
      description: 'UNKNOWN: the person does not know. LEFT_OUT: it is not asked',
      example: 'ASKED',
    }),
    note: z.string().nullable().meta({ description: 'What was said when it was passed on; null: nothing' }),
    answer: z.string().nullable().meta({ description: 'What the person said; null: nothing yet' }),
    answered_by: z.string().nullable().meta({
      description: 'Who answered, or did not know; null: nobody yet',
      example: 'user:7c9e6679-7425-40de-944b-e07fc1f90ae7',
    }),
    answered_at: microseconds.nullable(),
    expires_at: microseconds.nullable().meta({ description: 'Until when the answer may be used; null: always' }),
    document_id: orNull(id).meta({ description: 'The evidence that the answer became; null: not yet' }),
  })
  .meta({ id: 'Fact', description: 'One question to a person, and what hangs on it' });
export type Fact = z.infer<typeof fact>;

export const factList = z
  .object({ facts: z.array(fact) })
  .meta({ id: 'FactList', description: 'What is asked of you' });
export type FactList = z.infer<typeof factList>;

export const openedFact = fact
  .extend({ found: suggestionList.shape.suggestions.meta({ description: 'What is known near it, at most three' }) })
  .meta({ id: 'OpenedFact', description: 'A fact with what was found next to it' });
export type OpenedFact = z.infer<typeof openedFact>;

export const interview = z
  .object({
    id,
    title: z.string().meta({ description: 'Its title', example: 'Before the audit' }),
    state: z.enum(INTERVIEW_STATES).meta({ description: 'DRAFT: nobody has been asked', example: 'SENT' }),
    questionnaire_ids: z.array(id).meta({ description: 'Whose questions it is about' }),
    open_questions: z.int().meta({ description: 'Questions that were open or LOW when it was planned', example: 69 }),
    total_questions: z.int().meta({ description: 'All questions of these questionnaires then', example: 124 }),
    answered_before: z.int().meta({ description: 'Of them with a sure answer when it was planned', example: 55 }),
    answered_now: z.int().meta({ description: 'The same now, as far as the interview asked for them', example: 101 }),
    ...gain,
    standard_set: orNull(standardGain).meta({
      description: 'The same of the standard set, never counted among the above; null: it was not asked for',
    }),
    facts: z.array(fact),
    created_by: z
      .string()
      .meta({ description: 'Who planned it', example: 'user:7c9e6679-7425-40de-944b-e07fc1f90ae7' }),
    created_at: microseconds,
    sent_at: microseconds.nullable(),
  })
  .meta({ id: 'Interview', description: 'The facts that would answer most, the promised gain, and the real one' });
export type Interview = z.infer<typeof interview>;

export const interviewList = z
  .object({ interviews: z.array(interview), pagination })
  .meta({ id: 'InterviewList', description: 'Interviews, the newest first' });
export type InterviewList = z.infer<typeof interviewList>;
