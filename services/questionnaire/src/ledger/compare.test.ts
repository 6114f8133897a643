import { describe, expect, it } from '@jest/globals';
import { ReadText } from './compare.js';

const kindOf = (quote: string, now: string): string | undefined => new ReadText([now]).changeOf(quote)?.kind;

describe('a quote that is held against the text of now', () => {
  it('stands where its words, or others that say the same, still stand', () => {
    const quote = 'Backups are tested every quarter.';
    expect(kindOf(quote, 'Intro. Backups are tested every quarter. More follows.')).toBeUndefined();
    expect(kindOf(quote, 'We test backups quarterly.')).toBeUndefined();
    expect(
      kindOf('are tested every quarter', '**Backups** are tested every quarter by the platform team.'),
    ).toBeUndefined();
  });

  it('tells another number, with the sentence that took its place', () => {
    const change = new ReadText(['Audit logs are kept for 6 months.']).changeOf('Audit logs are kept for 13 months.');
    expect(change).toEqual({ kind: 'number_changed', now: 'Audit logs are kept for 6 months.' });
    expect(kindOf('Access is reviewed every quarter.', 'Access is reviewed once a year.')).toBe('number_changed');
    expect(kindOf('Passwords have at least 14 characters.', 'Passwords have at most 14 characters.')).toBe(
      'number_changed',
    );
  });

  it('tells a denial, and that a denial went', () => {
    expect(kindOf('We share data with resellers.', 'We do not share data with resellers.')).toBe('polarity_changed');
    expect(kindOf('Staff may not use private devices.', 'Staff may use private devices.')).toBe('polarity_changed');
  });

  it('tells a condition that was added', () => {
    expect(kindOf('Laptops are encrypted.', 'Laptops are encrypted, except those of contractors.')).toBe('limited');
  });

  it('tells words that are there no more, also where nothing speaks of it any more', () => {
    expect(kindOf('Data is stored in Frankfurt.', 'Data is stored in Dublin.')).toBe('quote_gone');
    const gone = new ReadText(['Suppliers are reviewed yearly.']).changeOf('Backups are tested every quarter.');
    expect(gone).toEqual({ kind: 'quote_gone', now: '' });
  });
});
