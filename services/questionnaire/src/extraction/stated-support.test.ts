import { describe, expect, it } from '@jest/globals';
import { askedIn, rowsOf } from './asked.fixture.js';
import { sheetOf } from './sheet.fixture.js';

const CRITERIA = [
  'Every picture shall have a text that says the same.',
  'Rows and columns shall be named in tables of data.',
  'Frames shall have a title that tells what they hold.',
  'Pages shall be readable without their style sheet.',
];

describe('criteria beside which the vendor has stated the support', () => {
  it.each([
    ['Criteria', 'Remarks', 'Supported', 'Partially supported', 'Not supported'],
    ['Criteria', 'Remarks', 'Supports', 'Supports with exceptions', 'Does not support'],
    ['Kriterium', 'Bemerkungen', 'Unterstützt', 'Teilweise unterstützt', 'Nicht unterstützt'],
    ['Critère', 'Remarques', 'Pris en charge', 'Partiellement pris en charge', 'Non pris en charge'],
    ['Criterio', 'Comentarios', 'Soportado', 'Parcialmente soportado', 'No soportado'],
    ['Требование', 'Комментарий', 'Поддерживается', 'Частично поддерживается', 'Не поддерживается'],
    ['Eis', 'Opmerkingen', 'Ondersteund', 'Gedeeltelijk ondersteund', 'Niet ondersteund'],
  ])('asks each one below "%s" where the states are told as "%s | %s"', (criteria, remarks, full, partly, none) => {
    const sheet = sheetOf([
      [criteria, 'Product features', remarks],
      [CRITERIA[0]!, full, null],
      [CRITERIA[1]!, partly, 'The grid of results cannot be read aloud.'],
      [CRITERIA[2]!, none, null],
      [CRITERIA[3]!, full, 'Since the last release.'],
    ]);
    expect(askedIn(sheet)).toEqual(rowsOf('A', 'B', [2, 5]));
  });
});
