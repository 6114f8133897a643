import { AppError, type FieldError } from '@candor/runtime';
import type { z } from 'zod';

const MAX_ERRORS = 50;

/** The value as the schema reads it, or an invalid-input error that names each wrong field. */
export function validate<S extends z.ZodType>(schema: S, value: unknown): z.output<S> {
  const parsed = schema.safeParse(value, {
    error: (issue) => (issue.code === 'invalid_type' && issue.input === undefined ? 'is required' : undefined),
  });
  if (parsed.success) return parsed.data;
  const errors = parsed.error.issues.slice(0, MAX_ERRORS).map(fieldError);
  const detail = errors.map(({ path, message }) => (path ? `${path}: ${message}` : message)).join('; ');
  throw new AppError('invalid', 'invalid_input', detail.slice(0, 500), { errors });
}

const fieldError = ({ path, message }: { path: PropertyKey[]; message: string }): FieldError => ({
  path: path.map(String).join('.'),
  message,
});
