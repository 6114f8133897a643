import { cleanName } from '@candor/runtime';
import { wrongInput } from './errors.js';

/** Attributes as JSON holds them. */
export type Attributes = Record<string, unknown>;

/** The schema that an attribute's name may carry in front. */
const URN = /^urn:ietf:params:scim:schemas:core:2\.0:(?:user|group):/i;
/** Longer texts are refused before anything looks at them; what is stored has its own, shorter bounds. */
const MOST_TEXT = 2000;

/** An attribute's name as it is compared: SCIM knows no case, and the core schema need not be named. */
export const attributeName = (given: string): string => given.replace(URN, '').toLowerCase();

export const isAttributes = (value: unknown): value is Attributes =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** The attributes by their names without case; nulls count as absent (RFC 7643, 2.5). */
export function byName(attributes: Attributes): Map<string, unknown> {
  const named = new Map<string, unknown>();
  for (const [name, value] of Object.entries(attributes)) {
    if (value !== null && value !== undefined) named.set(attributeName(name), value);
  }
  return named;
}

/** The text of a simple attribute; some clients wrap it into a list of one value. */
export function textOf(value: unknown, path: string): string {
  const inner = unwrapped(value);
  if (typeof inner === 'number') return String(inner);
  if (typeof inner !== 'string') throw wrongInput('invalidValue', `${path} must be a text.`);
  if (inner.length > MOST_TEXT) throw wrongInput('invalidValue', `${path} has more than ${MOST_TEXT} characters.`);
  return inner;
}

/** A truth value; Entra ID also sends it as the text "True" or "False". */
export function booleanOf(value: unknown, path: string): boolean {
  const inner = unwrapped(value);
  if (typeof inner === 'boolean') return inner;
  const text = typeof inner === 'string' ? inner.toLowerCase() : '';
  if (text === 'true' || text === 'false') return text === 'true';
  throw wrongInput('invalidValue', `${path} must be true or false.`);
}

function unwrapped(value: unknown): unknown {
  const [only, ...more] = Array.isArray(value) ? (value as unknown[]) : [value];
  if (more.length > 0) return value;
  return isAttributes(only) && 'value' in only ? only['value'] : only;
}

/** The address of a list of e-mail addresses that counts: the primary one, else the one for work, else the first. */
export function emailOf(value: unknown): string {
  const list = (Array.isArray(value) ? (value as unknown[]) : [value]).map((one) =>
    isAttributes(one) ? byName(one) : new Map<string, unknown>([['value', one]]),
  );
  const addressed = list.filter((one) => one.get('value') !== undefined);
  const says = (one: Map<string, unknown>, name: string, wanted: string): boolean => {
    const value = one.get(name);
    return (typeof value === 'string' || typeof value === 'boolean') && String(value).toLowerCase() === wanted;
  };
  const isPrimary = (one: Map<string, unknown>): boolean => says(one, 'primary', 'true');
  const isWork = (one: Map<string, unknown>): boolean => says(one, 'type', 'work');
  const chosen = addressed.find(isPrimary) ?? addressed.find(isWork) ?? addressed[0];
  return chosen === undefined ? '' : textOf(chosen.get('value'), 'emails.value');
}

/** The ids in a list of members: texts, as all ids of users are. */
export function memberIdsOf(value: unknown): string[] {
  const list = Array.isArray(value) ? (value as unknown[]) : [value];
  return list.map((one) => {
    const id = isAttributes(one) ? byName(one).get('value') : one;
    if (typeof id !== 'string') throw wrongInput('invalidValue', 'members.value must be a text, the id of a user.');
    return textOf(id, 'members.value').toLowerCase();
  });
}

/** A name that something must have: not one of blanks and what cannot be seen. */
export function givenName(value: unknown, path: string): string {
  const name = textOf(value, path).trim();
  if (cleanName(name) === '') throw wrongInput('invalidValue', `${path} must not be blank.`);
  return name;
}
