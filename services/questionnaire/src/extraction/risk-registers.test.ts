import { describe, expect, it } from '@jest/globals';
import { askedIn } from './asked.fixture.js';
import { sheetOf, type Value } from './sheet.fixture.js';

const HEAD = ['Risk ID', 'Risk description', 'Likelihood (1–5)', 'Impact (1–5)', 'Controls', 'Plan', 'Owner', 'Status'];
const RISKS = [
  'Letters are lost on their way',
  'Old pumps fail in winter',
  'Doors are left open',
  'Visitors walk about alone',
];
const risks = (rated: boolean): Value[][] =>
  RISKS.map((text, i) => [
    ...[`R-${i + 1}`, text, rated ? 2 + (i % 3) : null, rated ? 4 : null],
    ...['Filters and training of all staff', 'Make it a rule that is checked', 'Facility manager', 'Open'],
  ]);

describe('a register of risks', () => {
  it('asks nothing, nor does what explains its scale on another sheet', () => {
    const legend = sheetOf(
      [
        ['Levels'],
        ['Level', 'Range', 'Colour'],
        ['High', '16–25', null],
        ['Low', '1–8', null],
        ['Likelihood (1–5)', 'Probability of the risk occurring', null],
        ['Impact (1–5)', 'Severity of the effect', null],
        ['Example', 'Likelihood 4 and impact 5 make 20', null],
      ],
      { name: 'Legend' },
    );
    const register = sheetOf([['Our risks'], HEAD, ...risks(true)], { lists: { 'H3:H6': ['Open', 'Closed'] } });
    expect(askedIn(register, legend)).toEqual([]);
  });

  it('is a form where nothing is rated yet and a column waits for answers', () => {
    const head = ['No.', 'Question', 'Likelihood', 'Impact', 'Answer'];
    const asked = RISKS.map((text, i): Value[] => [i + 1, `Can it be that ${text.toLowerCase()}?`, 3, 4, null]);
    expect(askedIn(sheetOf([head, ...asked]))).toHaveLength(4);
  });
});
