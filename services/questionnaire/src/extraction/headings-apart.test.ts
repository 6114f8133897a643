import { describe, expect, it } from '@jest/globals';
import { askedIn, rowsOf } from './asked.fixture.js';
import { sheetOf } from './sheet.fixture.js';

const NUMBERED = ['A.1 - Is there a plan?', 'A.2 - Is it tested?', 'A.3 - Who owns it?', 'A.4 - Is it printed?'];
const LABELS = ['Name of the assessee', 'Date of the response', 'Legal form'];

describe('questions whose headings stand in a column of their own', () => {
  it('are asked without a number, too', () => {
    const rows = [
      ['Part', 'Question', 'Answer'],
      ['A. Plans'],
      ...NUMBERED.map((text) => [null, text]),
      ['Business'],
      ...LABELS.map((text) => [null, text]),
      ['B. More plans'],
      ...NUMBERED.map((text) => [null, text.replace('A', 'B')]),
    ];
    expect(askedIn(sheetOf(rows))).toEqual(rowsOf('B', 'C', [3, 6], [8, 10], [12, 15]));
  });

  it('have headings in capitals where nothing else parts them, and labels of one or two words in capitals among them', () => {
    const statements = [
      'The supplier has a plan for quality',
      'The supplier tests its products',
      'The supplier keeps records',
    ];
    const rows = [
      ['QUALITY AND SUPPLY CHAIN'],
      ...statements.map((text) => [text]),
      ['WELDING AND PAINTING SHOPS'],
      ...statements.map((text) => [text.replace('supplier', 'welder')]),
      ['VAT ID of the supplier'],
    ];
    expect(askedIn(sheetOf([['Requirement', 'Answer'], ...rows]))).toEqual(rowsOf('A', 'B', [3, 5], [7, 10]));
  });

  it('keep a heading among numbered questions where no other column has headings', () => {
    const rows = [
      ['Question', 'Answer'],
      ...NUMBERED.map((text) => [text]),
      ['Business'],
      ...NUMBERED.map((text) => [text]),
    ];
    expect(askedIn(sheetOf(rows))).toEqual(rowsOf('A', 'B', [2, 5], [7, 10]));
  });
});
