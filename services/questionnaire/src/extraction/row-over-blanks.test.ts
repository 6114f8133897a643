import { describe, expect, it } from '@jest/globals';
import { placesOf, textsOf } from './text.fixture.js';

describe('tables of labels in a document', () => {
  it.each([
    ['Number of staff', 'Turnover', 'Balance'],
    ['Mitarbeiterzahl', 'Jahresumsatz', 'Bilanzsumme'],
    ['Nombre de salariés', "Chiffre d'affaires", 'Bilan'],
  ])('ask once each over one row of blanks: %s', (...heads) => {
    expect(placesOf([[heads, ['', '', '']]])).toEqual(['t1r1c1>t1r2c1', 't1r1c2>t1r2c2', 't1r1c3>t1r2c3']);
  });

  it('ask nothing over several rows of blanks, which are a list to enter', () => {
    expect(
      textsOf([
        [
          ['Item', 'Amount', 'Colour'],
          ['', '', ''],
          ['', '', ''],
          ['', '', ''],
        ],
      ]),
    ).toEqual([]);
  });
});

describe('a line to sign on', () => {
  it('below what is told to the end makes it no question', () => {
    const told = 'I know that all of this is true and that wrong figures may be punished under the law of the land.';
    expect(textsOf([told, '______________________________', 'Place, date and signature'], 'pdf')).toEqual([]);
  });

  it('below a request is where it is answered', () => {
    expect(textsOf(['Describe how you lock the doors.', '______________________________'], 'pdf')).toEqual([
      'Describe how you lock the doors.',
    ]);
  });
});
