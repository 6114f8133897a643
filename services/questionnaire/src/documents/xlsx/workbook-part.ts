import { DocumentError } from '../errors.js';
import type { DocumentWarning } from '../model.js';
import type { OpcPackage } from '../opc/package.js';
import type { XmlTag } from '../xml/scanner.js';
import type { DefinedName } from './list-sources.js';
import { isTrue } from './sheet-reader.js';

/** One worksheet as the workbook part names it. */
export interface SheetReference {
  name: string;
  /** Position among all sheets, chart sheets included. */
  index: number;
  hidden: boolean;
  part: string;
}

export interface WorkbookPart {
  sheets: SheetReference[];
  names: DefinedName[];
  date1904: boolean;
  sharedStrings: string | undefined;
  styles: string | undefined;
  warnings: DocumentWarning[];
}

/** Reads the workbook part: its sheets in order, its names, and where the other parts are. */
export function readWorkbookPart(opc: OpcPackage): WorkbookPart {
  const part = opc.mainPart('xl/workbook.xml');
  const relationships = opc.relationships(part);
  const byId = new Map(relationships.map((relationship) => [relationship.id, relationship]));
  const target = (type: string): string | undefined =>
    relationships.find((relationship) => relationship.type === type && opc.has(relationship.target))?.target;
  const workbook: WorkbookPart = {
    sheets: [],
    names: [],
    date1904: false,
    sharedStrings: target('sharedStrings'),
    styles: target('styles'),
    warnings: [],
  };
  let position = 0;
  let name: DefinedName | undefined;
  const addSheet = (tag: XmlTag): void => {
    const index = position++;
    const sheetName = tag.attribute('name') ?? '';
    const relationship = byId.get(tag.attribute('r:id') ?? '');
    if (relationship?.type === 'worksheet') {
      const state = tag.attribute('state') ?? 'visible';
      workbook.sheets.push({ name: sheetName, index, hidden: state !== 'visible', part: relationship.target });
    } else if (relationship !== undefined) {
      const message = `The sheet "${sheetName}" holds no cells (${relationship.type}) and was left out.`;
      workbook.warnings.push({ code: 'sheet_without_cells', message });
    } else throw new DocumentError('file_damaged', `the sheet "${sheetName}" is missing`);
  };
  const handler = {
    wantsText: false,
    open: (element: string, tag: XmlTag) => {
      if (element === 'sheet') addSheet(tag);
      else if (element === 'workbookPr') workbook.date1904 = isTrue(tag.attribute('date1904'));
      else if (element === 'definedName') {
        const scope = tag.attribute('localSheetId');
        name = {
          name: tag.attribute('name') ?? '',
          formula: '',
          sheet: scope === undefined ? undefined : Number(scope),
        };
        handler.wantsText = true;
      }
    },
    text: (text: string) => {
      if (name !== undefined) name.formula += text;
    },
    close: (element: string) => {
      if (element !== 'definedName' || name === undefined) return;
      workbook.names.push(name);
      name = undefined;
      handler.wantsText = false;
    },
  };
  opc.scan(part, handler);
  if (position === 0) throw new DocumentError('file_damaged', 'the workbook has no sheets');
  return workbook;
}
