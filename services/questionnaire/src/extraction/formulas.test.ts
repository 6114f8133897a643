import { describe, expect, it } from '@jest/globals';
import type { CellRange, SheetModel } from '../documents/model.js';
import { askedIn, questionsOf, rowsOf } from './asked.fixture.js';
import { extractQuestions } from './extract.js';
import { rangeOf, sheetOf, workbookOf } from './sheet.fixture.js';
import type { Value } from './sheet.fixture.js';

const TEXTS = [
  'Do you encrypt backups?',
  'Is access to production logged?',
  'Do you rotate keys every year?',
  'Do you test your recovery plan?',
];
const HEAD: Value[] = ['ID', 'Question', 'Answer'];
const typed = (rest: Value[] = [null]): Value[][] => TEXTS.map((text, i) => [`Q-${i + 1}`, text, ...rest]);
const shown = (formula: (row: number) => string, rest: (row: number) => Value[] = () => [null]): Value[][] =>
  TEXTS.map((text, i) => [`Q-${i + 1}`, { text, formula: formula(i + 2) }, ...rest(i + 2)]);
const withFormulas = (sheet: SheetModel, ...ranges: string[]): SheetModel => ({
  ...sheet,
  formulas: ranges.map(rangeOf) satisfies CellRange[],
});
const counts = (...sheets: SheetModel[]): number[] =>
  extractQuestions(workbookOf(...sheets)).sheets.map((sheet) => sheet.questions.length);

describe('a cell with a formula', () => {
  it('is no place for an answer, also where it shows nothing; the column named for answers takes the others', () => {
    const prompt: Value = { text: 'Please answer', formula: 'IF($A$1="x","","Please answer")' };
    const rows = typed();
    rows[0] = ['Q-1', TEXTS[0]!, prompt, null];
    expect(askedIn(sheetOf([HEAD, ...rows]))).toEqual(['B2>-', ...rowsOf('B', 'C', [3, 5])]);
    const blank = withFormulas(sheetOf([HEAD, ...typed()]), 'C3:C4');
    expect(askedIn(blank)).toEqual(['B2>C2', 'B3>-', 'B4>-', 'B5>C5']);
    expect(questionsOf(workbookOf(sheetOf([HEAD, ...rows])))[0]?.existingAnswer).toBe('');
  });

  it('is no place below a question, in a form, in a record or for an option either', () => {
    const form = sheetOf([['Company name:'], ['Company address:'], ['Contact person:'], ['Phone number:']]);
    expect(askedIn(withFormulas(form, 'B2'))).toEqual(['A1>B1', 'A3>B3', 'A4>B4']);
    const choices = sheetOf([['Question', 'Yes', 'No'], ...TEXTS.map((text): Value[] => [text, null, null])]);
    const [first] = questionsOf(workbookOf(withFormulas(choices, 'C2')));
    expect(first?.optionLocations.map(({ location }) => location)).toEqual([{ sheet: 'Sheet1', cell: 'B2' }]);
    const alone = withFormulas(sheetOf([HEAD, ...typed()]), 'C5');
    expect(askedIn(alone).at(-1)).toBe('B5>-');
  });

  it('is told in a warning when it stands where an answer would go', () => {
    const { warnings } = extractQuestions(workbookOf(withFormulas(sheetOf([HEAD, ...typed()]), 'C3')));
    expect(warnings).toMatchObject([{ code: 'answer_place_is_formula' }]);
    expect(warnings[0]?.message).toContain('row 3');
  });
});

describe('sheets that show the questions of others', () => {
  const bank = sheetOf([['ID', 'Question', 'Reason'], ...typed(['It tells about recovery.'])], {
    name: 'Bank',
    hidden: true,
  });
  const lookUp = (sheet: string) => (row: number) => `VLOOKUP($A${row},${sheet}!$A$2:$C$5,2,0)&""`;
  const vendor = sheetOf([[...HEAD, 'Comment'], ...shown(lookUp('Bank'))], { name: 'Vendor' });

  it('ask nothing where their answers are formulas, blank ones too', () => {
    const notes: Value[] = [...HEAD, 'Analyst notes', 'Compliant?'];
    const evaluation = sheetOf([notes, ...shown(lookUp('Vendor'))], {
      name: 'Evaluation',
      lists: { 'E2:E5': ['Yes', 'No'] },
    });
    expect(counts(vendor, bank, withFormulas(evaluation, 'C2:C5'))).toEqual([4, 0, 0]);
    const own = sheetOf([notes, ...typed()], { name: 'Typed', lists: { 'E2:E5': ['Yes', 'No'] } });
    expect(counts(withFormulas(own, 'C2:C5'))).toEqual([0]);
  });

  it('ask nothing through another formula, by a name, or with columns for the score alone', () => {
    const scores = sheetOf(
      [['ID', 'Question', 'Weight', 'Reviewer notes'], ...shown(lookUp('Vendor'), () => [5, null])],
      {
        name: 'Scores',
      },
    );
    const named = sheetOf([['ID', 'Question', 'Met?'], ...shown((row) => `INDEX(Questions,${row - 1})`)], {
      name: 'Named',
      lists: { 'C2:C5': ['Yes', 'No'] },
    });
    expect(counts(vendor, bank, scores, named)).toEqual([4, 0, 0, 0]);
  });

  it('ask each for itself where both have an open column for answers', () => {
    const second = sheetOf([[...HEAD, 'Comment'], ...shown(lookUp('Bank'))], { name: 'Second product' });
    expect(counts(vendor, second, bank)).toEqual([4, 4, 0]);
    const mirror = sheetOf([[...HEAD, 'Comment'], ...shown((row) => `Vendor!B${row}`)], { name: 'Mirror' });
    expect(counts(vendor, mirror, bank)).toEqual([4, 0, 0]);
  });

  it('are asked again where the same form stands once more, and not where somebody else rates the answers', () => {
    for (const [heading, options] of [
      ['Result', ['Pass', 'Fail', 'N/A']],
      ['Ergebnis', ['Erfüllt', 'Nicht erfüllt']],
      ['結果', ['適合', '不適合']],
    ] as const) {
      const form = { lists: { 'C2:C5': [...options] } };
      const first = sheetOf([['ID', 'Question', heading], ...typed()], { ...form, name: 'Android' });
      const again = shown((row) => `Android!B${row}`);
      const second = sheetOf([['ID', 'Question', heading], ...again], { ...form, name: 'iOS' });
      expect(counts(first, second)).toEqual([4, 4]);
      const rated = sheetOf([['ID', 'Question', heading], ...again], { name: 'Rated', lists: { 'C2:C5': ['1', '2'] } });
      const checked = sheetOf([['ID', 'Question', 'Met?'], ...again], { ...form, name: 'Checked' });
      const projected = sheetOf([[], ['ID', 'Question', heading], ...again], {
        lists: { 'C3:C6': [...options] },
        name: 'Projection',
      });
      expect(counts(first, rated, checked, projected)).toEqual([4, 0, 0, 0]);
    }
  });

  it('are asked once, where the answer is open, when a later sheet repeats some with their answers', () => {
    const start = sheetOf([HEAD, ...shown(lookUp('Bank')).slice(0, 2)], { name: 'Start' });
    const rest = withFormulas(sheetOf([HEAD, ...shown(lookUp('Bank'))], { name: 'Company' }), 'C2:C3');
    expect(counts(start, rest, bank)).toEqual([2, 2, 0]);
  });

  it('ask nothing by the texts that are typed there among formulas, and the others that nobody else asks', () => {
    const first = sheetOf([HEAD, ...typed()], { name: 'Form' });
    const mixed = (own: string) => {
      const rows = shown((row) => `Form!B${row}`).map((row, i) => (i === 3 ? [row[0]!, own, ...row.slice(2)] : row));
      return sheetOf([['ID', 'Question', 'Weight', 'Points'], ...rows], { name: 'Scores' });
    };
    for (const typedAgain of [TEXTS[3]!, 'Do you test your recovery plan'])
      expect(counts(first, mixed(typedAgain))).toEqual([4, 0]);
    expect(counts(first, mixed('Do you keep a spare key in another town?'))).toEqual([4, 1]);
  });

  it('do not send a question to a hidden sheet because a formula stands in its place', () => {
    const answers = sheetOf([HEAD, ...typed()], { name: 'Bank', hidden: true });
    const blocked = withFormulas(sheetOf([HEAD, ...shown(lookUp('Bank'))], { name: 'Form' }), 'C3');
    expect(counts(blocked, answers)).toEqual([4, 0]);
  });
});
