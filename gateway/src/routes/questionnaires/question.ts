import { z } from 'zod';
import { id, microseconds, orNull, pagination } from '../schemas.js';
import { assignee, coverage } from './resource.js';

export const ANSWER_STATUSES = [
  'UNANSWERED',
  'AI_ANSWERED',
  'MANUALLY_ANSWERED',
  'NEEDS_INFO',
  'NOT_APPLICABLE',
  'FAILED',
] as const;

export const ACCOUNT_CLASSES = [
  'question',
  'answer',
  'section',
  'header',
  'instruction',
  'options',
  'skipped',
] as const;

/** No file that is read has so many rows, lines or cells: the reader stops at half of it. */
const MOST_PLACES = 10_000_000;
const ordinal = z.int().min(0).max(MOST_PLACES).optional();

export const place = z
  .object({
    sheet: z.string().max(1000).optional(),
    cell: z.string().max(20).optional().meta({ example: 'B7' }),
    table: ordinal,
    row: ordinal,
    column: ordinal,
    page: ordinal,
    line: ordinal,
    paragraph: ordinal,
    field: z.string().max(10_000).optional(),
  })
  .meta({ id: 'Place', description: 'A place in the document: {sheet, cell}, {table, row, column}, {page, line}, …' });
export type Place = z.infer<typeof place>;

export const confidence = z
  .object({ score: z.number().min(0).max(1), band: z.enum(['HIGH', 'MEDIUM', 'LOW']) })
  .meta({ id: 'Confidence' });

export const citation = z
  .object({
    source_id: z.string(),
    source_type: z.string().meta({ example: 'document' }),
    title: z.string(),
    locator: z.string().meta({ example: 'Security policy > Passwords' }),
    quote: z.string(),
  })
  .meta({ id: 'Citation' });
export type Citation = z.infer<typeof citation>;

const assignment = z
  .object({
    assignee,
    due_at: microseconds.nullable(),
    note: z.string().nullable(),
    assigned_by: z.string(),
    assigned_at: microseconds,
    done_at: microseconds.nullable(),
    done_by: z.string().nullable(),
  })
  .meta({ id: 'Assignment', description: 'What was asked of the assignee' });

const sentBack = z
  .object({ reason: z.string(), by: z.string(), at: microseconds })
  .meta({ id: 'SentBack', description: 'Why the answer was sent back; gone once somebody has changed it' });

const DEPENDENCE_KINDS = ['if_yes', 'if_no', 'if_other', 'part', 'reference'] as const;
export type DependenceKind = (typeof DEPENDENCE_KINDS)[number];

const dependence = z
  .object({ question_id: z.string(), kind: z.enum(DEPENDENCE_KINDS) })
  .meta({ id: 'Dependence', description: 'How a question hangs on an earlier one' });

export const QUESTION_SORTS = ['place', 'dependents'] as const;

export const question = z
  .object({
    id,
    sheet_id: z.string(),
    ordinal: z.int(),
    section: z.string().nullable(),
    number: z.string().nullable(),
    text: z.string(),
    location: orNull(place),
    answer_location: orNull(place),
    comment_location: orNull(place),
    answer_type: z.enum(['text', 'boolean', 'choice', 'multi_choice', 'number', 'date']),
    options: z.array(z.string()),
    is_required: z.boolean(),
    existing_answer: z.string().nullable(),
    answer: z.string().nullable(),
    comment: z.string().nullable(),
    answer_status: z.enum(ANSWER_STATUSES),
    answered_by: z.enum(['AI', 'PERSON', 'FILE']).nullable(),
    approved_by: z.string().nullable(),
    approved_at: microseconds.nullable(),
    confidence: orNull(confidence),
    review_note: z.string(),
    hidden: z.boolean(),
    citations: z.array(citation),
    assignee: orNull(assignee),
    assignment: orNull(assignment),
    sent_back: orNull(sentBack),
    depends_on: orNull(dependence),
    dependents: z.int().min(0),
    version: z.int(),
    history_count: z.int(),
  })
  .meta({ id: 'Question' });
export type Question = z.infer<typeof question>;

export const questionList = z.object({ questions: z.array(question), pagination }).meta({ id: 'QuestionList' });
export type QuestionList = z.infer<typeof questionList>;

export const extractionAccount = z
  .object({
    entries: z.array(
      z.object({
        sheet_id: z.string().nullable(),
        class: z.enum(ACCOUNT_CLASSES),
        reason: z.string(),
        location: orNull(place),
        text: z.string(),
      }),
    ),
    pagination,
    coverage: orNull(coverage),
  })
  .meta({ id: 'ExtractionAccount' });
export type ExtractionAccount = z.infer<typeof extractionAccount>;
