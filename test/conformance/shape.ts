import { Mismatch } from './report.js';

/** What is wrong with a value, as "path: what"; empty when nothing is. */
export type Kind = (value: unknown, path: string) => string[];

const must =
  (isSo: (value: unknown) => boolean, what: string): Kind =>
  (value, path) =>
    isSo(value) ? [] : [`${path} is ${shown(value)}, not ${what}`];
/** As JSON, and what JSON does not have in words. */
const shown = (value: unknown): string => (value === undefined ? 'absent' : JSON.stringify(value).slice(0, 80));
const matching = (pattern: RegExp, what: string): Kind =>
  must((value) => typeof value === 'string' && pattern.test(value), what);

export const text = must((value) => typeof value === 'string', 'a text');
export const filled = must((value) => typeof value === 'string' && value !== '', 'a text that is not empty');
export const bool = must((value) => typeof value === 'boolean', 'true or false');
export const num = must((value) => typeof value === 'number' && Number.isFinite(value), 'a number');
export const count = must((value) => Number.isSafeInteger(value) && Number(value) >= 0, 'a whole number from 0');
export const uuid = matching(/^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/, 'a UUID');
export const date = matching(/^\d{4}-\d{2}-\d{2}$/, 'a date YYYY-MM-DD');
export const isoUtc = matching(/^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(?:\.\d+)?Z$/, 'ISO 8601 in UTC');
/** 2001 to 2286: seconds and milliseconds have other lengths. */
export const micros = must(
  (value) => Number.isSafeInteger(value) && Number(value) >= 1e15 && Number(value) < 1e16,
  'microseconds since the epoch',
);
export const percentage = must(
  (value) =>
    typeof value === 'number' && value >= 0 && value <= 100 && Math.abs(value * 100 - Math.round(value * 100)) < 1e-6,
  'a percentage with two decimals at most',
);
export const oneOf = (...known: unknown[]): Kind =>
  must((value) => known.includes(value), `one of ${known.join(', ')}`);
export const orNull =
  (kind: Kind): Kind =>
  (value, path) =>
    value === null ? [] : kind(value, path);
export const list =
  (kind: Kind): Kind =>
  (value, path) =>
    Array.isArray(value)
      ? value.flatMap((item, i) => kind(item, `${path}[${i}]`))
      : [`${path} is ${JSON.stringify(value)}, not an array`];

/** An object that has all of these; further ones do not matter. */
export const object =
  (fields: Record<string, Kind>): Kind =>
  (value, path) => {
    if (typeof value !== 'object' || value === null || Array.isArray(value))
      return [`${path} is ${JSON.stringify(value)}, not an object`];
    const has = value as Record<string, unknown>;
    return Object.entries(fields).flatMap(([name, kind]) =>
      name in has ? kind(has[name], `${path}.${name}`) : [`${path}.${name} is absent`],
    );
  };

/** Throws `Mismatch` with all that is wrong. */
export function shaped(what: string, value: unknown, kind: Kind): void {
  const wrong = kind(value, what);
  if (wrong.length > 0) throw new Mismatch(wrong.slice(0, 5).join('; '));
}
