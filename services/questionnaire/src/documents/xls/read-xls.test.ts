import { describe, expect, it } from '@jest/globals';
import * as xlsx from '@e965/xlsx';
import { readFixture, readWorkbookFixture, textsOf } from '../fixtures/read.fixture.js';
import { buildXls } from '../fixtures/xls.fixture.js';

describe('reading an old workbook', () => {
  it.each([
    ['BIFF8', undefined, 'Größe? Тест'],
    ['BIFF5 in codepage 1252', 1252, 'Größe?'],
    ['BIFF5 in codepage 1251', 1251, 'Тест да?'],
  ])('reads texts, numbers, merges and hidden parts of %s', async (_, codepage, text) => {
    const sheets = [
      { name: 'Fragen', rows: [[text, 12.5, true], ['hidden'], ['last', 'x']], merges: ['A2:B2'], hiddenRows: [2] },
      { name: 'Lists', rows: [['Yes'], ['No']], hidden: true },
    ];
    const model = await readWorkbookFixture(buildXls(sheets, codepage === undefined ? {} : { codepage }), 'a.xls');
    expect(model.format).toBe('xls');
    expect(model.sheets.map(({ name, hidden, index }) => [name, hidden, index])).toEqual([
      ['Fragen', false, 0],
      ['Lists', true, 1],
    ]);
    expect(textsOf(model.sheets[0])).toEqual({ A1: text, B1: '12.5', C1: 'TRUE', A2: 'hidden', A3: 'last', B3: 'x' });
    // The fixture's writer keeps merged ranges in BIFF8 only.
    expect(model.sheets[0]?.merges).toEqual(codepage === undefined ? [{ top: 1, left: 0, bottom: 1, right: 1 }] : []);
    expect(textsOf(model.sheets[1])).toEqual({ A1: 'Yes', A2: 'No' });
  });

  it('shows dates whose format has unescaped signs as dates', async () => {
    const rows = [
      ['Question', 'Date'],
      ['When was the last test?', 45_368],
    ];
    const formats = { B2: 'dd.mm.yyyy' };
    const model = await readWorkbookFixture(buildXls([{ name: 'S', rows, formats }]), 'a.xls');
    expect(model.sheets[0]?.cells[3]).toMatchObject({ text: '17.03.2024', type: 'date' });
  });

  it('shows the result of a formula, whatever its tokens say, and knows that it is one', async () => {
    // The one token, a number, is a byte longer than the formula says.
    const tokens = Buffer.from([2, 0, 0x1e, 7, 0]);
    const cell = Buffer.from([1, 0, 0, 0, 15, 0]);
    const result = Buffer.alloc(8);
    result.writeDoubleLE(7);
    const formula = record(0x06, Buffer.concat([cell, result, Buffer.alloc(6), tokens]));
    const bytes = withRecord(buildXls([{ name: 'S', rows: [['Sum?', 3]] }]), formula);
    const [sheet] = (await readWorkbookFixture(bytes, 'a.xls')).sheets;
    expect(textsOf(sheet)).toEqual({ A1: 'Sum?', B1: '3', A2: '7' });
    expect(sheet?.cells.map((one) => one.formula !== undefined)).toEqual([false, false, true]);
    expect(sheet?.formulas).toEqual([{ top: 1, left: 0, bottom: 1, right: 0 }]);
  });

  it('ends when a record of formulas is cut off or of an older version', async () => {
    const records = [0x06, 0x206, 0x406, 0x18, 0x218, 0x21, 0x221, 0x23, 0x223, 0x4bc].flatMap((type) =>
      [0, 5, 13, 24].map((length) => record(type, Buffer.alloc(length, 0x41))),
    );
    const bytes = withRecord(buildXls([{ name: 'S', rows: [['Sum?', 3]] }]), Buffer.concat(records));
    const model = await readWorkbookFixture(bytes, 'a.xls');
    expect(textsOf(model.sheets[0])).toMatchObject({ A1: 'Sum?', B1: '3' });
  });

  it('is refused when it is declared as .xlsx, or is cut off', async () => {
    const bytes = buildXls([{ name: 'S', rows: [['x']] }]);
    await expect(readFixture(bytes, 'a.xlsx')).rejects.toMatchObject({ code: 'type_mismatch' });
    await expect(readFixture(bytes.subarray(0, 600), 'a.xls')).rejects.toMatchObject({ code: 'file_damaged' });
  });
});

/** The library's container code, which it gives no types. */
interface Entry {
  content: Uint8Array;
  size: number;
}
const CFB = xlsx.CFB as {
  read(bytes: Buffer, options: { type: 'buffer' }): object;
  find(file: object, name: string): Entry | null;
  write(file: object, options: { type: 'buffer' }): Buffer;
};
const NUMBER = 0x203;

function record(type: number, data: Buffer): Buffer {
  const head = Buffer.alloc(4);
  head.writeUInt16LE(type, 0);
  head.writeUInt16LE(data.length, 2);
  return Buffer.concat([head, data]);
}

/** The workbook with a record behind the last number of its last sheet. */
function withRecord(bytes: Uint8Array, added: Buffer): Buffer {
  const file = CFB.read(Buffer.from(bytes), { type: 'buffer' });
  const stream = CFB.find(file, 'Workbook');
  if (!stream) throw new Error('the fixture has no workbook');
  const content = Buffer.from(stream.content);
  let behind = 0;
  for (let at = 0; at + 4 <= content.length; at += 4 + content.readUInt16LE(at + 2))
    if (content.readUInt16LE(at) === NUMBER) behind = at + 4 + content.readUInt16LE(at + 2);
  stream.content = Buffer.concat([content.subarray(0, behind), added, content.subarray(behind)]);
  stream.size = stream.content.length;
  return CFB.write(file, { type: 'buffer' });
}
