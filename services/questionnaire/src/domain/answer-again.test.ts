import { describe, expect, it } from '@jest/globals';
import { answeredAgain, type AgainCandidate, type AgainFilter } from './answer-again.js';

const ALL: AgainFilter = { status: 'unapproved', sheetId: '', band: '' };
const isAnsweredAgain = (one: AgainCandidate, filter: AgainFilter): boolean => answeredAgain([one], filter).length > 0;
const question = (change: Partial<AgainCandidate> = {}): AgainCandidate => ({
  _id: 'q',
  sheetId: 'one',
  answerStatus: 'AI_ANSWERED',
  answerRevision: 1,
  approved: false,
  comment: '',
  confidence: { band: 'LOW' },
  historyCount: 0,
  commentByPerson: false,
  ...change,
});

describe('the choice of questions to answer again', () => {
  it.each<[string, boolean, Partial<AgainCandidate>]>([
    ['takes an answer of the engine', true, {}],
    ['takes what needs information', true, { answerStatus: 'NEEDS_INFO', confidence: null }],
    ['takes what a person has emptied', true, { answerStatus: 'UNANSWERED', answerRevision: 3 }],
    ['takes a comment of the engine', true, { comment: 'See the policy.' }],
    ['leaves what is approved', false, { approved: true }],
    ['leaves what a person or the file answered', false, { answerStatus: 'MANUALLY_ANSWERED' }],
    ['leaves what does not apply', false, { answerStatus: 'NOT_APPLICABLE' }],
    ['leaves an answer that a person commented', false, { comment: 'Under NDA.', commentByPerson: true }],
  ])('%s', (_what, taken, change) => {
    expect(isAnsweredAgain(question(change), ALL)).toBe(taken);
  });

  it('takes a comment for a person’s where a release of before did not say, unless the engine wrote last', () => {
    const before = (change: Partial<AgainCandidate>): AgainCandidate => {
      const old = question({ comment: 'Under NDA.', ...change });
      delete old.commentByPerson;
      return old;
    };
    expect(isAnsweredAgain(before({ historyCount: 0 }), ALL)).toBe(true);
    expect(isAnsweredAgain(before({ historyCount: 2, lastChange: { action: 'regenerated' } }), ALL)).toBe(true);
    expect(isAnsweredAgain(before({ historyCount: 2, lastChange: { action: 'assigned' } }), ALL)).toBe(false);
  });

  it('is narrowed by every field of the filter', () => {
    expect(isAnsweredAgain(question(), { ...ALL, status: 'open' })).toBe(false);
    expect(isAnsweredAgain(question({ answerStatus: 'NEEDS_INFO' }), { ...ALL, status: 'open' })).toBe(true);
    expect(isAnsweredAgain(question(), { ...ALL, sheetId: 'two' })).toBe(false);
    expect(isAnsweredAgain(question(), { ...ALL, band: 'HIGH' })).toBe(false);
    expect(isAnsweredAgain(question(), { ...ALL, questionIds: ['other'] })).toBe(false);
    expect(isAnsweredAgain(question(), { ...ALL, questionIds: ['other', 'q'] })).toBe(true);
    expect(isAnsweredAgain(question(), { status: 'unapproved', sheetId: 'one', band: 'LOW' })).toBe(true);
  });

  it('takes what nothing has answered yet whatever the filter says', () => {
    const fresh = question({ answerStatus: 'UNANSWERED', answerRevision: 0, confidence: null });
    expect(isAnsweredAgain(fresh, { status: 'open', sheetId: 'two', band: 'HIGH' })).toBe(true);
  });
});
