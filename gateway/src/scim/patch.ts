import { attributeName, byName, isAttributes, textOf } from './attributes.js';
import { wrongInput } from './errors.js';

/** One operation of a PATCH, on one attribute. */
export interface Operation {
  kind: 'add' | 'replace' | 'remove';
  /** Lower case, without the core schema: "name.givenname", "members". */
  attribute: string;
  /** Of `members[value eq "…"]`: which ones are meant. */
  selected: string | undefined;
  value: unknown;
}

const KINDS = ['add', 'replace', 'remove'] as const;
const MOST_PATH = 500;
/** attribute, [filter], sub-attribute. */
const PATH = /^([a-z$][\w$:.-]*)(?:\[\s*(\w+)\s+eq\s+("(?:[^"\\]|\\.)*"|true|false)\s*\])?(?:\.([a-z$][\w$]*))?$/i;

/** The operations in order, each on one attribute: one without a path is taken apart. */
export function operationsOf(given: readonly unknown[]): Operation[] {
  return given.flatMap((one) => {
    if (!isAttributes(one)) throw wrongInput('invalidSyntax', 'Each of Operations must be an object.');
    const named = byName(one);
    const said = typeof named.get('op') === 'string' ? (named.get('op') as string).toLowerCase() : '';
    const kind = KINDS.find((name) => name === said);
    if (!kind) throw wrongInput('invalidSyntax', 'op must be one of add, replace and remove.');
    const value = named.get('value');
    const path = named.get('path');
    if (path !== undefined && path !== '') return [operation(kind, textOf(path, 'path'), value)];
    if (kind === 'remove') throw wrongInput('noTarget', 'A remove needs a path.');
    if (!isAttributes(value))
      throw wrongInput('invalidValue', 'Without a path, value must be an object of attributes.');
    return Object.entries(value).map(([name, inner]) => operation(kind, name, inner));
  });
}

function operation(kind: Operation['kind'], path: string, value: unknown): Operation {
  const [, name = '', selector, literal, part] = (path.length <= MOST_PATH && PATH.exec(path.trim())) || [];
  if (name === '') throw wrongInput('invalidPath', 'path must name an attribute, such as active or name.givenName.');
  const attribute = [attributeName(name), ...(part === undefined ? [] : [part.toLowerCase()])].join('.');
  const selected = selector?.toLowerCase() === 'value' ? (JSON.parse(literal ?? '""') as string) : undefined;
  return { kind, attribute, selected, value };
}
