import { describe, expect, it } from '@jest/globals';
import { ownDateOf } from './document-dates.js';

const day = (text: string): number => Date.parse(`${text}T00:00:00Z`) * 1000;

describe('the date of a document', () => {
  it('is read behind its label, in several ways of writing it', () => {
    for (const text of [
      'Effective date: 2025-03-01',
      '| Effective Date | 1 March 2025 |',
      'Last updated: March 1, 2025',
      'Stand: 01.03.2025',
      'Gültig ab 1. März 2025',
    ])
      expect([text, ownDateOf('policy.md', [text])]).toEqual([text, day('2025-03-01')]);
    expect(ownDateOf('policy 2025-03-01.md', [])).toBe(day('2025-03-01'));
  });

  it('is the latest of several, and none without a label or where there is no such day', () => {
    expect(ownDateOf('p.md', ['Effective date: 2024-01-01', 'Last updated: May 2025'])).toBe(day('2025-05-01'));
    expect(ownDateOf('p.md', ['Next review: 2027-01-01. Founded in May 2011.'])).toBeUndefined();
    expect(ownDateOf('p.md', ['Effective date: 31.02.2025'])).toBeUndefined();
  });
});
