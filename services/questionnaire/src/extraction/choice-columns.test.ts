import { describe, expect, it } from '@jest/globals';
import type { SheetModel } from '../documents/model.js';
import { questionsOf } from './asked.fixture.js';
import { sheetOf, workbookOf } from './sheet.fixture.js';
import type { Value } from './sheet.fixture.js';
import { documentOf } from './text.fixture.js';

const TEXTS = ['Do you encrypt backups?', 'Is access to production logged?', 'Do you rotate keys every year?'];
const choicesOf = (sheet: SheetModel): string[] =>
  questionsOf(workbookOf(sheet)).map(
    ({ optionLocations, existingAnswer }) =>
      `${optionLocations.map(({ option, location }) => `${'cell' in location ? location.cell : ''} ${option}`).join(', ')}: ${existingAnswer}`,
  );
const columns = (row: number, answer: string): string => `C${row} Yes, D${row} No, E${row} N/A: ${answer}`;

describe('columns of choices', () => {
  const body = TEXTS.map((text, i): Value[] => [`A-${i + 1}`, text, null, i === 0 ? 'x' : null, null, null, `S${i}`]);
  const above: Value[] = ['ID', 'Question', 'Answers', null, null, 'Notes', 'Mapping', null];
  const between: Value[] = [null, null, null, null, null, null, 'Norm A', 'Norm B'];
  const yesNo: Value[] = [null, null, 'Yes', 'No', 'N/A', null, null, null];

  it('are found below a heading that spans them, also with another sub-heading between', () => {
    const spanning = ['C1:E1', 'G1:H1'];
    const found = ['No', '', ''].map((answer, i) => columns(i + 4, answer));
    expect(choicesOf(sheetOf([above, between, yesNo, ...body], { merges: spanning }))).toEqual(found);
    const merged = ['A1:A3', 'B1:B3', 'C1:E2', 'F1:F3', 'G1:H1'];
    expect(choicesOf(sheetOf([above, between, yesNo, ...body], { merges: merged }))).toEqual(found);
    const inOwn: Value[] = [null, null, 'Vendor says', null, null, null, null, null];
    expect(choicesOf(sheetOf([above, inOwn, yesNo, ...body], { merges: [...spanning, 'C2:E2'] }))).toEqual(found);
  });

  it('are found in any language by their boxes, and a ticked one is the answer', () => {
    const rows = TEXTS.map((text, i): Value[] => [text, i === 1 ? '☒' : '☐', '☐']);
    const found = questionsOf(workbookOf(sheetOf([['Pertanyaan', 'Ya', 'Tidak'], ...rows])));
    expect(found.map(({ options }) => options)).toEqual(TEXTS.map(() => ['Ya', 'Tidak']));
    expect(found.map(({ existingAnswer }) => existingAnswer)).toEqual(['', 'Ya', '']);
    const table = [['Pertanyaan', 'Ya', 'Tidak'], ...TEXTS.map((text) => [text, '☐', '☐'])];
    expect(questionsOf(documentOf([table])).map(({ optionLocations }) => optionLocations.length)).toEqual([2, 2, 2]);
  });

  it('are found by their marks, one in each row', () => {
    const rows = TEXTS.map((text, i): Value[] => [text, i === 0 ? null : 'x', i === 0 ? 'x' : null]);
    const found = questionsOf(workbookOf(sheetOf([['Question', 'Vorhanden', 'Fehlt'], ...rows])));
    expect(found.map(({ existingAnswer }) => existingAnswer)).toEqual(['Fehlt', 'Vorhanden', 'Vorhanden']);
  });

  it('are found over texts without a heading, also with hyphens, and beside cells that keep what floating boxes say', () => {
    for (const heads of [
      ['Conforme', 'Non-conforme', 'Non-applicable'],
      ['Fully-compliant', 'Partially-compliant', 'Not-applicable'],
      ['Erfüllt', 'Nicht-erfüllt', 'Entfällt'],
    ]) {
      const steps = ['1. Check the seal of the parcel', '2. Count the parcels', '3. Sign the delivery note'];
      const sheet = sheetOf([[null, ...heads], ...steps.map((text): Value[] => [text])]);
      const kept = [2, 3, 4].flatMap((row) =>
        [5, 6].map((column) => ({ row: row - 1, column, text: 'FALSE', type: 'boolean' as const })),
      );
      const cells = [...sheet.cells, ...kept].sort((one, other) => one.row - other.row || one.column - other.column);
      expect(choicesOf({ ...sheet, cells })).toEqual(
        [2, 3, 4].map((row) => `${heads.map((head, i) => `${'BCD'[i]!}${row} ${head}`).join(', ')}: `),
      );
    }
  });

  it('are not the marks of a customer beside a column for answers, nor levels of which a row has several', () => {
    const marked = (second: Value): Value[][] => TEXTS.map((text) => [text, 'x', second, null]);
    for (const [head, rows] of [
      [['Question', 'Must', 'Should', 'Answer'], marked(null)],
      [['Question', 'Basic', 'Advanced', 'Answer'], marked('x')],
    ] as const) {
      const found = questionsOf(workbookOf(sheetOf([[...head], ...rows])));
      expect(found.map(({ answerLocation, options }) => [answerLocation, options])).toEqual(
        [2, 3, 4].map((row) => [{ sheet: 'Sheet1', cell: `D${row}` }, []]),
      );
    }
  });
});
