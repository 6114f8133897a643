import { AppError } from '@candor/runtime';
import { describe, expect, it } from '@jest/globals';
import { checkFileType, extensionOf, QUESTIONNAIRE_TYPES } from './file-types.js';

const check = (fileName: string, mimeType: string): void => checkFileType({ fileName, mimeType }, QUESTIONNAIRE_TYPES);

describe('the type of an uploaded file', () => {
  it.each([
    ['a.csv', 'text/csv'],
    ['A.CSV', 'text/csv'],
    ['a.csv', ''],
    ['no extension', 'application/pdf'],
    ['Q1. Security', 'application/pdf'],
    ['sheet.ods', 'application/vnd.oasis.opendocument.spreadsheet'],
    ['macro.xlsm', 'application/vnd.ms-excel.sheet.macroenabled.12'],
    // What the bytes are shows when they are read.
    ['a.csv', 'application/pdf'],
  ])('%s declared as "%s" is accepted', (name, type) => {
    expect(() => check(name, type)).not.toThrow();
  });

  it.each([
    ['a.txt', 'text/plain'],
    ['a.csv', 'text/plain'],
    ['a.txt', 'text/csv'],
    ['a.exe', ''],
    ['a.odt', 'application/vnd.oasis.opendocument.text'],
    ['no extension', ''],
    ['', ''],
    ['archive.7z', 'application/pdf'],
  ])('%s declared as "%s" is refused', (name, type) => {
    let thrown: unknown;
    try {
      check(name, type);
    } catch (error) {
      thrown = error;
    }
    expect(thrown).toBeInstanceOf(AppError);
    expect(thrown).toMatchObject({ kind: 'unsupported_type', code: 'unsupported_file_type' });
  });

  it('is not read out of a name that merely has a dot', () => {
    expect(extensionOf('Vendor v2.0')).toBe('');
    expect(extensionOf('Q1. Data security')).toBe('');
    expect(extensionOf('book.XLSX')).toBe('.xlsx');
  });
});
