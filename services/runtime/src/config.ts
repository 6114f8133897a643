import { readFileSync } from 'node:fs';
import { z } from 'zod';
import { StartError } from './start-error.js';
import { tracingVariables } from './tracing/config.js';

export { StartError };

/** Mistakes of the configuration; the message has one line for each. */
export class ConfigError extends StartError {
  constructor(lines: string[]) {
    super(lines.join('\n'));
    this.name = 'ConfigError';
  }
}

export type Environment = Record<string, string | undefined>;

/**
 * Reads one process's configuration. Each variable may also be given as NAME_FILE, the path of a file that holds it (for
 * secrets); blank counts as absent, also in the file. Throws `ConfigError` naming every variable that is wrong.
 */
export function loadConfig<S extends z.ZodObject>(schema: S, environment: Environment): Readonly<z.infer<S>> {
  const values: Record<string, string> = {};
  const mistakes: string[] = [];
  for (const name of Object.keys(schema.shape)) {
    const direct = environment[name]?.trim();
    const file = environment[`${name}_FILE`]?.trim();
    if (direct) values[name] = direct;
    else if (file) {
      try {
        const text = readFileSync(file, 'utf8').trim();
        if (text) values[name] = text;
      } catch (error) {
        mistakes.push(
          `${name}_FILE: cannot read ${file} (${error instanceof Error ? error.message : 'unknown error'})`,
        );
      }
    }
  }
  const parsed = schema.safeParse(values);
  if (!parsed.success)
    mistakes.push(...parsed.error.issues.map((issue) => `${issue.path.join('.')}: ${issue.message}`));
  if (mistakes.length > 0 || !parsed.success) throw new ConfigError(mistakes);
  return Object.freeze(parsed.data);
}

/** A whole number written as text, with bounds; `unit` is for the reader of the schema only. */
export const wholeNumber = (minimum: number, maximum: number) =>
  z
    .string()
    .regex(/^\d+$/, 'must be a whole number')
    .transform(Number)
    .refine((n) => n >= minimum && n <= maximum, `must be between ${minimum} and ${maximum}`);

export const port = wholeNumber(0, 65535);
export const logLevel = z.enum(['trace', 'debug', 'info', 'warn', 'error', 'silent']);

/** The variables that every process knows. */
export const baseConfig = z.object({
  /** trace | debug | info | warn | error | silent. */
  LOG_LEVEL: logLevel.default('info'),
  ...tracingVariables,
});

/** The process's own environment; the only reader of it outside the config files of the processes. */
export const processEnvironment = (): Environment => process.env;
