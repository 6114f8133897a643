import type { ReadBudget } from '../../documents/budget.js';
import { DocumentError } from '../../documents/errors.js';
import { cellName, type CellModel, type SheetModel } from '../../documents/model.js';
import { readOdsSheets } from '../../documents/ods/read-ods.js';
import type { OdsSheet } from '../../documents/ods/sheet-builder.js';
import { OpcPackage } from '../../documents/opc/package.js';
import type { ByteSource } from '../../documents/source.js';
import { referenceColumn, referenceRow } from '../../documents/xlsx/cell-reference.js';
import { answerColumns, headingWrite, HEADING_ROWS, type AnswerColumn } from '../added-column.js';
import { customersMark } from '../answer-text.js';
import { emptyReport, type AnswerToWrite, type ByteSink, type PlaceNote, type WriteReport } from '../model.js';
import { writesOf, type Write } from '../writes.js';
import { MOST_CELL_CHARACTERS } from '../xlsx/cell-xml.js';
import { contains, MergeLookup, type Limit } from '../xlsx/sheet-facts.js';
import { PartEncoding } from '../xml/part-text.js';
import { withEdits } from '../xml/xml-tree.js';
import { DeflatedPart } from '../zip/deflated-part.js';
import { rewriteZip } from '../zip/rewrite-zip.js';
import type { OdsValue } from './cell-value.js';
import { valueOf } from './plan-values.js';
import { sheetEdits } from './sheet-edits.js';

type PlacedWrite = Write & { row: number; column: number };

/**
 * Writes answers into the sheets of an OpenDocument spreadsheet and nothing else: in content.xml the rows that get an answer
 * are changed, everything else keeps its bytes, and every formula stays. Throws `DocumentError`.
 */
export function patchOds(
  source: ByteSource,
  questions: readonly AnswerToWrite[],
  sink: ByteSink,
  budget: ReadBudget,
): WriteReport {
  const report = emptyReport();
  const archive = OpcPackage.open(source, budget);
  const { sheets } = readOdsSheets(archive, budget);
  const bySheet = writesBySheet(questions, sheets, report);
  const columns = answerColumns(questions);
  const values = new Map<number, Map<number, Map<number, OdsValue>>>();
  for (const [sheet, writes] of bySheet) {
    const own = columns.filter((column) => column.sheet === sheet.model.name);
    const planned = plan(sheet, [...headings(sheet.model, own), ...writes], report);
    if (planned.size === 0) continue;
    values.set(sheet.model.index, planned);
    if (sheet.model.protected)
      report.notes.push({
        code: 'protected_sheet',
        message: `The sheet "${sheet.model.name}" is protected; it was filled in and stays protected.`,
      });
  }
  const replaced = new Map<string, DeflatedPart>();
  if (values.size > 0) replaced.set('content.xml', patchedContent(archive, values));
  if (values.size > 0 && archive.has('META-INF/documentsignatures.xml'))
    report.notes.push({
      code: 'signature_invalidated',
      message: 'The file carries a digital signature, which does not cover the answers.',
    });
  rewriteZip(source, replaced, sink);
  return report;
}

function patchedContent(archive: OpcPackage, values: Parameters<typeof sheetEdits>[1]): DeflatedPart {
  const entry = archive.archive.entry('content.xml');
  if (entry === undefined) throw new DocumentError('file_damaged', 'content.xml is missing');
  let encoding: PartEncoding | undefined;
  const pieces: string[] = [];
  for (const chunk of archive.archive.chunks(entry)) {
    encoding ??= PartEncoding.of(chunk);
    pieces.push(encoding.decode(chunk));
  }
  const text = pieces.join('');
  encoding ??= PartEncoding.of(new Uint8Array());
  const part = new DeflatedPart();
  part.write(encoding.encode(withEdits(text, sheetEdits(text, values, encoding))));
  return part;
}

function writesBySheet(
  questions: readonly AnswerToWrite[],
  sheets: readonly OdsSheet[],
  report: WriteReport,
): Map<OdsSheet, PlacedWrite[]> {
  const byName = new Map(sheets.map((sheet) => [sheet.model.name, sheet]));
  const bySheet = new Map<OdsSheet, PlacedWrite[]>();
  for (const question of questions) {
    const { writes, skipped } = writesOf(question);
    report.skipped.push(...skipped);
    for (const write of writes) {
      const { location, questionId, kind } = write;
      const sheet = 'cell' in location ? byName.get(location.sheet) : undefined;
      if (sheet === undefined || !('cell' in location)) {
        report.skipped.push({ questionId, kind, location, reason: 'place_not_found' });
        continue;
      }
      const placed = { ...write, row: referenceRow(location.cell), column: referenceColumn(location.cell) };
      bySheet.set(sheet, [...(bySheet.get(sheet) ?? []), placed]);
    }
  }
  return bySheet;
}

/** Headings for answer columns that hold nothing and have none. */
function headings(sheet: SheetModel, columns: readonly AnswerColumn[]): PlacedWrite[] {
  return columns.flatMap((column) => {
    if (sheet.cells.some((cell) => cell.column === column.column && cell.row >= column.firstRow - HEADING_ROWS))
      return [];
    const filled = new Map<number, Set<number>>();
    for (const { row, column: at } of sheet.cells)
      if (row < column.firstRow && row >= column.firstRow - HEADING_ROWS)
        filled.set(row, (filled.get(row) ?? new Set()).add(at));
    const write = headingWrite(column, filled);
    const isMerged = write !== undefined && sheet.merges.some((merge) => contains(merge, write.row, write.column));
    if (write === undefined || isMerged) return [];
    return [{ ...write, location: { sheet: sheet.name, cell: cellName(write.row, write.column) } }];
  });
}

/** The values of a sheet's cells, and what of it is told. */
function plan(
  sheet: OdsSheet,
  writes: readonly PlacedWrite[],
  report: WriteReport,
): Map<number, Map<number, OdsValue>> {
  const { cells, merges, validations, formulas, name } = sheet.model;
  const byPlace = new Map<string, CellModel>(cells.map((cell) => [`${cell.row},${cell.column}`, cell]));
  const covering = new MergeLookup(merges);
  const options = writes.filter(({ kind }) => kind === 'option');
  const facts = {
    formatted: sheet.formatted,
    limits: validations.flatMap(({ type, ranges, bounds }): Limit[] =>
      type === 'whole' || type === 'decimal' || type === 'date' || type === 'length' ? [{ type, ranges, bounds }] : [],
    ),
    mark: customersMark(
      options.map(({ row, column }) => byPlace.get(`${row},${column}`)?.text ?? ''),
      validations
        .filter(
          ({ ranges }) => options[0] && ranges.some((range) => contains(range, options[0]!.row, options[0]!.column)),
        )
        .flatMap((validation) => validation.options),
    ),
  };
  const planned = new Map<number, Map<number, OdsValue>>();
  for (const write of writes) {
    const { questionId, kind, location } = write;
    const merge = covering.at(write.row, write.column);
    const [row, column] = merge === undefined ? [write.row, write.column] : [merge.top, merge.left];
    const before = byPlace.get(`${row},${column}`);
    const skip = (reason: 'place_taken' | 'not_accepted' | 'formula'): void =>
      void report.skipped.push({ questionId, kind, location, reason });
    if (planned.get(row)?.has(column) === true) {
      skip('place_taken');
      continue;
    }
    const value = valueOf({ ...write, row, column }, before, facts);
    if (value === 'not_accepted') skip('not_accepted');
    if (value === undefined || value === 'not_accepted' || value.text === (before?.text ?? '')) continue;
    if (before?.formula !== undefined || formulas?.some((range) => contains(range, row, column)) === true) {
      skip('formula');
      continue;
    }
    const note: PlaceNote | undefined =
      write.text.length > MOST_CELL_CHARACTERS
        ? 'cut_to_cell_limit'
        : row === write.row && column === write.column
          ? undefined
          : 'anchor_of_merged_range';
    const place = { questionId, kind, location: { sheet: name, cell: cellName(row, column) }, text: value.text };
    report.places.push(note === undefined ? place : { ...place, note });
    planned.set(row, (planned.get(row) ?? new Map<number, OdsValue>()).set(column, value));
  }
  return planned;
}
