import type { ValidationType, ValueBounds } from '../model.js';
import { readBounds } from '../value-bounds.js';
import { asExcelFormula } from './references.js';

/** What a validation asks of a cell. A list has its options, or the source of them in the words of Excel. */
export interface Condition {
  type: ValidationType;
  options: string[];
  source: string;
  bounds?: ValueBounds;
}

const KINDS: [RegExp, ValidationType][] = [
  [/cell-content-text-length/, 'length'],
  [/cell-content-is-whole-number\(\)/, 'whole'],
  [/cell-content-is-decimal-number\(\)/, 'decimal'],
  [/cell-content-is-date\(\)/, 'date'],
  [/cell-content-is-time\(\)/, 'time'],
];

const OPERATORS = new Map([
  ['=', 'equal'],
  ['!=', 'notEqual'],
  ['>', 'greaterThan'],
  ['<', 'lessThan'],
  ['>=', 'greaterThanOrEqual'],
  ['<=', 'lessThanOrEqual'],
]);

/** Reads the condition of a validation (ODF 1.2, 19.607), such as `of:cell-content-is-in-list("Yes";"No")`. */
export function readCondition(condition: string): Condition {
  const list = /cell-content-is-in-list\(([\s\S]*)\)\s*$/.exec(condition)?.[1]?.trim();
  if (list?.startsWith('"')) return { type: 'list', options: literals(list), source: '' };
  if (list !== undefined) return { type: 'list', options: [], source: asExcelFormula(list) };
  const kind = KINDS.find(([pattern]) => pattern.test(condition))?.[1];
  const bounds = boundsOf(condition);
  return {
    type: kind ?? (bounds === undefined ? 'other' : 'decimal'),
    options: [],
    source: '',
    ...(bounds === undefined ? {} : { bounds }),
  };
}

function literals(list: string): string[] {
  const texts = [...list.matchAll(/"((?:[^"]|"")*)"/g)].map(([, text = '']) => text.replaceAll('""', '"').trim());
  return [...new Set(texts.filter((text) => text !== ''))];
}

function boundsOf(condition: string): ValueBounds | undefined {
  const between = /-is(-not)?-between\(([^,;()]+)[,;]([^,;()]+)\)/.exec(condition);
  if (between !== null)
    return readBounds(between[1] === undefined ? 'between' : 'notBetween', between[2] ?? '', between[3] ?? '');
  const compared = /cell-content(?:-text-length)?\(\)\s*(<=|>=|!=|=|<|>)\s*([^\s()]+)\s*$/.exec(condition);
  return compared === null ? undefined : readBounds(OPERATORS.get(compared[1] ?? ''), compared[2] ?? '', '');
}
