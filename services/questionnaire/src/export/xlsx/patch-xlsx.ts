import type { ReadBudget } from '../../documents/budget.js';
import { DocumentError } from '../../documents/errors.js';
import { OpcPackage } from '../../documents/opc/package.js';
import type { ByteSource } from '../../documents/source.js';
import { referenceColumn, referenceRow } from '../../documents/xlsx/cell-reference.js';
import { NumberFormats } from '../../documents/xlsx/number-formats.js';
import { readSharedStrings } from '../../documents/xlsx/shared-strings.js';
import { readStyles, type CellStyle } from '../../documents/xlsx/styles.js';
import { readWorkbookPart, type SheetReference } from '../../documents/xlsx/workbook-part.js';
import { partKey } from '../../documents/zip/directory.js';
import { answerColumns } from '../added-column.js';
import { isPlainNumber } from '../answer-text.js';
import { emptyReport, type AnswerToWrite, type ByteSink, type WriteReport } from '../model.js';
import { writesOf } from '../writes.js';
import { DeflatedPart } from '../zip/deflated-part.js';
import { RereadPart } from '../zip/part-bytes.js';
import { rewriteZip } from '../zip/rewrite-zip.js';
import { DrawnCheckBoxes } from './check-boxes.js';
import { patchSheet, type PlacedWrite, type SheetPatch } from './patch-sheet.js';

/**
 * Writes answers into the sheets of a spreadsheet package and nothing else: the sheets' XML is changed where answers go,
 * every other part keeps its bytes, and every formula stays. Streams: memory grows with the answers and the compressed
 * sheets, not with the workbook. Throws `DocumentError`.
 */
export async function patchXlsx(
  source: ByteSource,
  questions: readonly AnswerToWrite[],
  sink: ByteSink,
  budget: ReadBudget,
): Promise<WriteReport> {
  const report = emptyReport();
  const opc = OpcPackage.open(source, budget);
  const workbook = readWorkbookPart(opc);
  const bySheet = writesBySheet(questions, workbook.sheets, report);
  const formats = await NumberFormats.load(workbook.date1904);
  let strings: readonly string[] | undefined;
  let styles: CellStyle[] | undefined;
  const context = {
    strings: () => (strings ??= readSharedStrings(opc, workbook.sharedStrings).texts),
    showsAs: (number: string, style: string | undefined) => {
      if (!isPlainNumber(number)) return { text: '', isDate: false };
      styles ??= readStyles(opc, workbook.styles, formats);
      const format = styles[Number(style ?? 0)]?.format;
      return { text: format?.show(number) ?? number, isDate: format?.isDate === true };
    },
    date1904: workbook.date1904,
    report,
  };
  const replaced = new Map<string, DeflatedPart>();
  const columns = answerColumns(questions);
  tickDrawnBoxes({ source, opc, budget }, workbook.sheets, bySheet, replaced, context);
  for (const [sheet, writes] of bySheet) {
    const own = { ...context, answerColumns: columns.filter((column) => column.sheet === sheet.name) };
    const patched = patchPart({ source, opc, budget }, sheet, writes, own);
    if (patched === undefined) continue;
    replaced.set(partKey(sheet.part), patched.part);
    if (patched.isProtected)
      report.notes.push({
        code: 'protected_sheet',
        message: `The sheet "${sheet.name}" is protected; it was filled in and stays protected.`,
      });
  }
  noteSignature(opc, replaced.size > 0, report);
  rewriteZip(source, replaced, sink);
  return report;
}

function writesBySheet(
  questions: readonly AnswerToWrite[],
  sheets: readonly SheetReference[],
  report: WriteReport,
): Map<SheetReference, PlacedWrite[]> {
  const byName = new Map(sheets.map((sheet) => [sheet.name, sheet]));
  const bySheet = new Map<SheetReference, PlacedWrite[]>();
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
      const list = bySheet.get(sheet);
      if (list === undefined) bySheet.set(sheet, [placed]);
      else list.push(placed);
    }
  }
  return bySheet;
}

function patchPart(
  { source, opc, budget }: { source: ByteSource; opc: OpcPackage; budget: ReadBudget },
  sheet: SheetReference,
  writes: readonly PlacedWrite[],
  context: Parameters<typeof patchSheet>[2],
): (SheetPatch & { part: DeflatedPart }) | undefined {
  const entry = opc.archive.entry(sheet.part);
  if (entry === undefined) throw new DocumentError('file_damaged', `the sheet "${sheet.name}" is missing`);
  const part = new DeflatedPart();
  const original = new RereadPart(source, opc.archive, entry, budget);
  const before = context.report.places.length;
  const patch = patchSheet({ chunks: () => original.chunks(), write: (bytes) => part.write(bytes) }, writes, context);
  const isUnchanged = context.report.places.length === before && !writes.some(({ isLink }) => isLink === true);
  return isUnchanged ? undefined : { ...patch, part };
}

/** Answers whose cells lie below drawn check boxes tick these; what the boxes are linked to is written with the other cells. */
function tickDrawnBoxes(
  { source, opc, budget }: { source: ByteSource; opc: OpcPackage; budget: ReadBudget },
  sheets: readonly SheetReference[],
  bySheet: Map<SheetReference, PlacedWrite[]>,
  replaced: Map<string, DeflatedPart>,
  { strings, report }: { strings: () => readonly string[]; report: WriteReport },
): void {
  const bytesOf = (part: string): RereadPart => {
    const entry = opc.archive.entry(part);
    if (entry === undefined) throw new DocumentError('file_damaged', `the part "${part}" is missing`);
    return new RereadPart(source, opc.archive, entry, budget);
  };
  for (const [sheet, writes] of [...bySheet]) {
    const original = bytesOf(sheet.part);
    const boxes = DrawnCheckBoxes.of({ opc, ...sheet, chunks: () => original.chunks(), strings }, writes);
    if (boxes === undefined) continue;
    const left: PlacedWrite[] = [];
    for (const write of writes) {
      const links = boxes.take(write, report);
      if (links === undefined) left.push(write);
      for (const link of links ?? []) {
        const linked = sheets.find(({ name }) => name === link.sheet);
        if (linked === sheet) left.push(link.write);
        else if (linked !== undefined) bySheet.set(linked, [...(bySheet.get(linked) ?? []), link.write]);
      }
    }
    bySheet.set(sheet, left);
    for (const [part, bytes] of boxes.changedParts((name) => Buffer.concat([...bytesOf(name).chunks()]))) {
      const changed = new DeflatedPart();
      changed.write(bytes);
      replaced.set(partKey(part), changed);
    }
  }
}

/** A signed package is changed whatever one writes into it; the reader must know that its signature no longer holds. */
function noteSignature(opc: OpcPackage, changed: boolean, report: WriteReport): void {
  if (!changed || ![...opc.archive.entries.keys()].some((key) => key.startsWith('_xmlsignatures/'))) return;
  report.notes.push({
    code: 'signature_invalidated',
    message: 'The file carries a digital signature, which does not cover the answers.',
  });
}
