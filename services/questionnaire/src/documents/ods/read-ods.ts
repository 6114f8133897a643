import type { ReadBudget } from '../budget.js';
import { DocumentError } from '../errors.js';
import type { WorkbookModel } from '../model.js';
import type { OpcPackage } from '../opc/package.js';
import { ListSources } from '../xlsx/list-sources.js';
import { ContentReader } from './content-reader.js';
import type { OdsSheet } from './sheet-builder.js';
import { OdsStyles } from './styles.js';

/** Parts of an OpenDocument file that a reader inflates. */
export const ODS_PARTS = ['content.xml', 'styles.xml'];

/** A workbook, and what only the writer asks about its sheets, in the same order. */
export interface OdsWorkbook {
  model: WorkbookModel;
  sheets: OdsSheet[];
}

/** Reads an OpenDocument spreadsheet (.ods). Throws `DocumentError`. */
export const readOds = (archive: OpcPackage, budget: ReadBudget): WorkbookModel => readOdsSheets(archive, budget).model;

/** The same, with what a writer needs. */
export function readOdsSheets(archive: OpcPackage, budget: ReadBudget): OdsWorkbook {
  archive.archive.checkAnnounced(ODS_PARTS);
  const styles = new OdsStyles();
  archive.scan('styles.xml', {
    wantsText: false,
    open: (name, tag) => styles.open(name, tag),
    text: () => undefined,
    close: (name) => styles.close(name),
  });
  const reader = new ContentReader(styles, budget);
  if (!archive.scan('content.xml', reader)) throw new DocumentError('file_damaged', 'content.xml is missing');
  if (reader.sheets.length === 0) throw new DocumentError('file_damaged', 'the file has no sheet');
  const sheets = reader.sheets.map(({ model }) => model);
  const sources = new ListSources(sheets, reader.names, () => []);
  for (const { model, validated } of reader.sheets)
    for (const [name, ranges] of validated) {
      const condition = reader.conditions.get(name);
      if (condition === undefined) continue;
      const { type, options, source, bounds } = condition;
      model.validations.push({
        ranges,
        type,
        ...(bounds === undefined ? {} : { bounds }),
        options: type === 'list' && source !== '' ? sources.resolve(source, model) : options,
      });
    }
  const warnings = reader.uncached.map(({ sheet, count }) => ({
    code: 'formula_without_result',
    message: `${count} formulas of the sheet "${sheet}" have no stored result. Open and save the file in a spreadsheet program.`,
  }));
  return { model: { kind: 'workbook', format: 'ods', sheets, warnings }, sheets: reader.sheets };
}
