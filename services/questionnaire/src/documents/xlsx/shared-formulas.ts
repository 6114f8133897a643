import { columnName } from '../model.js';
import { referenceColumn } from './cell-reference.js';

/**
 * Formula of a cell that shares another cell's formula: its relative references move with the cell (ECMA-376 18.3.1.40).
 * Quoted strings and sheet names are left alone.
 */
export function shiftFormula(formula: string, rows: number, columns: number): string {
  if (rows === 0 && columns === 0) return formula;
  return formula.replace(
    /"[^"]*"|'[^']*'|(?<![\w.$])(\$?)([A-Z]{1,3})(\$?)(\d{1,7})(?![\w(.])/g,
    (whole: string, fixedColumn?: string, column?: string, fixedRow?: string, row?: string) => {
      if (column === undefined || row === undefined) return whole;
      const shiftedColumn = fixedColumn === '$' ? column : columnName(Math.max(0, referenceColumn(column) + columns));
      const shiftedRow = fixedRow === '$' ? row : String(Math.max(1, Number(row) + rows));
      return `${fixedColumn ?? ''}${shiftedColumn}${fixedRow ?? ''}${shiftedRow}`;
    },
  );
}
