import { describe, expect, it } from '@jest/globals';
import type { CellModel, SheetModel } from '../documents/model.js';
import { placeName, questionsOf } from './asked.fixture.js';
import { extractQuestions } from './extract.js';
import type { rangeOf } from './sheet.fixture.js';
import { sheetOf, workbookOf } from './sheet.fixture.js';
import { documentOf } from './text.fixture.js';
import { seeded } from '../seeded.fixture.js';

const SCRAPS = [
  'Question',
  'Answer',
  'No',
  'Yes',
  '',
  ' ',
  '1',
  '1.1',
  'A&A-01',
  'Do you encrypt data?',
  'Describe it.',
  'Guidance:',
  '☐ Yes ☐ No',
  '(((',
  '____',
  '?',
  '*',
  '¿',
  '回答',
  'x'.repeat(5000),
  'a) Yes\nb) No',
  'Total',
  '\u200b',
  'Section',
  'N/A',
  'If yes, please describe.',
];

function randomSheet(next: () => number): SheetModel {
  const pick = <T>(list: readonly T[]): T => list[Math.floor(next() * list.length)]!;
  const cells: CellModel[] = [];
  for (let row = 0; row < 25; row++) {
    for (let column = 0; column < 7; column++) {
      if (next() < 0.4) continue;
      cells.push({
        row,
        column,
        text: pick(SCRAPS),
        type: next() < 0.1 ? 'number' : 'text',
        ...(next() < 0.1 ? { bold: true } : {}),
        ...(next() < 0.1 ? { formula: pick(['SUM(A1)', 'Other!B2', "'x'!A1", '!!']) } : {}),
      });
    }
  }
  const range = (): ReturnType<typeof rangeOf> => {
    const top = Math.floor(next() * 25);
    const left = Math.floor(next() * 7);
    return { top, left, bottom: top + Math.floor(next() * 3), right: left + Math.floor(next() * 3) };
  };
  return {
    ...sheetOf([]),
    cells,
    merges: [range(), range(), range()],
    validations: [{ ranges: [range(), range()], type: 'list', options: ['Yes', 'No'] }],
  };
}

describe('robustness', () => {
  it('gives every filled cell one entry and every question its own key, whatever the sheet looks like', () => {
    for (let seed = 1; seed <= 120; seed++) {
      const next = seeded(seed);
      const workbook = workbookOf(randomSheet(next), { ...randomSheet(next), name: 'Other' });
      const { sheets } = extractQuestions(workbook);
      sheets.forEach((sheet, i) => {
        const filled = (workbook.sheets[i]?.cells ?? []).filter((cell) => cell.text.replace(/[\u200b\s]/g, '') !== '');
        expect(sheet.account.map((entry) => placeName(entry.location)).sort()).toEqual(
          filled
            .map((cell) => placeName({ sheet: '', cell: `${String.fromCharCode(65 + cell.column)}${cell.row + 1}` }))
            .sort(),
        );
        expect(new Set(sheet.questions.map((question) => question.key)).size).toBe(sheet.questions.length);
      });
    }
  });

  it('ends on text documents of scraps', () => {
    for (let seed = 1; seed <= 60; seed++) {
      const next = seeded(seed);
      const pieces = Array.from({ length: 20 }, () => SCRAPS[Math.floor(next() * SCRAPS.length)] ?? '').filter(
        (text) => text.trim() !== '',
      );
      for (const format of ['docx', 'pdf', 'pasted'] as const) {
        const { sheets } = extractQuestions(documentOf(pieces, format));
        expect(sheets[0]?.account).toHaveLength(pieces.length);
      }
    }
  });

  it('grows with the number of hidden sheets, and not faster', () => {
    const asked = ['Do you encrypt data?', 'Do you test backups?', 'Are logs kept?', 'Is access reviewed?'];
    const formulasRead = (copies: number): number => {
      let reads = 0;
      const away = sheetOf([['Question', 'Answer'], ...asked.map((text) => [text, null])], { hidden: true });
      const counted = away.cells.map((cell) => ({
        ...cell,
        get formula(): undefined {
          reads++;
          return undefined;
        },
      }));
      const shows = asked.map((text, i) => [{ text: `${text} Since when?`, formula: `Away!B${i + 2}` }, null]);
      const front = sheetOf([['Question', 'Answer'], ...shows], { name: 'Front' });
      const hidden = Array.from({ length: copies }, () => ({ ...away, cells: counted as unknown as CellModel[] }));
      extractQuestions(workbookOf(front, ...hidden));
      return reads;
    };
    expect(formulasRead(400)).toBeLessThan(2.5 * formulasRead(200));
  });

  it('does not grow with the area or the number of ranges', () => {
    const rows = Array.from({ length: 200 }, (_, i) => [`${i + 1}`, `Is control ${i + 1} in place?`, null]);
    const sheet = sheetOf([['No.', 'Question', 'Answer'], ...rows]);
    sheet.validations = [
      {
        ranges: Array.from({ length: 20_000 }, (_, i) => ({ top: i, left: 2, bottom: i, right: 16_383 })),
        type: 'list',
        options: ['Yes', 'No'],
      },
    ];
    sheet.hiddenColumns = Array.from({ length: 20_000 }, () => ({
      top: 0,
      left: 20,
      bottom: 1_048_575,
      right: 16_383,
    }));
    expect(questionsOf(workbookOf(sheet))).toHaveLength(200);
  });

  it('takes an empty workbook and an empty document for nothing', () => {
    expect(questionsOf(workbookOf(sheetOf([])))).toEqual([]);
    expect(questionsOf(documentOf([]))).toEqual([]);
  });
});
