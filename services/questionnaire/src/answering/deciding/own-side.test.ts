import { describe, expect, it } from '@jest/globals';
import { SIDE_CASES } from './own-side.fixture.js';
import { ownSide } from './own-side.js';

describe('a statement’s own side', () => {
  const sideOf = (asked: string, text: string, more: { question?: string; place?: string[] } = {}) =>
    ownSide({ asked, kind: 'polar' }, { text, place: [], question: '', row: false, ...more });

  it.each(SIDE_CASES)('%s — %s: %s', (question, statement, side) => {
    expect(sideOf(question, statement)).toBe(side);
  });

  it('is the answer of a pair whose question asks all of it', () => {
    const question = 'Is multi-factor authentication enforced for staff?';
    expect(sideOf('Is multi-factor authentication enforced for staff?', 'No.', { question })).toBe('no');
    expect(sideOf('Is multi-factor authentication enforced for staff?', 'Yes, by hardware keys.', { question })).toBe(
      'yes',
    );
    expect(sideOf('Is multi-factor authentication enforced for customers?', 'Yes.', { question })).toBeUndefined();
    expect(
      sideOf('Is multi-factor authentication enforced?', 'Yes, except for the kitchen.', { question }),
    ).toBeUndefined();
  });

  it('is left open under a heading that denies', () => {
    expect(sideOf('Do you support LDAP?', 'LDAP and NTLM', { place: ['Sign-in', 'Not supported'] })).toBeUndefined();
    expect(sideOf('Do you support LDAP?', 'LDAP', { place: ['We do not support:'] })).toBeUndefined();
  });

  it('is none of a question that wants something else than yes or no', () => {
    expect(
      ownSide(
        { asked: 'How are backups encrypted?', kind: 'manner' },
        { text: 'Backups are not encrypted.', place: [], question: '', row: false },
      ),
    ).toBeUndefined();
  });
});
