import { describe, expect, it } from '@jest/globals';
import { placeName, questionsOf } from './asked.fixture.js';
import { sheetOf, workbookOf } from './sheet.fixture.js';

const STATEMENTS = ['Data are encrypted at rest.', 'Keys are rotated every year.', 'Backups are tested.'];
const VERDICTS = ['Full conformity', 'Partial conformity', 'No conformity', 'N/A'];

/** "answer comment" of the first row below these headings, with drop-downs in these columns. */
function places(headings: string[], lists: Record<string, string[]>): string {
  const rows = [['No', 'Requirement', ...headings], ...STATEMENTS.map((text, i) => [`R-${i + 1}`, text])];
  const ranges = Object.fromEntries(Object.entries(lists).map(([column, list]) => [`${column}2:${column}4`, list]));
  const asked = questionsOf(workbookOf(sheetOf(rows, { lists: ranges })));
  expect(asked).toHaveLength(STATEMENTS.length);
  return `${placeName(asked[0]!.answerLocation)} ${placeName(asked[0]!.commentLocation)}`;
}

describe('a drop-down of verdicts beside a column of words', () => {
  it.each([
    ['Observation', 'Conformity level', VERDICTS],
    ['Comments', 'Compliant?', ['Yes', 'No']],
    ['Findings', 'Status', ['Implemented', 'Planned']],
    ['Observation', 'Maturity', ['0', '1', '2', '3']],
    ['Feststellung', 'Bewertung', ['Konform', 'Abweichung']],
    ['Constatations', 'Conformité', ['Oui', 'Non']],
    ['Hallazgos', 'Cumplimiento', ['Cumple', 'No cumple']],
    ['Rilievi', 'Conformità', ['Conforme', 'Non conforme']],
    ['Uwagi', 'Zgodność', ['Tak', 'Nie']],
  ])('%s | %s: takes the answer, and the words before it explain it', (words, verdict, list) => {
    expect(places([words, verdict], { D: list })).toBe('D2 C2');
  });

  it.each([
    ['Supplier response', 'Compliance', VERDICTS],
    ['Stellungnahme', 'Erfüllungsgrad', ['Voll', 'Teilweise']],
  ])('%s | %s: words that state something take the answer', (words, verdict, list) => {
    expect(places([words, verdict], { D: list })).toMatch(/^C2 /);
  });

  it.each([
    ['Comments', 'Priority', ['High', 'Low']],
    ['Comments', 'Owner', ['IT', 'Legal']],
    ['Bemerkungen', 'Priorität', ['Hoch', 'Niedrig']],
  ])('%s | %s: a drop-down that gives no verdict leaves the words the answer', (words, other, list) => {
    expect(places([words, other], { D: list })).toMatch(/^C2 /);
  });

  it.each([
    [['Customer assessment', 'Vendor compliance'], 'D2 -'],
    [['Vendor compliance', 'Customer assessment'], 'C2 -'],
    [['Bewertung Auftraggeber', 'Bewertung Lieferant'], 'D2 -'],
    [['Conformité acheteur', 'Conformité fournisseur'], 'D2 -'],
  ])('%s: of two drop-downs the answerer’s own takes the answer', (headings, expected) => {
    expect(places(headings, { C: VERDICTS, D: VERDICTS })).toBe(expected);
  });

  it('leaves the remarks of whoever judges alone where the answerer has a column', () => {
    expect(places(['Supplier comments', 'Assessor rating'], { D: ['Green', 'Red'] })).toBe('C2 -');
    expect(places(['Auditor comments', 'Audit result'], { D: ['Pass', 'Fail'] })).toBe('D2 C2');
  });
});
