import { describe, expect, it } from '@jest/globals';
import type { Statement } from '../finding/statements.js';
import { contextOf, searchTextOf, withPlainBounds } from './judge-text.js';

describe('what the judge reads', () => {
  it.each([
    ['Restores are tested not less than annually.', 'Restores are tested at least annually.'],
    ['Keys are replaced no less often than every 90 days.', 'Keys are replaced at least every 90 days.'],
    ['Passwords must not be shorter than 12 characters.', 'Passwords must be at least 12 characters.'],
    ['Sessions last no more than 8 hours.', 'Sessions last at most 8 hours.'],
    ['Downtime must not exceed four hours.', 'Downtime at most four hours.'],
    ['Customers are told no later than 72 hours after.', 'Customers are told at the latest 72 hours after.'],
  ])('says a bound without a denial: "%s"', (text, plain) => {
    expect(withPlainBounds(text)).toBe(plain);
  });

  it.each(['Staff may not exceed their authority.', 'We do no more than the law asks for.', 'No backups are kept.'])(
    'leaves other denials alone: "%s"',
    (text) => {
      expect(withPlainBounds(text)).toBe(text);
    },
  );

  it('reads the near end of a place that is longer than the models read', () => {
    const statement = {
      place: ['Policy'],
      question: 'why '.repeat(5_000),
      before: 'Backups are kept:',
      text: 'one year',
    };
    expect(contextOf(statement)).toHaveLength(2_000);
    expect(searchTextOf(statement as Statement)).toMatch(/ > Backups are kept:: one year$/);
  });
});
