import { describe, expect, it } from '@jest/globals';
import { buildXlsx, type CellFixture } from '../../services/questionnaire/src/documents/fixtures/xlsx.fixture.js';
import type { ExportedQuestion } from '../../services/questionnaire/src/export/model.js';
import { exportTo, extract, partText, questionsOf, toExport } from './round-trip.js';

const TEXTS = ['Do you encrypt backups?', 'Is access logged?', 'Do you rotate keys?', 'Do you screen staff?'];
const SHEET = 'xl/worksheets/sheet1.xml';

function workbook(rows: CellFixture[][], merges: string[], list?: string): Uint8Array {
  const validations = list === undefined ? [] : [{ range: 'C2:C5', list }];
  return buildXlsx({
    sheets: [{ name: 'S', rows: [['ID', 'Question', 'Answer', 'Comment'], ...rows], merges, validations }],
  });
}

async function answered(bytes: Uint8Array, answers: readonly Partial<ExportedQuestion>[]): Promise<ExportedQuestion[]> {
  return questionsOf(await extract(bytes, 'a.xlsx')).map((question, i) => toExport(question, answers[i] ?? {}));
}

const valueAt = (bytes: Uint8Array, cell: string): string =>
  new RegExp(`r="${cell}"[^>]*><is><t[^>]*>([^<]*)`).exec(partText(bytes, SHEET))?.[1] ?? '';

describe('answers of several questions in one cell', () => {
  const rows = TEXTS.map((text, i): CellFixture[] => [`Q-${i + 1}`, text, null, null]);

  it('are written together behind their numbers, and the report names each of them', async () => {
    const original = workbook(rows, ['C2:C4']);
    const wanted = [
      { answer: 'AES.', comment: 'One.' },
      {},
      { answer: 'Yearly.', comment: 'Three.' },
      { answer: 'We do.' },
    ];
    const questions = await answered(original, wanted);
    const { bytes, outcome } = await exportTo(original, 'a.xlsx', questions);
    expect(valueAt(bytes, 'C2')).toBe('Q-1: AES.\nQ-3: Yearly.');
    expect([valueAt(bytes, 'D2'), valueAt(bytes, 'D4'), valueAt(bytes, 'C5')]).toEqual(['One.', 'Three.', 'We do.']);
    expect(outcome.report.skipped).toEqual([]);
    const told = outcome.report.places.filter(({ kind }) => kind === 'answer').map(({ questionId }) => questionId);
    expect(told.sort()).toEqual(
      [questions[0]!, questions[2]!, questions[3]!].map(({ questionId }) => questionId).sort(),
    );
    const again = questionsOf(await extract(bytes, 'a.xlsx'));
    expect(again[0]?.existingAnswer).toBe('Q-1: AES.\nQ-3: Yearly.');
  });

  it('are one text where all say the same, and counted where the questions have no numbers', async () => {
    const original = workbook(rows, ['C2:C3', 'C4:C5']);
    const questions = await answered(original, [
      { answer: 'Yes.' },
      { answer: 'Yes.' },
      { answer: 'A' },
      { answer: 'B' },
    ]);
    const { bytes } = await exportTo(
      original,
      'a.xlsx',
      questions.map((question) => ({ ...question, number: '' })),
    );
    expect([valueAt(bytes, 'C2'), valueAt(bytes, 'C4')]).toEqual(['Yes.', '1. A\n2. B']);
  });

  it('share the place of an option only with those that choose it', async () => {
    const original = workbook(rows, ['C2:C4'], '"Yes,No"');
    const questions = await answered(original, [{ answer: 'Yes' }, { answer: 'No' }, { answer: 'Yes' }]);
    const { bytes, outcome } = await exportTo(original, 'a.xlsx', questions);
    expect(valueAt(bytes, 'C2')).toBe('Yes');
    expect(outcome.report.places).toHaveLength(2);
    expect(outcome.report.skipped).toMatchObject([{ questionId: questions[1]!.questionId, reason: 'place_taken' }]);
  });

  it('join the lettered questions of one cell, and one remark for two columns of answers', async () => {
    const original = buildXlsx({
      sheets: [
        {
          name: 'S',
          rows: [
            ['Question', 'Answer'],
            ['a) Do you plan audits?\nb) Do you share them?', null],
            [TEXTS[0]!, null],
          ],
        },
        { name: 'T', rows: [['Question', 'Product A', 'Product B', 'Remarks'], [TEXTS[1]!], [TEXTS[2]!]] },
      ],
    });
    const questions = questionsOf(await extract(original, 'a.xlsx')).map((question, i) =>
      toExport(question, { answer: `Answer ${i}.`, comment: question.sheetName === 'T' ? `Remark ${i}.` : '' }),
    );
    const { bytes, outcome } = await exportTo(original, 'a.xlsx', questions);
    expect(valueAt(bytes, 'B2')).toBe('a: Answer 0.\nb: Answer 1.');
    expect(outcome.report.skipped).toEqual([]);
    expect(partText(bytes, 'xl/worksheets/sheet2.xml')).toContain('1. Remark 3.\n2. Remark 4.');
  });
});
