import { attribute, closest, parentOf, textOf } from './tree.js';
import { isQuestionColumn } from './words/index.js';

/** The row that a control stands in. */
export interface Row {
  element: Element;
  table: Element;
  cells: Element[];
  /** The texts of the heading row, by column. */
  headings: string[];
}

const ROW = 'tr, [role=row]';
const TABLE = 'table, [role=table], [role=grid], [role=treegrid]';
const CELL = 'td, th, [role=cell], [role=gridcell], [role=rowheader], [role=columnheader]';

const rowsOf = (table: Element): Element[] =>
  [...table.querySelectorAll(ROW)].filter((row) => closest(row, TABLE) === table);
const cellsOf = (row: Element): Element[] =>
  [...row.querySelectorAll(CELL)].filter((cell) => closest(parentOf(cell) ?? cell, ROW) === row);
const span = (cell: Element): number => (cell as HTMLTableCellElement).colSpan || 1;

/** The columns of a row's cells: a cell that spans counts for each column. */
export function columnOf(row: Row, cell: Element): number {
  const stated = Number(attribute(cell, 'aria-colindex'));
  if (stated > 0) return stated - 1;
  let column = 0;
  for (const other of row.cells) {
    if (other === cell) return column;
    column += span(other);
  }
  return -1;
}

/** Reads tables once a scan. */
export class Tables {
  private readonly headings = new Map<Element, string[]>();

  /** The row around a control, if it stands in a table. `isField` tells cells that hold a control. */
  rowOf(element: Element, isField: (cell: Element) => boolean): Row | undefined {
    const row = closest(element, ROW);
    const table = row && closest(row, TABLE);
    if (!row || !table) return undefined;
    return { element: row, table, cells: cellsOf(row), headings: this.headingsOf(table, isField) };
  }

  private headingsOf(table: Element, isField: (cell: Element) => boolean): string[] {
    const known = this.headings.get(table);
    if (known) return known;
    const texts = headingTexts(rowsOf(table), isField);
    this.headings.set(table, texts);
    return texts;
  }
}

/** The last row of headings above the first row with a field: cells for headings, or two and more short texts. */
function headingTexts(rows: readonly Element[], isField: (cell: Element) => boolean): string[] {
  const firstField = rows.findIndex((row) => cellsOf(row).some(isField));
  const above = rows.slice(0, Math.max(0, firstField)).reverse();
  const heading =
    above.find(
      (row) => cellsOf(row).filter((cell) => cell.matches('th:not([scope=row]), [role=columnheader]')).length > 1,
    ) ?? above.find((row) => cellsOf(row).filter((cell) => textOf(cell)).length > 1);
  if (!heading) return [];
  const texts: (string | undefined)[] = [];
  for (const cell of cellsOf(heading)) {
    const column = Number(attribute(cell, 'aria-colindex')) - 1;
    const text = textOf(cell);
    if (column >= 0) texts[column] = text;
    else for (let count = span(cell); count > 0; count -= 1) texts.push(text);
  }
  return Array.from(texts, (text) => text ?? '');
}

/** An identifier that stands for itself: "1.2", "GRC-01", "A.5". */
export const isIdentifier = (text: string): boolean =>
  /^(?:[A-Za-z]{0,8}[-. ]?)?\d+(?:[.\-_]\w+)*[.):]?$|^[A-Z]\.?$/.test(text);

/** What a row asks in its cells without fields: the question, its number, and what explains it. */
export interface RowWords {
  text: string;
  cell: Element;
  number?: string;
  help?: string;
}

/** Finds the words of a row's question. `before` is the first cell with a field. */
export function wordsOfRow(row: Row, isField: (cell: Element) => boolean): RowWords | undefined {
  const worded = row.cells.filter((cell) => !isField(cell)).map((cell) => ({ cell, text: textOf(cell) }));
  const number = worded.find(({ text }) => isIdentifier(text))?.text;
  const texts = worded.filter(({ text }) => text.length > 1 && !isIdentifier(text) && /\p{L}/u.test(text));
  if (!texts.length) return undefined;
  const headed = texts.filter(({ cell }) => isQuestionColumn(row.headings[columnOf(row, cell)] ?? ''));
  const pool = headed.length
    ? headed
    : texts.some(({ cell }) => cell.matches('th, [role=rowheader]'))
      ? texts.filter(({ cell }) => cell.matches('th, [role=rowheader]'))
      : texts;
  const asked = pool.filter(({ text }) => text.endsWith('?'));
  const best = (asked.length ? asked : pool).reduce((one, other) =>
    other.text.length > one.text.length ? other : one,
  );
  const help = texts
    .filter((other) => other !== best && other.text.length > 25)
    .map(({ text }) => text)
    .join(' ');
  return { text: best.text, cell: best.cell, ...(number && { number }), ...(help && { help }) };
}
