import { describe, expect, it } from '@jest/globals';
import { askedIn, rowsOf } from './asked.fixture.js';
import { sheetOf } from './sheet.fixture.js';

const REQUIREMENTS = [
  ['The platform must keep an audit log of all logins.', 'Show the log of one day. Describe how long it is kept.'],
  [
    'The platform must support two factors for administrators.',
    'Describe the factors. Provide a screen of the set-up.',
  ],
  ['The vendor must train its staff every year.', 'List the trainings. Confirm who takes part in them.'],
  ['The vendor must test its backups.', 'Provide the report of the latest test.'],
] as const;

describe('columns that say how a requirement is judged', () => {
  it.each([
    ['Requirement', 'Acceptance criteria', 'Vendor response'],
    ['Requirement', 'Success Criteria', 'Response'],
    ['Anforderung', 'Abnahmekriterien', 'Antwort des Anbieters'],
    ['Exigence', "Critères d'acceptation", 'Réponse'],
    ['Requisito', 'Criterios de aceptación', 'Respuesta'],
    ['Требование', 'Критерии приемки', 'Ответ'],
    ['要求', '验收标准', '答复'],
  ])('asks what stands below "%s", not below "%s"', (requirement, criteria, answer) => {
    const sheet = sheetOf([
      ['Area', requirement, criteria, answer],
      ...REQUIREMENTS.map((row) => ['Access', ...row, null]),
    ]);
    expect(askedIn(sheet)).toEqual(rowsOf('B', 'D', [2, 5]));
  });

  it('asks the criteria where they are the only texts', () => {
    const sheet = sheetOf([
      ['No.', 'Acceptance criteria', 'Response'],
      ...REQUIREMENTS.map(([text], row) => [row + 1, text, null]),
    ]);
    expect(askedIn(sheet)).toEqual(rowsOf('B', 'C', [2, 5]));
  });
});
