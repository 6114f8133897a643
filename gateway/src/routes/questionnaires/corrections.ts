import { z } from 'zod';
import { id, microseconds, orNull } from '../schemas.js';
import { place } from './question.js';
import { status } from './resource.js';

const MOST_AREAS = 200;
const MOST_QUESTIONS = 2000;
const LAST_ROW = 1_048_576;
const TABLES = 100_000;

/** "A" to "XFD", in any case. */
const COLUMN = /^(?:[A-Za-z]{1,2}|[A-Wa-w][A-Za-z]{2}|[Xx](?:[A-Ea-e][A-Za-z]|[Ff][A-Da-d]))$/;

const letters = z
  .string()
  .regex(COLUMN, 'must be the letters of a column, as "C" or "AB", up to XFD')
  .transform((text) => text.toUpperCase())
  .meta({ type: 'string', maxLength: 3, pattern: COLUMN.source, example: 'C' });
const column = (description: string) =>
  letters.nullish().meta({ description, example: 'C', type: ['string', 'null'], maxLength: 3, pattern: COLUMN.source });
const columnList = (description: string) =>
  z
    .array(letters)
    .max(100)
    .nullish()
    .meta({ description, example: ['E'] });
const rowNumber = (description: string) => z.int().min(1).max(LAST_ROW).nullish().meta({ description, example: 5 });

const NOT_BOTH = 'must not be given together with answers';

/** What the rules between fields refuse, as a schema says it. */
const some = { type: 'array', minItems: 1 } as const;
const BOTH = { required: ['answers', 'choices'], properties: { answers: some, choices: some } };
const ONE_CHOICE = { required: ['choices'], properties: { choices: { ...some, maxItems: 1 } } };
const NOTHING_BUT_SAID = {
  required: ['asks'],
  properties: { asks: { const: false } },
  anyOf: [
    { required: ['columns'], properties: { columns: { type: 'object' } } },
    ...['first_row', 'last_row'].map((row) => ({ required: [row], properties: { [row]: { type: 'integer' } } })),
  ],
} as const;

const saidColumns = z
  .strictObject({
    question: column('Column of the questions'),
    number: column('Column of their numbers'),
    section: column('Column that names their section'),
    answers: columnList('Columns of the answers; with several each row is asked once for each'),
    choices: columnList('Columns to tick, one for each option').meta({ example: [] }),
    comment: column('Column for remarks'),
  })
  .refine(({ answers, choices }) => !(answers?.length && choices?.length), { path: ['choices'], error: NOT_BOTH })
  .refine(({ choices }) => choices?.length !== 1, { path: ['choices'], error: 'must be two columns or more' })
  .meta({ id: 'SaidColumns', not: { anyOf: [BOTH, ONE_CHOICE] } });

const areaCorrection = z
  .strictObject({
    sheet: z
      .string()
      .max(1000)
      .meta({ description: 'Name of the sheet; "" for a CSV or a text document', example: 'Controls' }),
    table: z
      .int()
      .min(1)
      .max(TABLES)
      .nullish()
      .meta({ description: 'Table of a text document, from 1', example: null }),
    asks: z.boolean().nullish().meta({ description: 'False: nothing is asked here', example: true }),
    columns: orNull(saidColumns).optional().meta({ description: 'What is not said the engine decides' }),
    first_row: rowNumber('First row of the questions, as people count'),
    last_row: rowNumber('Last row of the questions').meta({ example: 118 }),
  })
  .refine((one) => one.asks !== false || (!one.columns && !one.first_row && !one.last_row), {
    path: ['asks'],
    error: 'must not be false where columns or rows are given',
  })
  .refine((one) => (one.first_row ?? 1) <= (one.last_row ?? LAST_ROW), {
    path: ['last_row'],
    error: 'must not be above first_row',
  })
  .meta({ id: 'AreaCorrection', not: NOTHING_BUT_SAID });

const pointed = z
  .strictObject(place.shape)
  .refine(
    (one) =>
      one.cell !== undefined ||
      one.paragraph !== undefined ||
      one.field !== undefined ||
      (one.page !== undefined && one.line !== undefined) ||
      (one.table !== undefined && one.row !== undefined && one.column !== undefined),
    'must be {sheet, cell}, {table, row, column}, {page, line}, {paragraph} or {field}',
  )
  .meta({
    anyOf: [['cell'], ['paragraph'], ['field'], ['page', 'line'], ['table', 'row', 'column']].map((required) => ({
      required,
    })),
  });
const EXAMPLE_PLACE = { sheet: 'Controls', cell: 'C44' };

/** Corrections as people give them and as they are in force. */
export const corrections = z
  .strictObject({
    areas: z
      .array(areaCorrection)
      .max(MOST_AREAS)
      .meta({ description: 'What is said of sheets, documents and tables' }),
    add: z
      .array(
        z.strictObject({
          location: pointed.meta({ description: 'Where the question stands', example: EXAMPLE_PLACE }),
          answer_location: orNull(pointed)
            .optional()
            .meta({
              description: 'Where its answer goes; absent: the engine decides',
              example: { sheet: 'Controls', cell: 'E44' },
            }),
        }),
      )
      .max(MOST_QUESTIONS)
      .meta({ description: 'Questions that are asked besides, or whose answers go elsewhere' }),
    remove: z
      .array(
        z.strictObject({
          location: pointed.meta({
            description: 'Where the question stands',
            example: { sheet: 'Controls', cell: 'C7' },
          }),
        }),
      )
      .max(MOST_QUESTIONS)
      .meta({ description: 'Questions that are none' }),
  })
  .meta({ id: 'Corrections' });
export type CorrectionsInput = z.output<typeof corrections>;
export type Corrections = z.input<typeof corrections>;

const usedColumns = z
  .object({
    question: z.string().nullable().meta({ description: 'Column of the questions', example: 'C' }),
    number: z.string().nullable().meta({ description: 'Column of their numbers', example: 'A' }),
    section: z.string().nullable().meta({ description: 'Column that names their section', example: 'B' }),
    answers: z.array(z.string()).meta({ description: 'Columns of the answers', example: ['E'] }),
    choices: z.array(z.string()).meta({ description: 'Columns to tick, one for each option', example: [] }),
    comment: z.string().nullable().meta({ description: 'Column for remarks', example: 'F' }),
  })
  .meta({ id: 'UsedColumns' });

export const extractionLayout = z
  .object({
    areas: z
      .array(
        z.object({
          sheet_id: z.string().meta({ description: 'Id of the sheet' }),
          sheet: z
            .string()
            .meta({ description: 'Name of the sheet; "" for a CSV or a text document', example: 'Controls' }),
          table: z
            .int()
            .nullable()
            .meta({ description: 'Table of a text document, from 1; null for all of it', example: null }),
          hidden: z.boolean().meta({ description: 'Nobody who opens the file sees it', example: false }),
          row_count: z.int().meta({ description: 'Rows up to the last that holds something', example: 120 }),
          column_count: z.int().meta({ description: 'Columns up to the last that holds something', example: 7 }),
          questions: z.int().meta({ description: 'Questions that were found here', example: 34 }),
          asks: z.boolean().meta({ description: 'Whether any were', example: true }),
          headings: z
            .array(
              z.object({
                column: z.string().meta({ description: 'Letters of the column', example: 'C' }),
                text: z.string().meta({ description: 'What stands above it', example: 'Control' }),
              }),
            )
            .meta({ description: 'What was taken for headings' }),
          columns: orNull(usedColumns).meta({
            description: 'What each column was taken for; null where no table was found',
          }),
          first_row: z.int().nullable().meta({ description: 'First row that asks', example: 5 }),
          last_row: z.int().nullable().meta({ description: 'Last row that asks', example: 118 }),
        }),
      )
      .meta({ description: 'Sheets, or a text document and its tables' }),
  })
  .meta({ id: 'ExtractionLayout' });
export type ExtractionLayout = z.infer<typeof extractionLayout>;

export const correctionsInForce = z
  .object({
    can_correct: z.boolean().meta({ description: 'Whether it can be corrected now' }),
    why_not: z.string().nullable().meta({ description: 'Why not, and what to do', example: null }),
    corrections: corrections.meta({ description: 'Those in force' }),
    corrected_at: microseconds.nullable(),
    corrected_by: z
      .string()
      .nullable()
      .meta({ description: 'Who gave them', example: 'user:7c9e6679-7425-40de-944b-e07fc1f90ae7' }),
    remembered: orNull(
      z.object({
        corrections: corrections.meta({ description: 'What was said of a file of this shape' }),
        from: z
          .object({
            questionnaire_id: id.meta({ description: 'The questionnaire that was corrected' }),
            title: z.string().meta({ description: 'Its title', example: 'Vendor assessment 2026' }),
          })
          .meta({ description: 'Where they come from' }),
        at: microseconds,
      }),
    ).meta({ description: 'Null when there are none, or when they are in force' }),
  })
  .meta({ id: 'CorrectionsInForce' });
export type CorrectionsInForce = z.input<typeof correctionsInForce>;

const count = (description: string) => z.int().meta({ description, example: 2 });
const text = z.string().meta({ description: 'What it asks', example: 'Is data encrypted at rest?' });
const whole = orNull(place);

export const correctionsDifference = z
  .object({
    dry_run: z.boolean().meta({ description: 'Whether nothing was changed' }),
    counts: z
      .object({
        added: count('Questions that come'),
        removed: count('Questions that go'),
        removed_with_work: count('Those of them that somebody has worked on'),
        moved: count('Questions that stay and whose answers go elsewhere'),
        kept: count('Questions that stay with their answers, reviews and comments'),
      })
      .meta({ description: 'How many, of all' }),
    added: z
      .array(
        z.object({
          location: whole.meta({ description: 'Where it stands' }),
          answer_location: whole.meta({ description: 'Where its answer goes' }),
          text,
          section: z.string().nullable().meta({ description: 'Its section', example: 'Access' }),
        }),
      )
      .meta({ description: 'The first 200 that come' }),
    removed: z
      .array(
        z.object({
          question_id: z.string().meta({ description: 'Id of the question' }),
          location: whole.meta({ description: 'Where it stands' }),
          text,
          has_work: z.boolean().meta({ description: 'Somebody has answered, commented, approved or assigned it' }),
        }),
      )
      .meta({ description: 'The first 200 that go' }),
    moved: z
      .array(
        z.object({
          question_id: z.string().meta({ description: 'Id of the question' }),
          location: whole.meta({ description: 'Where it stands' }),
          text,
          from: whole.meta({ description: 'Where its answer went' }),
          to: whole.meta({ description: 'Where its answer goes' }),
        }),
      )
      .meta({ description: 'The first 200 whose answers go elsewhere' }),
    left_out: z
      .array(
        z.object({
          path: z.string().meta({ description: 'Which one', example: 'add.0' }),
          message: z.string().meta({ description: 'Why', example: 'No text stands there that could be a question.' }),
        }),
      )
      .meta({ description: 'Remembered corrections that do not fit this file' }),
    status: status.meta({ description: 'Of the questionnaire after the call' }),
    should_poll: z.boolean().meta({ description: 'Whether it is being processed: poll the overview' }),
  })
  .meta({ id: 'CorrectionsDifference' });
export type CorrectionsDifference = z.infer<typeof correctionsDifference>;

export const forgotten = z
  .object({ forgotten: z.boolean().meta({ description: 'False: there was nothing to forget' }) })
  .meta({ id: 'Forgotten' });
export type Forgotten = z.infer<typeof forgotten>;
