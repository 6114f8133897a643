import { describe, expect, it } from '@jest/globals';
import type { DocumentModel } from '../documents/model.js';
import { placeName } from './asked.fixture.js';
import { extractQuestions } from './extract.js';
import { sheetOf, workbookOf } from './sheet.fixture.js';
import { documentOf } from './text.fixture.js';

const POINTS = [
  'Volmar tesk onderi pulat',
  'Bresti noval kemte undra',
  'Harvik dolm entari',
  'Selto vrani makud pertin',
];
const ROWS = [['Nur', 'Pelkat', 'Vestin'], ...POINTS.map((text, i) => [String(i + 1), text, ''])];

function toldOf(model: DocumentModel): { warnings: string[]; places: string[]; marked: number } {
  const { sheets, warnings } = extractQuestions(model);
  const account = sheets.flatMap((sheet) => sheet.account);
  return {
    warnings: warnings.map(({ code, message }) => `${code}: ${message}`),
    places: account.filter(({ reason }) => reason === 'read_by_shape').map(({ location }) => placeName(location)),
    marked: sheets.flatMap(({ questions }) => questions).filter(({ byShape }) => byShape === true).length,
  };
}

describe('questions that were read by the shape of the file', () => {
  it('are counted in a warning and told in the account, on a sheet', () => {
    expect(toldOf(workbookOf(sheetOf(ROWS)))).toEqual({
      warnings: [
        'read_by_shape: 4 questions were read by the shape of the file, not by its words. Look them over, and correct under Coverage what is wrong.',
      ],
      places: ['B2', 'B3', 'B4', 'B5'],
      marked: 4,
    });
  });

  it('are told in a document as well', () => {
    const { warnings, marked } = toldOf(documentOf([ROWS]));
    expect(warnings).toHaveLength(1);
    expect(marked).toBe(4);
  });

  it('are none where words say what is asked', () => {
    const rows = [['Question', 'Answer'], ...POINTS.map((text) => [`Do you keep ${text}?`])];
    expect(toldOf(workbookOf(sheetOf(rows)))).toEqual({ warnings: [], places: [], marked: 0 });
  });
});
