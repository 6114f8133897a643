import { describe, expect, it } from '@jest/globals';
import { askedIn, placeName, questionsOf } from './asked.fixture.js';
import { sheetOf, workbookOf, type Value } from './sheet.fixture.js';

const LEVELS: Value[][] = [
  ['Level 1', 1, 'Volmar tesk', null, 'Onderi pulat', null],
  ['Level 2', 1, 'Bresti noval', null, 'Kemte undra', null],
  ['Level 3', 2, 'Harvik dolm', null, 'Entari selto', null],
];
const TOTALS: Value[] = [
  'Total',
  null,
  'Vrani',
  { text: '0', formula: 'SUM(D3:D5)' },
  'Makud',
  { text: '0', formula: 'SUM(F3:F5)' },
];
const ABOVE: Value[] = [null, null, 'Grot', null, 'Pelkat', null];
const sheet = (input: string, lists: Record<string, string[]>, rows = LEVELS): ReturnType<typeof sheetOf> =>
  sheetOf([ABOVE, ['', 'Points', 'Umrak tolma dri?', input, 'Vesk nuli ombra?', input], ...rows, TOTALS], {
    lists,
    merges: ['C1:D1', 'E1:F1'],
  });
const PLACES = ['C3>D3', 'E3>F3', 'C4>D4', 'E4>F4', 'C5>D5', 'E5>F5'];

describe('columns of texts, each with a column to answer behind it', () => {
  it('ask every text, below the heading over it, down to where something is computed', () => {
    const lists = { 'D3:D5': ['da', 'ne'], 'F3:F4': ['da', 'ne'] };
    expect(askedIn(sheet('Vestin', lists))).toEqual(PLACES);
    const [first, second] = questionsOf(workbookOf(sheet('Vestin', lists)));
    expect([first!.section, first!.stem, first!.options]).toEqual(['Grot', 'Umrak tolma dri?', ['da', 'ne']]);
    expect([second!.section, second!.stem]).toEqual(['Pelkat', 'Vesk nuli ombra?']);
  });

  it('ask without drop-downs where the heading says that answers go there, and keep what was chosen', () => {
    expect(askedIn(sheet('Answer', {}))).toEqual(PLACES);
    const chosen = LEVELS.map((row, i) => (i === 1 ? row.with(3, 'Yes') : row));
    const found = questionsOf(workbookOf(sheet('Answer', {}, chosen)));
    expect(found.map(({ existingAnswer }) => existingAnswer)).toEqual(['', '', 'Yes', '', '', '']);
    expect(placeName(found[2]!.answerLocation)).toBe('D4');
  });

  it('ask nothing where numbers or texts stand behind each: those are facts', () => {
    const facts = LEVELS.map((row, i) => row.with(3, i * 7).with(5, `Nuli ${i}`));
    expect(askedIn(sheet('Vestin', {}, facts))).toEqual([]);
  });
});

describe('a drawn summary of what other sheets hold', () => {
  it('asks nothing beside its framed cells: each row ends in what is computed', () => {
    const names = ['Volmar tesk', 'Onderi pulat', 'Bresti noval', 'Kemte undra', 'Harvik dolm'];
    const rows = names.map((name, i): Value[] => [name, null, null, { text: '0', formula: `Other!A${i + 1}` }]);
    expect(askedIn(sheetOf(rows, { framed: ['B1:B5'] }))).toEqual([]);
  });
});
