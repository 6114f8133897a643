import { attributeName } from './attributes.js';
import { wrongInput } from './errors.js';

export interface Filter {
  /** Lower case, e.g. "username" or "emails.value". */
  attribute: string;
  value: string;
}

const MOST = 1000;
const COMPARISON = /^([\w.:-]{1,200})\s+eq\s+("(?:[^"\\]|\\.)*"|true|false)$/i;

/** Reads `attribute eq "value"`, of which `known` attributes may be asked for; undefined when there is no filter. */
export function filterOf(text: string | undefined, known: readonly string[]): Filter | undefined {
  const given = text?.trim() ?? '';
  if (given === '') return undefined;
  const [, name = '', literal = ''] = (given.length <= MOST && COMPARISON.exec(given)) || [];
  const attribute = attributeName(name);
  if (!known.includes(attribute)) throw unknownFilter(known);
  return { attribute, value: valueOf(literal, known) };
}

function valueOf(literal: string, known: readonly string[]): string {
  if (!literal.startsWith('"')) return literal.toLowerCase();
  try {
    return JSON.parse(literal) as string;
  } catch {
    throw unknownFilter(known);
  }
}

const unknownFilter = (known: readonly string[]) =>
  wrongInput(
    'invalidFilter',
    `A filter is an attribute, eq, and a text in quotes. Attributes are: ${known.join(', ')}.`,
  );
