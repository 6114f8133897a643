import { describe, expect, it } from '@jest/globals';
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

  it('is refused when it is declared as .xlsx, or is cut off', async () => {
    const bytes = buildXls([{ name: 'S', rows: [['x']] }]);
    await expect(readFixture(bytes, 'a.xlsx')).rejects.toMatchObject({ code: 'type_mismatch' });
    await expect(readFixture(bytes.subarray(0, 600), 'a.xls')).rejects.toMatchObject({ code: 'file_damaged' });
  });
});
