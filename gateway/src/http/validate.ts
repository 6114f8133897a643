import { AppError, cleanName, type FieldError } from '@candor/runtime';
import { z } from 'zod';

const MAX_ERRORS = 50;
/** Characters of a client's own field name that are said again. */
const MAX_NAME = 100;

/** The value as the schema reads it, or an invalid-input error that names each wrong field in our words. */
export function validate<S extends z.ZodType>(schema: S, value: unknown): z.output<S> {
  const parsed = schema.safeParse(value, { error: wordsFor });
  if (parsed.success) return parsed.data;
  throw invalidInput(parsed.error.issues.flatMap(fieldErrors));
}

/** The error that names each wrong field. */
export function invalidInput(all: FieldError[]): AppError {
  const errors = all.slice(0, MAX_ERRORS);
  const detail = errors.map(({ path, message }) => (path ? `${path}: ${message}` : message)).join('; ');
  return new AppError('invalid', 'invalid_input', detail.slice(0, 500), { errors });
}

/** What is said of a field that a call does not have. */
export const unknownField = (path: string): FieldError => ({
  path: cleanName(path.slice(0, MAX_NAME)),
  message: 'is not a field of this call; check its spelling',
});

/** Whether a schema refuses the fields that it does not name. */
export const isStrict = (schema: z.ZodObject): boolean => schema.def.catchall instanceof z.ZodNever;

function fieldErrors(issue: z.core.$ZodIssue): FieldError[] {
  const path = issue.path.map(String).join('.');
  if (issue.code === 'invalid_union') {
    // The option that the value was meant for is the one of its kind.
    const meant = issue.errors.filter((one) =>
      one.every((inner) => inner.path.length > 0 || inner.code !== 'invalid_type'),
    );
    const [option] = meant;
    if (meant.length === 1 && option?.some((inner) => inner.code !== 'invalid_value'))
      return option.flatMap((inner) => fieldErrors({ ...inner, path: [...issue.path, ...inner.path] }));
  }
  if (issue.code === 'unrecognized_keys') {
    return issue.keys.map((key) => unknownField(path === '' ? key : `${path}.${key}`));
  }
  if (path === '' && issue.code === 'invalid_type') return [{ path, message: 'The body must be a JSON object.' }];
  return [{ path, message: issue.message }];
}

const EXPECTED: Readonly<Record<string, string>> = {
  string: 'must be a text',
  number: 'must be a number',
  int: 'must be a whole number',
  boolean: 'must be true or false',
  array: 'must be a list',
  object: 'must be an object',
  null: 'must be null',
};

/** What is said of a mistake for which its schema has no words of its own. */
function wordsFor(issue: z.core.$ZodRawIssue): string {
  switch (issue.code) {
    case 'invalid_type':
      return issue.input === undefined ? 'is required' : (EXPECTED[issue.expected] ?? 'is of the wrong kind');
    case 'too_big':
      return issue.origin === 'array'
        ? `must have at most ${shown(issue.maximum)} entries`
        : `must be at most ${shown(issue.maximum)}${issue.origin === 'string' ? ' characters long' : ''}`;
    case 'too_small':
      return issue.origin === 'array'
        ? `must have at least ${shown(issue.minimum)} entries`
        : `must be at least ${shown(issue.minimum)}${issue.origin === 'string' ? ' characters long' : ''}`;
    case 'invalid_value':
      return `must be ${issue.values.length === 1 ? '' : 'one of '}${issue.values.map(String).join(', ')}`;
    default:
      return 'is not of the form that the API description asks for';
  }
}

const shown = (bound: number | bigint): string => bound.toLocaleString('en');
