import { EARLIEST, expiry, YEARS_TAKEN } from '@candor/runtime';
import { z } from 'zod';

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
    .regex(/^\d+$/, message)
    .transform(Number)
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
export const word = (description: string) => z.string('must be given once').default('').meta({ description });

/** One of a few words among the query's parameters; undefined when absent or blank. */
export const oneOf = <const T extends readonly [string, ...string[]]>(values: T, description: string) =>
  z
    .union([z.enum(values), z.literal('')], { error: `must be one of ${values.join(', ')}` })
    .optional()
    .transform((value) => (value === '' ? undefined : value))
    .meta({ type: 'string', enum: [...values], description });

/** A text that says something. */
export const someText = (description: string) =>
  z
    .string()
    .refine((value) => value.trim() !== '', 'must not be blank')
    .meta({ description });

/**
 * A decimal of at least 0, as a number or as text; comes out as the text, so that it is kept exactly. Undefined when
 * absent.
 */
export const decimal = z
  .union([z.number(), z.string()], { error: 'must be a number' })
  .nullish()
  .transform((value) => (value === null || value === undefined ? undefined : String(value).trim()))
  .refine(
    (value) =>
      value === undefined || (/^\+?(\d+\.?\d*|\.\d+)(e[+-]?\d+)?$/i.test(value) && Number.isFinite(Number(value))),
    'must be a finite decimal of at least 0',
  )
  .meta({
    type: ['number', 'string', 'null'],
    description: 'A decimal of at least 0, as a number or as text',
    example: 125000.5,
  });

/** A real calendar date. */
export const calendarDate = z.iso.date({ error: 'must be a real date, as YYYY-MM-DD' });

/** Characters of a time as text, offset and fraction included. */
export const MAX_TIME = 64;
const ISO = /^\d{4}-\d{2}-\d{2}([Tt ]\d{2}:\d{2}(:\d{2}(\.\d{1,9})?)?([Zz]|[+-]\d{2}:?\d{2})?)?$/;

/** When something expires: ISO 8601, UTC when it has no offset. Comes out as ISO 8601 in UTC, and as null what is so far away that it means never. */
export const expiryTime = z
  .string()
  .max(MAX_TIME, 'must be a date and time in ISO 8601')
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
    maxLength: MAX_TIME,
  });

const toUtc = (text: string): string => {
  const upper = text.toUpperCase().replace(' ', 'T');
  return upper.includes('T') && !/(Z|[+-]\d{2}:?\d{2})$/.test(upper.slice(10)) ? `${upper}Z` : upper;
};

/** Date.parse takes 30 February for 2 March. */
const isRealDate = (date: string): boolean => z.iso.date().safeParse(date).success;
