import { Writable } from 'node:stream';
import { createRequire } from 'node:module';
import type * as Exceljs from 'exceljs';
import type { ByteSink } from '../model.js';

export type WorkbookWriter = Exceljs.stream.xlsx.WorkbookWriter;

/** exceljs is CommonJS, and its types name its default export. Loaded with the first workbook: most exports need none. */
const loadExceljs = (): typeof Exceljs => createRequire(import.meta.url)('exceljs') as typeof Exceljs;

/**
 * A workbook that is written row by row. Cells get strings, never formulas: what begins with "=" stays a text. `createdAt`
 * in microseconds, so that the same content gives the same document properties.
 */
export async function writeWorkbook(
  sink: ByteSink,
  createdAt: number,
  fill: (workbook: WorkbookWriter) => void,
): Promise<void> {
  const output = new Writable({
    write: (chunk: Uint8Array, _encoding, done) => {
      sink.write(chunk);
      done();
    },
  });
  const workbook = new (loadExceljs().stream.xlsx.WorkbookWriter)({
    stream: output,
    useStyles: true,
    useSharedStrings: true,
  });
  workbook.created = workbook.modified = new Date(createdAt / 1000);
  workbook.creator = 'Candor';
  fill(workbook);
  await workbook.commit();
}

/** Sheet names hold at most 31 characters, none of []:*?/\, and differ without regard to case. */
export class SheetNames {
  readonly #taken = new Set<string>();

  next(wanted: string): string {
    const clean =
      wanted
        .replace(/[[\]:*?/\\]/g, ' ')
        .replace(/^'+|(?<!')'+$/g, '')
        .trim()
        .slice(0, 31) || 'Questionnaire';
    let name = clean;
    for (let n = 2; this.#taken.has(name.toLowerCase()); n++) name = `${clean.slice(0, 27)} (${n})`;
    this.#taken.add(name.toLowerCase());
    return name;
  }
}

const MOST_CELL_CHARACTERS = 32_767;

/** Text as a workbook can hold it. */
export const cellText = (text: string): string =>
  text

    .replace(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g, '')
    .replace(/\r\n?/g, '\n')
    .slice(0, MOST_CELL_CHARACTERS);
