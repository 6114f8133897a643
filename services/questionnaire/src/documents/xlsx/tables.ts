import type { OpcPackage } from '../opc/package.js';
import { parseRange } from './cell-reference.js';
import type { TableDefinition } from './list-sources.js';
import type { WorkbookPart } from './workbook-part.js';

/** Reads the table definitions of all sheets. */
export function readTables(opc: OpcPackage, workbook: WorkbookPart): TableDefinition[] {
  return workbook.sheets.flatMap((sheet) =>
    opc
      .relationships(sheet.part)
      .filter((relationship) => relationship.type === 'table')
      .flatMap((relationship) => readTable(opc, relationship.target, sheet.index) ?? []),
  );
}

function readTable(opc: OpcPackage, part: string, sheet: number): TableDefinition | undefined {
  let table: TableDefinition | undefined;
  opc.scan(part, {
    wantsText: false,
    open: (name, tag) => {
      if (name === 'table') {
        const range = parseRange(tag.attribute('ref') ?? '');
        if (range === undefined) return;
        const headerRows = Number(tag.attribute('headerRowCount') ?? 1);
        const totalRows = Number(tag.attribute('totalsRowCount') ?? 0);
        table = {
          name: tag.attribute('displayName') ?? tag.attribute('name') ?? '',
          sheet,
          range,
          headerRows,
          totalRows,
          columns: [],
        };
      } else if (name === 'tableColumn') table?.columns.push(tag.attribute('name') ?? '');
    },
    text: () => undefined,
    close: () => undefined,
  });
  return table;
}
