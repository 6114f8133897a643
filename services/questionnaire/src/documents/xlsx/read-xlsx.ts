import type { ReadBudget } from '../budget.js';
import { DocumentError } from '../errors.js';
import type { DocumentWarning, SheetModel, WorkbookModel } from '../model.js';
import type { OpcPackage } from '../opc/package.js';
import { checkBoxesIfReadable, withCheckBoxes } from './check-box-controls.js';
import { ListSources } from './list-sources.js';
import { NumberFormats } from './number-formats.js';
import { SheetReader } from './sheet-reader.js';
import { readSharedStrings } from './shared-strings.js';
import type { RawValidation } from './validations.js';
import { readStyles } from './styles.js';
import { readTables } from './tables.js';
import { readWorkbookPart, type WorkbookPart } from './workbook-part.js';

/** Parts of a workbook whose content the reader will inflate. */
export function workbookParts(workbook: WorkbookPart): string[] {
  const parts = [workbook.sharedStrings, workbook.styles, ...workbook.sheets.map((sheet) => sheet.part)];
  return parts.filter((part): part is string => part !== undefined);
}

/** Reads a spreadsheet package (.xlsx, .xlsm; transitional or strict). */
export async function readXlsx(opc: OpcPackage, format: 'xlsx' | 'xlsm', budget: ReadBudget): Promise<WorkbookModel> {
  const workbook = readWorkbookPart(opc);
  opc.archive.checkAnnounced(workbookParts(workbook));
  const warnings: DocumentWarning[] = [...workbook.warnings];
  const formats = await NumberFormats.load(workbook.date1904);
  const styles = readStyles(opc, workbook.styles, formats);
  const strings = readSharedStrings(opc, workbook.sharedStrings);
  const raw = new Map<SheetModel, RawValidation[]>();
  const sheets = workbook.sheets.map(({ part, ...identity }): SheetModel => {
    const reader = new SheetReader({ strings, styles, budget });
    if (!opc.scan(part, reader)) throw new DocumentError('file_damaged', `the sheet "${identity.name}" is missing`);
    if (reader.uncachedFormulas > 0) {
      const message = `${reader.uncachedFormulas} formulas of the sheet "${identity.name}" have no stored result. Open and save the file in a spreadsheet program.`;
      warnings.push({ code: 'formula_without_result', message });
    }
    const boxes = checkBoxesIfReadable(opc, part);
    if (boxes === undefined) {
      const message = `The check boxes of the sheet "${identity.name}" could not be read. Open and save the file in a spreadsheet program.`;
      warnings.push({ code: 'check_boxes_not_read', message });
    }
    for (const { label } of boxes ?? []) budget.chargeCell(label.length + 2);
    const sheet: SheetModel = {
      ...identity,
      protected: reader.protected,
      rightToLeft: reader.rightToLeft,
      cells: withCheckBoxes(reader.finish(), boxes ?? [], reader.merges),
      merges: reader.merges,
      hiddenRows: reader.hiddenRows,
      hiddenColumns: reader.hiddenColumns,
      validations: [],
      unlockedBlanks: reader.unlockedBlanks.ranges(),
      filledBlanks: reader.filledBlanks.ranges(),
      framedBlanks: reader.framedBlanks.ranges(),
      formulas: reader.formulas,
    };
    raw.set(sheet, reader.validations);
    return sheet;
  });
  const sources = new ListSources(sheets, workbook.names, () => readTables(opc, workbook));
  for (const [sheet, validations] of raw) {
    sheet.validations = validations.map(({ ranges, type, formula, bounds }) => ({
      ranges,
      type,
      ...(bounds === undefined ? {} : { bounds }),
      options: type === 'list' ? sources.resolve(formula, sheet) : [],
    }));
  }
  return { kind: 'workbook', format, sheets, warnings };
}
