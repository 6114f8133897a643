import { cellName, type CellModel, type SheetModel, type WorkbookModel } from '../../documents/model.js';
import { referenceColumn, referenceRow } from '../../documents/xlsx/cell-reference.js';
import { boxSign, customersMark, isMark, isPlainNumber } from '../answer-text.js';
import { emptyReport, type AnswerToWrite, type ByteSink, type WriteReport } from '../model.js';
import { writesOf, type Write } from '../writes.js';
import { contains } from '../xlsx/sheet-facts.js';
import { cellText, SheetNames, writeWorkbook, type WorkbookWriter } from './workbook-out.js';

type Worksheet = ReturnType<WorkbookWriter['addWorksheet']>;

/** A workbook in the layout of one that cannot be written back (.xls): the same sheets and cells, with the answers in place. */
export async function mirrorWorkbook(
  model: WorkbookModel,
  questions: readonly AnswerToWrite[],
  sink: ByteSink,
  createdAt: number,
): Promise<WriteReport> {
  const report = emptyReport();
  const bySheet = new Map<string, Write[]>(model.sheets.map((sheet) => [sheet.name, []]));
  for (const question of questions) {
    const { writes, skipped } = writesOf(question);
    report.skipped.push(...skipped);
    for (const write of writes) {
      const own = 'cell' in write.location ? bySheet.get(write.location.sheet) : undefined;
      if (own === undefined) {
        const { questionId, kind, location } = write;
        report.skipped.push({ questionId, kind, location, reason: 'place_not_found' });
      } else own.push(write);
    }
  }
  await writeWorkbook(sink, createdAt, (workbook) => {
    const names = new SheetNames();
    for (const own of model.sheets) {
      const sheet = workbook.addWorksheet(names.next(own.name), {
        state: own.hidden ? 'hidden' : 'visible',
        views: [{ rightToLeft: own.rightToLeft }],
      });
      writeSheet(sheet, own, bySheet.get(own.name) ?? [], report);
      sheet.commit();
    }
  });
  return report;
}

function writeSheet(sheet: Worksheet, model: SheetModel, writes: readonly Write[], report: WriteReport): void {
  sheet.columns = widths(model).map((width, column) => ({ width, hidden: isHidden(model, column) }));
  const rows = new Map<number, Map<number, { text: string; like?: CellModel }>>();
  const put = (row: number, column: number, text: string, like?: CellModel): void => {
    const cells = rows.get(row) ?? new Map<number, { text: string; like?: CellModel }>();
    rows.set(row, cells);
    cells.set(column, like === undefined ? { text } : { text, like });
  };
  for (const cell of model.cells) put(cell.row, cell.column, cell.text, cell);
  writeAnswers(rows, put, openWrites(model, writes, report), report);
  const hiddenRows = new Set(model.hiddenRows);
  for (const [number, cells] of [...rows].sort((a, b) => a[0] - b[0])) {
    const row = sheet.getRow(number + 1);
    if (hiddenRows.has(number)) row.hidden = true;
    for (const [column, { text, like }] of [...cells].sort((a, b) => a[0] - b[0])) {
      const cell = row.getCell(column + 1);
      cell.value = like?.type === 'number' && isPlainNumber(text) ? Number(text) : cellText(text);
      cell.alignment = { wrapText: true, vertical: 'top' };
      if (like?.bold === true) cell.font = { bold: true };
      if (like?.filled === true) cell.fill = { type: 'pattern', pattern: 'solid', fgColor: { argb: 'FFE7E6E6' } };
    }
  }
  for (const { top, left, bottom, right } of model.merges.slice(0, MOST_MERGES))
    sheet.mergeCells(top + 1, left + 1, bottom + 1, right + 1);
  addLists(sheet, model);
}

/** Writes that go to no formula: what a formula shows is not replaced. */
function openWrites(model: SheetModel, writes: readonly Write[], report: WriteReport): Write[] {
  const computed = new Set(
    model.cells.flatMap(({ formula, row, column }) => (formula === undefined ? [] : [`${row},${column}`])),
  );
  return writes.filter((write) => {
    if (!('cell' in write.location)) return true;
    const [row, column] = [referenceRow(write.location.cell), referenceColumn(write.location.cell)];
    const covered = model.formulas?.some((range) => contains(range, row, column)) ?? false;
    if (!covered && !computed.has(`${row},${column}`)) return true;
    const { questionId, kind, location } = write;
    report.skipped.push({ questionId, kind, location, reason: 'formula' });
    return false;
  });
}

function writeAnswers(
  rows: ReadonlyMap<number, ReadonlyMap<number, { text: string }>>,
  put: (row: number, column: number, text: string) => void,
  writes: readonly Write[],
  report: WriteReport,
): void {
  const cellOf = (write: Write) => ('cell' in write.location ? write.location.cell : '');
  const textAt = (write: Write): string =>
    rows.get(referenceRow(cellOf(write)))?.get(referenceColumn(cellOf(write)))?.text ?? '';
  const mark = customersMark(writes.filter((write) => write.kind === 'option').map(textAt), []);
  for (const write of writes) {
    const before = textAt(write);
    const text =
      write.kind !== 'option'
        ? write.text
        : (boxSign(before, write.ticked) ?? (write.ticked ? mark : isMark(before) ? '' : before));
    if (text === before) continue;
    put(referenceRow(cellOf(write)), referenceColumn(cellOf(write)), text);
    const { questionId, kind, location } = write;
    report.places.push({ questionId, kind, location, text });
  }
}

/** exceljs expands what it merges; a form has hundreds. */
const MOST_MERGES = 5_000;
/** Longest list that a validation can hold itself. */
const MOST_LIST_CHARACTERS = 255;

/** The part of exceljs's worksheet that takes a validation for a whole range; its types only know single cells. */
interface Validations {
  dataValidations?: { add(range: string, validation: object): void };
}

function addLists(sheet: Worksheet, model: SheetModel): void {
  for (const { type, ranges, options } of model.validations) {
    const list = options.join(',');
    if (
      type !== 'list' ||
      options.length === 0 ||
      list.length > MOST_LIST_CHARACTERS ||
      options.some((o) => o.includes(','))
    )
      continue;
    for (const { top, left, bottom, right } of ranges) {
      const range = `${cellName(top, left)}:${cellName(bottom, right)}`;
      (sheet as unknown as Validations).dataValidations?.add(range, {
        type: 'list',
        allowBlank: true,
        formulae: [`"${list.replaceAll('"', '""')}"`],
        sqref: range,
      });
    }
  }
}

const isHidden = (model: SheetModel, column: number): boolean =>
  model.hiddenColumns.some(({ left, right }) => left <= column && column <= right);

/** Widths that show the text: what half of a column's longer cells need, within bounds. */
function widths(model: SheetModel): number[] {
  const found: number[] = [];
  for (const { column, text } of model.cells) {
    if (column > 200) continue;
    const longest = Math.max(...text.split('\n').map((line) => line.length));
    found[column] = Math.max(found[column] ?? 12, Math.min(60, longest));
  }
  return Array.from(found, (width) => (width as number | undefined) ?? 12);
}
