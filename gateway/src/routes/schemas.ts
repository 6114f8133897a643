import {
  cleanName,
  cleanText,
  decimalOf,
  EARLIEST,
  expiry,
  isUuid,
  lengthOf,
  MOST_DECIMAL,
  YEARS_TAKEN,
} from '@candor/runtime';
import { z } from 'zod';
import { MOST } from './bounds.js';

/** Microseconds since the epoch. */
export const microseconds = z
  .int()
  .meta({ description: 'Microseconds since the Unix epoch', example: 1767225600000000 });

export const id = z.uuid().meta({ example: '7c9e6679-7425-40de-944b-e07fc1f90ae7' });

/** `schema` or null. zod's own `.nullable()` documents a named schema in a way that no null can satisfy. */
export const orNull = <S extends z.ZodType>(schema: S) => z.union([schema, z.null()]);

export const pagination = z
  .object({
    total: z.int().meta({ description: 'Items in all' }),
    limit: z.int(),
    offset: z.int(),
    next_offset: z.int().optional().meta({
      description:
        'Only in a page that has fewer items than `limit` though more follow, because they are large: where the next page begins',
    }),
  })
  .meta({ id: 'Pagination' });
export type Pagination = z.infer<typeof pagination>;

export const deleted = z.object({ id, deleted: z.literal(true) }).meta({ id: 'Deleted' });
export type Deleted = z.infer<typeof deleted>;

/** A whole number among the query's parameters. */
export const wholeNumber = (minimum: number, maximum: number, fallback: number, description: string) => {
  const message = `must be a whole number from ${minimum} to ${maximum}`;
  return z
    .string({ error: (issue) => (issue.input === undefined ? undefined : 'must be given once') })
    .max(16, message)
    .regex(/^(\d+|-0)$/, message)
    .transform((digits) => Math.abs(Number(digits)))
    .refine((value) => value >= minimum && value <= maximum, message)
    .default(fallback)
    .meta({ type: 'integer', minimum, maximum, default: fallback, description });
};

/** `limit` and `offset` of a list. */
export const page = (fallback = 10) => ({
  limit: wholeNumber(1, 1000, fallback, 'Items in the page'),
  offset: wholeNumber(0, Number.MAX_SAFE_INTEGER, 0, 'Items to skip'),
});

/** A text among the query's parameters; '' when absent. */
export const word = (description: string) =>
  z
    .string('must be given once')
    .max(MOST.parameter, atMost(MOST.parameter))
    .overwrite(cleanText)
    .default('')
    .meta({ description });

/** An identifier among the query's parameters; '' when absent. */
export const reference = (description: string) =>
  z
    .string('must be given once')
    .max(MOST.id, atMost(MOST.id))
    .overwrite(identifierOf)
    .default('')
    .meta({ description });

/** One of a few words among the query's parameters; undefined when absent or blank. */
export const oneOf = <const T extends readonly [string, ...string[]]>(values: T, description: string) =>
  z
    .union([z.enum(values), z.literal('')], { error: `must be one of ${values.join(', ')}` })
    .optional()
    .transform((value) => (value === '' ? undefined : value))
    .meta({ type: 'string', enum: [...values], description });

/** Days from one review of evidence to the next; 0: none. Ten years at most. */
export const reviewEveryDays = z
  .int('must be a whole number of days')
  .min(0, 'must be from 0 to 3650')
  .max(3650, 'must be from 0 to 3650')
  .meta({ description: 'Days from one verification to the next; 0: no review cycle', example: 365 });

function atMost(characters: number): string {
  return `must have at most ${characters.toLocaleString('en')} characters`;
}

/** No text can have fewer code points than half of its units, so that long ones are refused before they are counted. */
const fits = (text: string, most: number): boolean => text.length <= 2 * most && lengthOf(text) <= most;

/** A text of several lines, as it is stored: see `cleanText`. It may be empty. */
export const text = (most: number, description?: string) =>
  z
    .string('must be a text')
    .refine((given) => fits(given, most), { error: atMost(most), abort: true })
    .overwrite(cleanText)
    .meta({ maxLength: most, ...(description === undefined ? {} : { description }) });

/** A text that says something. */
export const someText = (description: string, most: number) =>
  text(most, description)
    .refine((given) => given.trim() !== '', 'must not be blank')
    .meta({ minLength: 1, maxLength: most, description });

/** A name, in one line and as it is stored: see `cleanName`. It may be empty. */
export const name = (most: number, description?: string) =>
  z
    .string('must be a text')
    .refine((given) => fits(given, most), { error: atMost(most), abort: true })
    .overwrite(cleanName)
    .meta({ maxLength: most, ...(description === undefined ? {} : { description }) });

/** A name that says something. */
export const someName = (description: string, most: number = MOST.name) =>
  name(most, description)
    .refine((given) => given !== '', 'must not be blank')
    .meta({ minLength: 1, maxLength: most, description });

/** UUIDs are the same in any case; identifiers of other systems stay as they are. */
function identifierOf(given: string): string {
  const id = cleanName(given);
  return isUuid(id) ? id.toLowerCase() : id;
}

/** An identifier in a body, of ours or of another system. */
export const identifier = (description?: string) =>
  z
    .string('must be a text')
    .max(MOST.id, atMost(MOST.id))
    .overwrite(identifierOf)
    .meta(description === undefined ? {} : { description });

/** An email address that people or mails go by; the services say what is one. */
export const address = (description: string) =>
  someName(description, MOST.email).meta({ format: 'email', example: 'ada@example.com' });

/** A list of at most so many. */
export const list = <Item extends z.ZodType>(item: Item, most: number) =>
  z.array(item, 'must be a list').max(most, `must have at most ${most.toLocaleString('en')} entries`);

/**
 * A decimal of at least 0, as a number or as text; comes out as the text, so that it is kept exactly. Undefined when
 * absent.
 */
export const decimal = z
  .union([z.number(), z.string()], { error: 'must be a number' })
  .nullish()
  .transform((value, context) => {
    if (value === null || value === undefined) return undefined;
    const kept = decimalOf(String(value));
    if (kept === undefined) context.addIssue({ code: 'custom', message: 'must be a finite decimal of at least 0' });
    return kept;
  })
  .meta({
    type: ['number', 'string', 'null'],
    minimum: 0,
    maximum: Number.MAX_VALUE,
    maxLength: MOST_DECIMAL,
    description: 'A decimal of at least 0, as a number or as text',
    example: 125000.5,
  });

/** A real calendar date, from the year 1 on. */
export const calendarDate = z.iso
  .date({ error: 'must be a real date, as YYYY-MM-DD' })
  .refine((date) => !date.startsWith('0000'), 'must be a real date, as YYYY-MM-DD');

const ISO = /^\d{4}-\d{2}-\d{2}([Tt ]\d{2}:\d{2}(:\d{2}(\.\d{1,9})?)?([Zz]|[+-]\d{2}:?\d{2})?)?$/;

const MONTH_DAY = '((0[13578]|1[02])-(0[1-9]|[12]\\d|3[01])|(0[469]|11)-(0[1-9]|[12]\\d|30)|02-(0[1-9]|[12]\\d))';
const CLOCK = '([01]\\d|2[0-3]):[0-5]\\d(:[0-5]\\d(\\.\\d{1,9})?)?';
const OFFSET = '([Zz]|[+-]([01]\\d|2[0-3]):?[0-5]\\d)';

/** How the document tells what a time looks like, its year as `year` has it. Leap years are beyond a pattern. */
export const timePattern = (year: string): string => `${year}-${MONTH_DAY}([Tt ]${CLOCK}${OFFSET}?)?`;

/** When something expires: ISO 8601, UTC when it has no offset. Comes out as ISO 8601 in UTC, and as null what is so far away that it means never. */
export const expiryTime = z
  .string()
  .max(MOST.time, 'must be a date and time in ISO 8601')
  .transform((text, context) => {
    const at = ISO.test(text) ? Date.parse(toUtc(text)) : NaN;
    const mistake =
      Number.isNaN(at) || !isRealDate(text.slice(0, 10))
        ? 'must be a date and time in ISO 8601'
        : at * 1000 < EARLIEST
          ? `must not be so early: ${YEARS_TAKEN}`
          : undefined;
    if (mistake !== undefined) {
      context.addIssue({ code: 'custom', message: mistake });
      return z.NEVER;
    }
    return expiry(at * 1000) === undefined ? null : new Date(at).toISOString();
  })
  .meta({
    description: 'ISO 8601, from 1970; UTC when it has no offset. Later than the year 2200: never',
    example: '2027-01-01T00:00:00Z',
    maxLength: MOST.time,
    pattern: `^${timePattern('(19[7-9]\\d|[2-9]\\d{3})')}$`,
  });

const toUtc = (text: string): string => {
  const upper = text.toUpperCase().replace(' ', 'T');
  return upper.includes('T') && !/(Z|[+-]\d{2}:?\d{2})$/.test(upper.slice(10)) ? `${upper}Z` : upper;
};

/** Date.parse takes 30 February for 2 March. */
const isRealDate = (date: string): boolean => z.iso.date().safeParse(date).success;
