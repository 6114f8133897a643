import type { NamespaceScope } from '../../documents/xml/namespaces.js';
import { opened, withAttribute, type PartEncoding } from '../xml/part-text.js';
import type { OpenedTag } from '../xml/walk-xml.js';
import { cellWithValue, type CellChild, type OdsValue } from './cell-value.js';

/** A row's element; it stands for `repeated` rows from `top` on. */
export interface RowElement {
  tag: OpenedTag;
  contentEnd: number;
  end: number;
  top: number;
  repeated: number;
  cells: CellElement[];
}

/** A cell's element; it stands for `repeated` cells from `column` on. */
export interface CellElement {
  tag: OpenedTag;
  end: number;
  column: number;
  repeated: number;
  children: CellChild[];
}

type Wanted = readonly [at: number, values: ReadonlyMap<number, OdsValue>][];

/** A row's text with values in some of the rows that it stands for: it is parted around them. */
export function editedRow(text: string, row: RowElement, wanted: Wanted, encoding: PartEncoding): string {
  const tag = text.slice(row.tag.start, row.tag.end);
  const name = `${row.tag.scope.prefixOf('table:') ?? ''}:number-rows-repeated`;
  const rest = text.slice(row.tag.end, row.end);
  let result = '';
  let next = row.top;
  for (const [at, values] of wanted) {
    if (at > next) result += repeatedTag(tag, name, at - next) + rest;
    result += oneRow(text, row, repeatedTag(tag, name, 1), values, encoding);
    next = at + 1;
  }
  const left = row.top + row.repeated - next;
  return left > 0 ? result + repeatedTag(tag, name, left) + rest : result;
}

/** Rows that the sheet does not have yet, `from` being the first of them. */
export function newRows(from: number, wanted: Wanted, scope: NamespaceScope, encoding: PartEncoding): string {
  const prefix = prefixOf(scope);
  let result = '';
  let next = from;
  for (const [at, values] of wanted) {
    const gap = repeatedTag(`<${prefix}table-row>`, `${prefix}number-rows-repeated`, at - next);
    if (at > next) result += `${gap}<${prefix}table-cell/></${prefix}table-row>`;
    result += `<${prefix}table-row>${newCells(0, values, scope, encoding)}</${prefix}table-row>`;
    next = at + 1;
  }
  return result;
}

const prefixOf = (scope: NamespaceScope): string => {
  const prefix = scope.prefixOf('table:') ?? '';
  return prefix === '' ? '' : `${prefix}:`;
};

const repeatedTag = (tag: string, name: string, count: number): string =>
  withAttribute(tag, name, count === 1 ? undefined : String(count));

function oneRow(
  text: string,
  row: RowElement,
  tag: string,
  values: ReadonlyMap<number, OdsValue>,
  encoding: PartEncoding,
): string {
  const { scope } = row.tag;
  let result = opened(tag);
  let at = row.tag.end;
  const left = new Map(values);
  for (const cell of row.cells) {
    const own = [...left].filter(([column]) => column >= cell.column && column < cell.column + cell.repeated);
    if (own.length === 0) continue;
    for (const [column] of own) left.delete(column);
    result += text.slice(at, cell.tag.start) + editedCell(text, cell, own, encoding);
    at = cell.end;
  }
  const last = row.cells.at(-1);
  const bodyEnd = last?.end ?? row.tag.end;
  if (left.size > 0) {
    if (at < bodyEnd) result += text.slice(at, bodyEnd);
    result += newCells((last?.column ?? 0) + (last?.repeated ?? 0), left, scope, encoding);
    at = bodyEnd;
  }
  return row.tag.isEmpty ? `${result}</${prefixOf(scope)}table-row>` : result + text.slice(at, row.end);
}

function editedCell(
  text: string,
  cell: CellElement,
  own: readonly [column: number, value: OdsValue][],
  encoding: PartEncoding,
): string {
  const { scope } = cell.tag;
  const tag = text.slice(cell.tag.start, cell.tag.end);
  const rest = text.slice(cell.tag.end, cell.end);
  const name = `${scope.prefixOf('table:') ?? ''}:number-columns-repeated`;
  const kept = {
    notes: stretches(text, cell, ({ name: child }) => child.startsWith('office:')),
    drawings: stretches(text, cell, ({ name: child }) => !/^(?:office|text):/.test(child)),
  };
  let result = '';
  let next = cell.column;
  for (const [column, value] of [...own].sort(([a], [b]) => a - b)) {
    if (column > next) result += repeatedTag(tag, name, column - next) + rest;
    result += cellWithValue(repeatedTag(tag, name, 1), kept, value, scope, encoding);
    next = column + 1;
  }
  const left = cell.column + cell.repeated - next;
  return left > 0 ? result + repeatedTag(tag, name, left) + rest : result;
}

const stretches = (text: string, cell: CellElement, kept: (child: CellChild) => boolean): string =>
  cell.children
    .filter(kept)
    .map(({ start, end }) => text.slice(start, end))
    .join('');

/** Cells behind the last one of a row, `from` being the first column. */
function newCells(
  from: number,
  values: ReadonlyMap<number, OdsValue>,
  scope: NamespaceScope,
  encoding: PartEncoding,
): string {
  const prefix = prefixOf(scope);
  const none = { notes: '', drawings: '' };
  let result = '';
  let next = from;
  for (const [column, value] of [...values].sort(([a], [b]) => a - b)) {
    if (column > next)
      result += repeatedTag(`<${prefix}table-cell/>`, `${prefix}number-columns-repeated`, column - next);
    result += cellWithValue(`<${prefix}table-cell>`, none, value, scope, encoding);
    next = column + 1;
  }
  return result;
}
