import { CsvError, parse } from 'csv-parse/sync';
import type { ReadBudget } from '../budget.js';
import { DocumentError } from '../errors.js';
import type { CellModel, WorkbookModel } from '../model.js';
import { decodeText } from '../text/encoding.js';
import { sniffDelimiter } from './delimiter.js';

/** Stands for "no separator": a character that cannot be in a decoded text file that passed detection. */
const NO_DELIMITER = '\u0000';
const NUMBER = /^[-+]?\d{1,15}(?:[.,]\d+)?\s*%?$/;

/**
 * Reads a CSV file. A cell's row is its record's number less one: blank records count, a record over several lines counts
 * once. What the bytes were (encoding, delimiter) is kept for writing back.
 */
export function readCsv(bytes: Uint8Array, budget: ReadBudget): WorkbookModel {
  const { text, encoding, byteOrderMark } = decodeText(bytes);
  if (text.trim() === '') throw new DocumentError('file_empty');
  const delimiter = sniffDelimiter(text);
  const separatorLine = /^sep=.\r?\n/i.test(text);
  const cells = parseCells(text, delimiter, separatorLine ? 1 : 0, budget);
  return {
    kind: 'workbook',
    format: 'csv',
    sheets: [
      {
        name: '',
        index: 0,
        hidden: false,
        protected: false,
        rightToLeft: false,
        cells,
        merges: [],
        hiddenRows: [],
        hiddenColumns: [],
        validations: [],
      },
    ],
    warnings: [],
    csv: { encoding, byteOrderMark, delimiter },
  };
}

function parseCells(text: string, delimiter: string, skipRecords: number, budget: ReadBudget): CellModel[] {
  try {
    return collect(text, delimiter, '"', skipRecords, budget);
  } catch (error) {
    // A quote that is never closed is not meant as one; the rest of the file must not end in one field.
    if (error instanceof CsvError && error.code === 'CSV_QUOTE_NOT_CLOSED')
      return collect(text, delimiter, null, skipRecords, budget);
    if (error instanceof CsvError) throw new DocumentError('file_damaged', 'malformed CSV', { cause: error });
    throw error;
  }
}

function collect(
  text: string,
  delimiter: string,
  quote: '"' | null,
  skipRecords: number,
  budget: ReadBudget,
): CellModel[] {
  const cells: CellModel[] = [];
  let row = 0;
  parse(text, {
    delimiter: delimiter === '' ? NO_DELIMITER : delimiter,
    quote,
    record_delimiter: ['\r\n', '\n', '\r'],
    relax_quotes: true,
    relax_column_count: true,
    skip_empty_lines: false,
    // Cells are built here and nothing is returned, so that the records are not all held as well.
    on_record: (record: string[]) => {
      if (row >= skipRecords) addCells(cells, row, record, budget);
      row++;
      return null;
    },
  });
  return cells;
}

function addCells(cells: CellModel[], row: number, record: readonly string[], budget: ReadBudget): void {
  let charged = false;
  record.forEach((value, column) => {
    if (value.trim() === '') return;
    budget.chargeCell(value.length);
    if (!charged) budget.chargeRow();
    charged = true;
    const text = value.includes('\r') ? value.replace(/\r\n?/g, '\n') : value;
    cells.push({ row, column, text, type: NUMBER.test(text) ? 'number' : 'text' });
  });
}
