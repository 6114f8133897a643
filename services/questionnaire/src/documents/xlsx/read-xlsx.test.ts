import { describe, expect, it } from '@jest/globals';
import { readWorkbookFixture, textsOf } from '../fixtures/read.fixture.js';
import { buildXlsx, type CellObject, type SheetFixture, type WorkbookFixture } from '../fixtures/xlsx.fixture.js';

const read = (fixture: WorkbookFixture) => readWorkbookFixture(buildXlsx(fixture), 'a.xlsx');
const readSheet = async (sheet: Omit<SheetFixture, 'name'>, workbook: Partial<WorkbookFixture> = {}) => {
  const model = await read({ ...workbook, sheets: [{ name: 'Sheet', ...sheet }, ...(workbook.sheets ?? [])] });
  return model.sheets[0]!;
};

describe('reading a workbook', () => {
  it('keeps texts, places, styles and the order of cells', async () => {
    const sheet = await readSheet({
      rows: [
        [{ text: 'Question', isBold: true, fill: 'FF003366', size: 14 }, 'Answer'],
        [],
        ['Do you log access?', true, 12],
      ],
    });
    expect(sheet.cells).toEqual([
      { row: 0, column: 0, text: 'Question', type: 'text', bold: true, filled: true, fontSize: 14 },
      { row: 0, column: 1, text: 'Answer', type: 'text', fontSize: 11 },
      { row: 2, column: 0, text: 'Do you log access?', type: 'text', fontSize: 11 },
      { row: 2, column: 1, text: 'TRUE', type: 'boolean', fontSize: 11 },
      { row: 2, column: 2, text: '12', type: 'number', fontSize: 11 },
    ]);
  });

  it.each([
    ['a prefix on every element', { prefix: 'x' }],
    ['strict namespaces', { strict: true }],
    ['inline strings', { inlineStrings: true }],
    ['a prefix and strict namespaces', { prefix: 'ns0', strict: true, inlineStrings: true }],
  ])('reads the same cells from a workbook with %s', async (_, options) => {
    const sheet = await readSheet(
      { rows: [['A & B', { runs: [{ text: 'rich ' }, { text: 'text' }] }]], merges: ['A1:A2'] },
      options,
    );
    expect(textsOf(sheet)).toEqual({ A1: 'A & B', B1: 'rich text' });
    expect(sheet.merges).toEqual([{ top: 0, left: 0, bottom: 1, right: 0 }]);
  });

  it.each([false, true])(
    'does not read what is struck out, a cell or a part of its text (inline: %s)',
    async (inline) => {
      const rows = [
        ['Question', { text: 'Fax number?', isStruck: true }],
        [{ runs: [{ text: 'Do you keep ' }, { text: 'paper ', isStruck: true }, { text: 'records?' }] }, 'Yes'],
      ];
      const sheet = await readSheet({ rows }, { inlineStrings: inline });
      expect(textsOf(sheet)).toEqual({ A1: 'Question', A2: 'Do you keep records?', B2: 'Yes' });
    },
  );

  it('knows formulas that show nothing', async () => {
    const rows = [
      ['Sum', { formula: 'A9&""', text: '' }],
      ['x', { sharedFormula: 0, formula: 'A8', text: '' }],
    ];
    const sheet = await readSheet({ rows });
    expect(textsOf(sheet)).toEqual({ A1: 'Sum', A2: 'x' });
    expect(sheet.formulas).toEqual([{ top: 0, left: 1, bottom: 1, right: 1 }]);
  });

  it.each([false, true])('keeps the bounds of a validation (extension: %s)', async (x14) => {
    const sheet = await readSheet({
      rows: [['Rating']],
      validations: [
        { range: 'B2', type: 'whole', list: '0', second: '5', x14 },
        { range: 'B3', type: 'textLength', operator: 'lessThanOrEqual', list: '30', x14 },
        { range: 'B4', type: 'date', operator: 'greaterThan', list: 'TODAY()', x14 },
      ],
    });
    expect(sheet.validations.map(({ type, bounds }) => ({ type, bounds }))).toEqual([
      { type: 'whole', bounds: { operator: 'between', first: 0, second: 5 } },
      { type: 'length', bounds: { operator: 'lessThanOrEqual', first: 30 } },
      { type: 'date', bounds: undefined },
    ]);
  });

  it('reads strings in UTF-16 parts and with a byte order mark', async () => {
    const xml =
      '<?xml version="1.0" encoding="UTF-16"?><sst xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"><si><t>Größe</t></si></sst>';
    const sheet = await readSheet(
      { rows: [['replaced']] },
      { parts: { 'xl/sharedStrings.xml': Buffer.from('\uFEFF' + xml, 'utf16le') } },
    );
    expect(textsOf(sheet)).toEqual({ A1: 'Größe' });
  });

  it('shows numbers as a person sees them', async () => {
    const sheet = await readSheet({
      rows: [
        [
          { number: 0.25, numberFormat: '0%' },
          { number: 45000, numberFormat: 'yyyy-mm-dd' },
          { number: 1234.5, numberFormat: '#,##0.00' },
          { number: 0.1 + 0.2 },
          { number: 7, numberFormat: '"Q-"000' },
          { number: 5, numberFormat: ';;;' },
        ],
      ],
    });
    expect(textsOf(sheet)).toEqual({ A1: '25%', B1: '2023-03-15', C1: '1,234.50', D1: '0.3', E1: 'Q-007' });
    expect(sheet.cells.map((cell) => cell.type)).toEqual(['number', 'date', 'number', 'number', 'number']);
  });

  it('counts dates from 1904 when the workbook says so', async () => {
    const sheet = await readSheet({ rows: [[{ number: 43538, numberFormat: 'yyyy-mm-dd' }]] }, { date1904: true });
    expect(textsOf(sheet)).toEqual({ A1: '2023-03-15' });
  });

  it('leaves out how a text is pronounced and undoes escapes', async () => {
    const sheet = await readSheet({ rows: [[{ text: '東京', phonetic: 'トウキョウ' }, 'line one_x000D_\nline two']] });
    expect(textsOf(sheet)).toEqual({ A1: '東京', B1: 'line one\nline two' });
  });

  it('marks a text bold when all of its runs are', async () => {
    const sheet = await readSheet({
      rows: [[{ runs: [{ text: 'a', isBold: true }] }, { runs: [{ text: 'a', isBold: true }, { text: 'b' }] }]],
    });
    expect(sheet.cells.map(({ bold }) => bold)).toEqual([true, undefined]);
  });

  it('reads the stored result of a formula and moves shared formulas to their cell', async () => {
    const sheet = await readSheet({
      rows: [
        [{ formula: 'Other!A1&" $A1"', sharedFormula: 0, text: 'one' }],
        [{ sharedFormula: 0, text: 'two' }],
        [{ formula: 'A1' }],
      ],
    });
    expect(sheet.cells.map(({ text, formula }) => [text, formula])).toEqual([
      ['one', 'Other!A1&" $A1"'],
      ['two', 'Other!A2&" $A1"'],
    ]);
  });

  it('says how many formulas have no stored result', async () => {
    const model = await read({ sheets: [{ name: 'S', rows: [['x', { formula: 'A1' }]] }] });
    expect(model.warnings.map((warning) => warning.code)).toEqual(['formula_without_result']);
  });

  it('marks hidden sheets, rows and columns', async () => {
    const model = await read({
      sheets: [
        { name: 'A', rows: [['x'], ['y']], hiddenRows: [2], hiddenColumns: ['C'] },
        { name: 'B', hidden: true, rows: [['z']] },
      ],
    });
    expect(model.sheets.map((sheet) => sheet.hidden)).toEqual([false, true]);
    expect(model.sheets[0]?.hiddenRows).toEqual([1]);
    expect(model.sheets[0]?.hiddenColumns.map(({ left, right }) => [left, right])).toEqual([[2, 2]]);
  });

  it('drops what a merged range covers', async () => {
    const sheet = await readSheet({
      rows: [
        ['anchor', 'covered'],
        ['covered', 'covered', 'free'],
      ],
      merges: ['A1:B2'],
    });
    expect(textsOf(sheet)).toEqual({ A1: 'anchor', C2: 'free' });
  });

  it('keeps unlocked and filled empty cells as ranges', async () => {
    const blank = { unlocked: true, fill: 'FFFFFF00' };
    const sheet = await readSheet({
      protected: true,
      rows: [['q', blank, blank], ['q', blank, blank], ['q'], ['q', blank]],
    });
    const ranges = [
      { top: 0, left: 1, bottom: 1, right: 2 },
      { top: 3, left: 1, bottom: 3, right: 1 },
    ];
    expect(sheet.unlockedBlanks).toEqual(ranges);
    expect(sheet.filledBlanks).toEqual(ranges);
    expect(sheet.protected).toBe(true);
  });

  it('keeps empty cells with lines on two sides or more as ranges', async () => {
    const box = { lines: ['left', 'right', 'bottom'] } satisfies CellObject;
    const under = { lines: ['bottom'] } satisfies CellObject;
    const sheet = await readSheet({
      rows: [['Owner', box], ['Street', box], ['Town', under], [{ ...box, text: 'x' }]],
    });
    expect(sheet.framedBlanks).toEqual([{ top: 0, left: 1, bottom: 1, right: 1 }]);
  });
});

describe('drop-down lists', () => {
  const lists: SheetFixture = {
    name: "It's a list",
    hidden: true,
    rows: [['Yes', 'x'], ['No'], [' Partly '], [], ['unrelated']],
  };
  const options = async (list: string, more: Partial<WorkbookFixture> & { x14?: boolean } = {}) => {
    const { x14, ...workbook } = more;
    const sheet = await readSheet(
      { rows: [['q']], validations: [{ range: 'B1:B9 D1', list, x14: x14 ?? false }] },
      { sheets: [lists], ...workbook },
    );
    expect(sheet.validations[0]?.ranges).toHaveLength(2);
    return sheet.validations[0]?.options;
  };

  it.each([
    ['a literal list', '"Yes, No,""Partly"""', ['Yes', 'No', '"Partly"']],
    ['cells of another sheet', "'It''s a list'!$A$1:$A$3", ['Yes', 'No', 'Partly']],
    ['a whole column', "'It''s a list'!$A:$A", ['Yes', 'No', 'Partly', 'unrelated']],
    ['a name', 'choices', ['Yes', 'No', 'Partly']],
    ['a list that grows', "OFFSET('It''s a list'!$A$1,0,0,COUNTA('It''s a list'!$A:$A),1)", ['Yes', 'No', 'Partly']],
    ['a name given as text', 'INDIRECT("choices")', ['Yes', 'No', 'Partly']],
    ['cells of the same sheet', '$A$1', ['q']],
    ['something that cannot be resolved', '[1]Other!A1:A3', []],
  ])('resolve %s', async (_, list, expected) => {
    const names = [{ name: 'choices', formula: "'It''s a list'!$A$1:$A$3" }];
    expect(await options(list, { names })).toEqual(expected);
    expect(await options(list, { names, x14: true })).toEqual(expected);
  });

  it('resolve a column of a table', async () => {
    const sheet = {
      ...lists,
      rows: [['Choice'], ['High'], ['Low']],
      table: { name: 'Levels', range: 'A1:A3', columns: ['Choice'] },
    };
    expect(await options('INDIRECT("Levels[Choice]")', { sheets: [sheet] })).toEqual(['High', 'Low']);
  });

  it('stay ranges when they cover the rest of the sheet', async () => {
    const sheet = await readSheet({ rows: [['q']], validations: [{ range: 'N1:XFD1048576', list: '"a,b"' }] });
    expect(sheet.validations).toEqual([
      { ranges: [{ top: 0, left: 13, bottom: 1_048_575, right: 16_383 }], type: 'list', options: ['a', 'b'] },
    ]);
  });
});
