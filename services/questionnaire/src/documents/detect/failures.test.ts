import { describe, expect, it } from '@jest/globals';
import { strToU8, zipSync } from 'fflate';
import { buildDocx, paragraph } from '../fixtures/docx.fixture.js';
import { buildOds } from '../fixtures/ods.fixture.js';
import { readFixture } from '../fixtures/read.fixture.js';
import { buildXls } from '../fixtures/xls.fixture.js';
import { buildXlsx } from '../fixtures/xlsx.fixture.js';
import { checkDocument, readDocument } from '../read-document.js';
import { BytesSource, DEFAULT_READ_LIMITS } from '../source.js';

const xlsx = buildXlsx({ sheets: [{ name: 'S', rows: [['Do you encrypt?'], ['Why?']] }] });
const ods = buildOds({ sheets: [{ name: 'S', rows: [['x']] }] });
const withSheet = (sheetData: string): Uint8Array => buildXlsx({ sheets: [{ name: 'S', sheetData }] });
const check = (bytes: Uint8Array, fileName: string, mimeType = '') =>
  checkDocument(new BytesSource(bytes), { fileName, mimeType }, DEFAULT_READ_LIMITS);

/** A compound file whose directory names these streams. */
function compoundFile(...names: string[]): Uint8Array {
  const file = Buffer.alloc(512 * 3, 0xff);
  Buffer.from('d0cf11e0a1b11ae1', 'hex').copy(file);
  file.writeUInt16LE(9, 30);
  file.writeUInt32LE(1, 48);
  file.writeUInt32LE(0xfffffffe, 68);
  file.writeUInt32LE(0, 76);
  file.fill(0, 1024);
  names.forEach((name, i) => {
    file.write(name, 1024 + i * 128, 'utf16le');
    file.writeUInt16LE(name.length * 2 + 2, 1024 + i * 128 + 64);
  });
  file.writeUInt32LE(0xfffffffd, 512);
  file.writeUInt32LE(0xfffffffe, 516);
  return file;
}

describe('a workbook whose content types say something of parts that it does not have', () => {
  const types = (defaults: string, main: string): Uint8Array =>
    buildXlsx({
      sheets: [{ name: 'S', rows: [['Do you encrypt?']] }],
      parts: {
        '[Content_Types].xml': `<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types">${defaults}<Override PartName="/xl/workbook.xml" ContentType="${main}"/></Types>`,
      },
    });
  const binary = 'application/vnd.ms-excel.sheet.binary.macroEnabled.main';
  const defaults = `<Default Extension="xml" ContentType="application/xml"/><Default Extension="bin" ContentType="${binary}"/>`;

  it('is read by the type of its main part', async () => {
    const sheet = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet.main+xml';
    await expect(readFixture(types(defaults, sheet), 'a.xlsx')).resolves.toMatchObject({ format: 'xlsx' });
    await expect(readFixture(types(defaults, binary), 'a.xlsx')).rejects.toMatchObject({ code: 'type_mismatch' });
  });
});

describe('a document that cannot be used', () => {
  it.each([
    ['an empty file', new Uint8Array(0), 'a.docx', 'file_empty'],
    ['a text declared as .xlsx', Buffer.from('a,b\n'), 'a.xlsx', 'type_mismatch'],
    ['a Word document declared as .xlsx', buildDocx([paragraph('x')]), 'a.xlsx', 'type_mismatch'],
    ['a workbook declared as .docx', xlsx, 'a.docx', 'type_mismatch'],
    ['a PDF declared as .docx', Buffer.from('%PDF-1.7\n1 0 obj'), 'a.docx', 'type_mismatch'],
    ['an old workbook declared as .xlsx', buildXls([{ name: 'S', rows: [['x']] }]), 'a.xlsx', 'type_mismatch'],
    ['a workbook declared as .xls', xlsx, 'a.xls', 'type_mismatch'],
    ['an OpenDocument spreadsheet declared as .xlsx', ods, 'a.xlsx', 'type_mismatch'],
    ['a workbook declared as .ods', xlsx, 'a.ods', 'type_mismatch'],
    ['a web page declared as .xls', Buffer.from('<html><table></table></html>'), 'a.xls', 'type_mismatch'],
    ['a web page declared as .csv', Buffer.from('<!DOCTYPE html><html></html>'), 'a.csv', 'type_mismatch'],
    ['any zip', zipSync({ 'a.txt': strToU8('x') }), 'a.xlsx', 'type_mismatch'],
    ['an old Word document', compoundFile('Root Entry', 'WordDocument'), 'a.docx', 'type_mismatch'],
    [
      'an encrypted package',
      compoundFile('Root Entry', 'EncryptionInfo', 'EncryptedPackage'),
      'a.xlsx',
      'password_protected',
    ],
    ['an empty zip', zipSync({}), 'a.xlsx', 'file_damaged'],
    ['a package that was cut off', xlsx.subarray(0, xlsx.length * 0.6), 'a.xlsx', 'file_damaged'],
    ['bytes of no known type', Buffer.from([1, 2, 3, 0, 0, 4]), 'a.xlsx', 'file_damaged'],
  ])('%s is refused by the check already: %s', async (_, bytes, fileName, code) => {
    await expect(check(bytes, fileName)).rejects.toMatchObject({ code });
    await expect(readFixture(bytes, fileName)).rejects.toMatchObject({ code });
  });

  it.each([
    ['tags that do not nest', withSheet('<row r="1"><c r="A1"></row></c>')],
    ['a tag that never ends', withSheet('<row r="1"><c r="A1')],
    ['an unknown entity', withSheet('<row r="1"><c r="A1" t="str"><v>&evil;</v></c></row>')],
    ['a row beyond the sheet', withSheet('<row r="9999999"/>')],
    ['a column beyond the sheet', withSheet('<row r="1"><c r="ZZZZ1"><v>1</v></c></row>')],
    ['elements nested without end', withSheet('<row>'.repeat(20_000))],
    [
      'a missing sheet',
      buildXlsx({ sheets: [{ name: 'S' }], parts: { 'xl/_rels/workbook.xml.rels': '<Relationships/>' } }),
    ],
    [
      'an entity bomb',
      buildXlsx({
        sheets: [{ name: 'S' }],
        parts: { 'xl/sharedStrings.xml': '<!DOCTYPE sst [<!ENTITY a "aaaa">]><sst><si><t>&a;</t></si></sst>' },
      }),
    ],
    [
      'an external entity',
      buildDocx([], {
        parts: { 'word/document.xml': '<!DOCTYPE d [<!ENTITY x SYSTEM "file:///etc/passwd">]><d>&x;</d>' },
      }),
    ],
  ])('%s: damaged', async (_, bytes) => {
    const name = Buffer.from(bytes).includes('word/document.xml') ? 'a.docx' : 'a.xlsx';
    await expect(readFixture(bytes, name)).rejects.toMatchObject({ code: 'file_damaged' });
  });

  it('says what was found', async () => {
    await expect(check(xlsx, 'a.docx')).rejects.toThrow('found a workbook (.xlsx), declared as .docx');
  });

  it('is refused from the zip directory when it inflates beyond the limit, and at the limit when the directory lies', async () => {
    const bomb = buildXlsx({
      sheets: [{ name: 'S' }],
      parts: { 'xl/worksheets/sheet1.xml': new Uint8Array(20_000_000) },
    });
    const limits = { ...DEFAULT_READ_LIMITS, inflatedBytes: 5_000_000 };
    const source = new BytesSource(bomb);
    const declared = { fileName: 'a.xlsx', mimeType: '' };
    await expect(checkDocument(source, declared, limits)).rejects.toMatchObject({ code: 'too_large_inflated' });
    const liar = Buffer.from(bomb);
    for (let at = liar.indexOf('PK\u0001\u0002'); at >= 0; at = liar.indexOf('PK\u0001\u0002', at + 4)) {
      if (liar.readUInt32LE(at + 24) === 20_000_000) liar.writeUInt32LE(1_000, at + 24);
    }
    await expect(checkDocument(new BytesSource(liar), declared, limits)).resolves.toEqual({ format: 'xlsx' });
    await expect(readDocument(new BytesSource(liar), declared, limits)).rejects.toMatchObject({
      code: 'too_large_inflated',
    });
  });

  it('is refused when it has more cells, rows or shown text than is allowed', async () => {
    await expect(readFixture(xlsx, 'a.xlsx', { cells: 1 })).rejects.toMatchObject({ code: 'too_many_cells' });
    await expect(readFixture(xlsx, 'a.xlsx', { rows: 1 })).rejects.toMatchObject({ code: 'too_many_cells' });
    const shared = buildXlsx({
      sheets: [{ name: 'S', rows: Array.from({ length: 1_000 }, () => ['x'.repeat(30_000)]) }],
    });
    await expect(readFixture(shared, 'a.xlsx', { inflatedBytes: 10_000_000 })).rejects.toMatchObject({
      code: 'too_large_inflated',
    });
  });
});

describe('a document whose declared type its bytes confirm', () => {
  const macros = buildXlsx({ macros: true, sheets: [{ name: 'S', rows: [['x']] }] });

  it.each([
    ['a.XLSM', '', macros, 'xlsm'],
    ['a.xlsm', 'application/vnd.ms-excel.sheet.macroEnabled.12', macros, 'xlsm'],
    ['a.xlsm', 'APPLICATION/VND.MS-EXCEL.SHEET.MACROENABLED.12', macros, 'xlsm'],
    ['upload', 'text/csv; charset=utf-8', Buffer.from('a,b\n'), 'csv'],
    ['a.csv', 'text/plain', Buffer.from('a,b\n'), 'csv'],
    ['a.md', '', Buffer.from('# a\n'), 'md'],
    ['a.htm', '', Buffer.from('<html></html>'), 'html'],
    ['a.bin', 'application/octet-stream', xlsx, 'xlsx'],
  ])('%s (%s) is read', async (fileName, mimeType, bytes, format) => {
    await expect(check(bytes, fileName, mimeType)).resolves.toEqual({ format });
  });
});
