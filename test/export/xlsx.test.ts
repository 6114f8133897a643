import { describe, expect, it } from '@jest/globals';
import {
  buildXlsx,
  type CellFixture,
  type SheetFixture,
} from '../../services/questionnaire/src/documents/fixtures/xlsx.fixture.js';
import { withParts, richWorkbook } from './rich-workbook.js';
import { answerAll, changedParts, exportTo, extract, partText, questionsOf, toExport } from './round-trip.js';

const SHEET = 'xl/worksheets/sheet1.xml';
const asked = (n: number): string => `Do you review security control ${n} every year?`;

function questionnaire(extra: Partial<SheetFixture> = {}, rows: NonNullable<SheetFixture['rows']> = []): Uint8Array {
  const body = [1, 2, 3, 4].map((n) => [String(n), asked(n), null]);
  return buildXlsx({
    sheets: [{ name: 'Security', rows: [['No.', 'Question', 'Answer'], ...body, ...rows], ...extra }],
  });
}

async function answersAfter(bytes: Uint8Array, name = 'a.xlsx'): Promise<(string | undefined)[]> {
  return questionsOf(await extract(bytes, name)).map((question) => question.existingAnswer);
}

describe('a workbook that is given back with its answers', () => {
  it.each([
    ['a.xlsx', {}],
    ['a.xlsm', { macros: true }],
    ['protected.xlsx', { protected: true }],
  ])(
    'keeps chart, picture, notes, formats, drop-downs, names, pivot and macros of %s as they were',
    async (name, options) => {
      const original = richWorkbook(options);
      const { bytes, outcome, questions } = await answerAll(original, name);
      expect(changedParts(original, bytes)).toEqual([SHEET]);
      const [before, after] = [partText(original, SHEET), partText(bytes, SHEET)];
      const rest = (xml: string): string => xml.replace(/<sheetData>[\s\S]*<\/sheetData>/, '');
      expect(rest(after)).toBe(rest(before));
      expect(questions).toHaveLength(6);
      expect(await answersAfter(bytes, name)).toEqual(questions.map((question) => question.answer));
      expect(outcome.report.notes.map((note) => note.code)).toEqual('protected' in options ? ['protected_sheet'] : []);
    },
  );

  it('leaves every cell alone whose answer is not known', async () => {
    const original = questionnaire();
    const { bytes } = await answerAll(original, 'a.xlsx', (_, i) => (i === 2 ? 'Yes, each May.' : ''));
    expect(await answersAfter(bytes)).toEqual(['', '', 'Yes, each May.', '']);
    const nothing = await answerAll(original, 'a.xlsx', () => '');
    expect(changedParts(original, nothing.bytes)).toEqual([]);
  });

  it('writes lines, markup, quotes, emoji and control characters as the text that they are', async () => {
    const texts = [
      'First.\nSecond <b>line</b> & "quotes"',
      '=HYPERLINK("http://evil.example","x")',
      '🔐 ünïcödé _x000D_',
      '-5',
    ];
    const { bytes } = await answerAll(questionnaire(), 'a.xlsx', (_, i) => texts[i] ?? '');
    expect(await answersAfter(bytes)).toEqual(texts);
    expect(partText(bytes, SHEET)).not.toContain('<f>');
  });

  it('puts cells and rows that the sheet does not have where they belong, in the look of their column', async () => {
    const data =
      '<row r="1"><c r="A1" t="inlineStr"><is><t>Question</t></is></c><c r="C1" t="inlineStr"><is><t>Answer</t></is></c></row>' +
      `<row r="2" spans="1:1"><c r="A2" t="inlineStr"><is><t>${asked(1)}</t></is></c></row>` +
      `<row r="3"><c r="A3" t="inlineStr"><is><t>${asked(2)}</t></is></c><c r="D3" t="inlineStr"><is><t>note</t></is></c></row>` +
      `<row r="4" s="0" customFormat="1"><c r="A4" t="inlineStr"><is><t>${asked(3)}</t></is></c><c r="C4"/></row>`;
    const original = withParts(questionnaire({ sheetData: data }), (text) => ({
      [SHEET]: text(SHEET).replace(
        '<sheetData>',
        '<dimension ref="A1:C4"/><cols><col min="3" max="3" width="40" style="0"/></cols><sheetData>',
      ),
    }));
    const { bytes } = await answerAll(original, 'a.xlsx');
    const xml = partText(bytes, SHEET);
    expect([...xml.matchAll(/<c r="([A-Z]+\d+)"/g)].map(([, cell]) => cell)).toEqual(
      'A1 C1 A2 C2 A3 C3 D3 A4 C4'.split(' '),
    );
    expect(xml).toContain('<row r="2" spans="1:3">');
    expect(xml).toContain('<c r="C2" s="0" t="inlineStr">');
    const [first] = questionsOf(await extract(original, 'a.xlsx'));
    const below = [toExport(first!, { answer: 'Yes.', answerLocation: { sheet: 'Security', cell: 'E9' } })];
    const further = partText((await exportTo(original, 'a.xlsx', below)).bytes, SHEET);
    expect(further).toMatch(/<row r="9"><c r="E9"[^>]*t="inlineStr">.*<\/row><\/sheetData>/);
    expect(further).toContain('<dimension ref="A1:E9"/>');
  });

  it('writes into the first cell of a merged range, wherever the place points into it', async () => {
    const original = questionnaire({ merges: ['C2:D3'] });
    const [first] = questionsOf(await extract(original, 'a.xlsx'));
    const question = toExport(first!, { answer: 'Yes.', answerLocation: { sheet: 'Security', cell: 'D3' } });
    const { bytes, outcome } = await exportTo(original, 'a.xlsx', [question]);
    expect(outcome.report.places).toMatchObject([{ location: { cell: 'C2' }, note: 'anchor_of_merged_range' }]);
    expect(partText(bytes, SHEET)).toContain('<mergeCell ref="C2:D3"/>');
    expect((await answersAfter(bytes))[0]).toBe('Yes.');
  });

  it('leaves every formula as it is, whatever it shows, and says which answers it left out', async () => {
    const shared = [1, 2, 3, 4].map((n) => [
      String(n),
      asked(n),
      { ...(n === 1 ? { formula: 'A2' } : {}), sharedFormula: 0, text: n === 2 ? '' : 'x' },
    ]);
    const original = buildXlsx({ sheets: [{ name: 'Security', rows: [['No.', 'Question', 'Answer'], ...shared] }] });
    const plain = questionnaire();
    const questions = questionsOf(await extract(plain, 'a.xlsx')).map((question) =>
      toExport(question, { answer: 'Yes.', comment: 'Since 2019.', commentLocation: question.location }),
    );
    const asComment = questions.map((question) => ({ ...question, commentLocation: question.answerLocation }));
    for (const wanted of [questions.map((question) => ({ ...question, comment: '' })), asComment]) {
      const { bytes, outcome } = await exportTo(original, 'a.xlsx', wanted);
      expect(outcome.report.places).toEqual([]);
      const formulas = outcome.report.skipped.filter(({ reason }) => reason === 'formula');
      expect(formulas.map(({ questionId }) => questionId)).toEqual(questions.map(({ questionId }) => questionId));
      expect(changedParts(original, bytes)).toEqual([]);
    }
  });

  it('does not write into what an array formula or a data table fills', async () => {
    for (const type of ['array', 'dataTable']) {
      const original = withParts(questionnaire(), (text) => ({
        [SHEET]: text(SHEET).replace(
          /(<row r="2">.*?)<\/row>/,
          `$1<c r="C2"><f t="${type}" ref="C2:C5">ROW(A1:A4)</f><v>1</v></c></row>`,
        ),
      }));
      const questions = questionsOf(await extract(questionnaire(), 'a.xlsx'));
      expect(questionsOf(await extract(original, 'a.xlsx'))).toEqual([]);
      const { bytes, outcome } = await exportTo(original, 'a.xlsx', [toExport(questions[2]!, { answer: 'Yes.' })]);
      expect(outcome.report.skipped).toMatchObject([{ reason: 'formula', location: { cell: 'C4' } }]);
      expect(changedParts(original, bytes)).toEqual([]);
    }
  });

  it('writes beside a formula in the column of the answers', async () => {
    const rows = [
      ['No.', 'Question', 'Answer'],
      ...[1, 2, 3, 4].map((n): CellFixture[] => [String(n), asked(n), null]),
    ];
    rows[1] = ['1', asked(1), { formula: 'IF(A1=1,2,3)', text: '3' }];
    const original = buildXlsx({ sheets: [{ name: 'Security', rows }] });
    const { bytes, outcome } = await answerAll(original, 'a.xlsx');
    expect(outcome.report.places.map(({ location }) => location)).toEqual(
      ['C3', 'C4', 'C5'].map((cell) => ({ sheet: 'Security', cell })),
    );
    expect(outcome.report.skipped).toMatchObject([{ reason: 'no_place' }]);
    expect(partText(bytes, SHEET)).toContain('<f>IF(A1=1,2,3)</f>');
  });

  it.each([
    ['prefixed names', { prefix: 'x' }],
    ['strict Office Open XML', { strict: true }],
    ['inline strings', { inlineStrings: true }],
  ])('fills a workbook with %s', async (_, options) => {
    const rows = [['Question', 'Answer'], ...[1, 2, 3].map((n) => [asked(n), null])];
    const original = buildXlsx({ sheets: [{ name: 'S', rows }], ...options });
    const { bytes, questions } = await answerAll(original, 'a.xlsx');
    expect(changedParts(original, bytes)).toEqual([SHEET]);
    expect(await answersAfter(bytes)).toEqual(questions.map((question) => question.answer));
  });

  it('fills a right-to-left sheet and hidden columns', async () => {
    for (const extra of [{ rightToLeft: true }, { hiddenColumns: ['C'] }]) {
      const original = questionnaire(extra);
      const questions = questionsOf(await extract(original, 'a.xlsx')).map((question, i) =>
        toExport(question, { answer: `نعم ${i}`, answerLocation: { sheet: 'Security', cell: `C${i + 2}` } }),
      );
      const { bytes } = await exportTo(original, 'a.xlsx', questions);
      expect(changedParts(original, bytes)).toEqual([SHEET]);
      expect(partText(bytes, SHEET)).toContain(
        '<c r="C5" t="inlineStr"><is><t xml:space="preserve">نعم 3</t></is></c>',
      );
    }
  });

  it('ticks the column of the option with the customer’s own mark and takes other marks away', async () => {
    const rows = [
      ['Question', 'Yes', 'No', 'N/A', 'Comments'],
      [asked(1), '✓', null, null, null],
      [asked(2), null, null, null, null],
      [asked(3), null, '✓', null, null],
      [asked(4), null, null, null, null],
    ];
    const original = buildXlsx({ sheets: [{ name: 'S', rows }] });
    const answers = ['No', 'Yes', 'Not applicable', ''];
    const { bytes, questions } = await answerAll(original, 'a.xlsx', (_, i) => answers[i] ?? '');
    expect(questions[0]?.optionLocations).toHaveLength(3);
    expect(await answersAfter(bytes)).toEqual(['No', 'Yes', 'N/A', '']);
    expect(partText(bytes, SHEET).match(/✓/g)).toHaveLength(3);
  });

  it('writes numbers as numbers where the cell shows them so, and comments beside', async () => {
    const rows = [
      ['Question', 'Answer', 'Comments'],
      ['How many employees do you have?', null, null],
      ['How many data centers do you operate?', { numberFormat: '0%' }, null],
      [asked(3), null, null],
    ];
    const original = buildXlsx({
      sheets: [{ name: 'S', rows, validations: [{ range: 'B2:B3', list: '0', type: 'whole' }] }],
    });
    const found = questionsOf(await extract(original, 'a.xlsx'));
    const questions = found.map((question, i) =>
      toExport(question, { answer: ['250', '3', 'Yes'][i] ?? '', comment: 'See §4' }),
    );
    const { bytes } = await exportTo(original, 'a.xlsx', questions);
    const xml = partText(bytes, SHEET);
    expect(xml).toContain('<c r="B2"><v>250</v></c>');
    expect(xml).toMatch(/<c r="B3"[^>]*t="inlineStr">/);
    expect(xml.match(/See §4/g)).toHaveLength(3);
  });

  it('names the answer column that the customer’s table does not have', async () => {
    const original = buildXlsx({
      sheets: [
        {
          name: 'S',
          rows: [
            ['Nr.', 'Frage'],
            ...[1, 2, 3].map((n) => [String(n), `Wie oft werden die Zugriffsrechte der Gruppe ${n} geprüft?`]),
          ],
        },
      ],
    });
    const { bytes, outcome, questions } = await answerAll(original, 'a.xlsx');
    expect(outcome.report.places.filter((place) => place.kind === 'heading')).toMatchObject([{ text: 'Antwort' }]);
    expect(await answersAfter(bytes)).toEqual(questions.map((question) => question.answer));
  });

  it('cuts a text that no cell can hold, and says so', async () => {
    const { outcome } = await answerAll(questionnaire(), 'a.xlsx', (_, i) => (i === 0 ? 'x'.repeat(40_000) : ''));
    expect(outcome.report.places).toMatchObject([{ note: 'cut_to_cell_limit' }]);
    expect(outcome.report.places[0]?.text).toHaveLength(32_767);
  });
});
