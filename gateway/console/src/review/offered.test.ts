import { describe, expect, it } from '@jest/globals';
import type { LibraryAnswer } from '../api/types.js';
import { withInserted, type Draft } from './drafts.js';
import { fromLibrary, stillOffered } from './offered.js';
import { question } from './question.fixture.js';

const entry = (answer: string, expiresAt: string | null = null): LibraryAnswer => ({
  id: 'e',
  question: 'Is the vault locked?',
  answer,
  tags: [],
  owner_id: null,
  expires_at: expiresAt,
  last_verified_at: null,
  status: 'APPROVED',
  origin: 'manual',
  created_at: 0,
  updated_at: 0,
  review_every_days: 0,
});
const TEXT = { answer_type: 'text', options: [] } as const;
const CHOICE = { answer_type: 'choice' as const, options: ['No', 'Yes', 'Yes, partly'] };

describe('a library answer for a question', () => {
  it('is its text, or the longest option that it begins with and the text beside it', () => {
    expect(fromLibrary(entry('Yes, at night.'), { ...TEXT, options: [] })).toMatchObject({
      answer: 'Yes, at night.',
      comment: null,
      expired: false,
    });
    expect(fromLibrary(entry('Yes, partly. At night.'), CHOICE)).toMatchObject({
      answer: 'Yes, partly',
      comment: 'Yes, partly. At night.',
    });
    expect(fromLibrary(entry('no'), CHOICE)).toMatchObject({ answer: 'No', comment: null });
    expect(fromLibrary(entry('Nobody knows.'), CHOICE)).toMatchObject({ answer: null, comment: 'Nobody knows.' });
  });

  it('stands no longer when it has expired, was deleted, or says something else', () => {
    const now = Date.parse('2030-01-01T00:00:00Z');
    const shown = fromLibrary(entry('Yes.'), { ...TEXT, options: [] }, now);
    const expired = fromLibrary(entry('Yes.', '2029-12-31T00:00:00Z'), { ...TEXT, options: [] }, now);
    expect(expired.expired).toBe(true);
    expect(stillOffered(shown, [shown])).toBe(true);
    expect(stillOffered(shown, [expired])).toBe(false);
    expect(stillOffered(shown, [])).toBe(false);
    expect(stillOffered(shown, [fromLibrary(entry('No.'), { ...TEXT, options: [] }, now)])).toBe(false);
  });
});

describe('what is taken over into an edit', () => {
  const draft = (fields: Partial<Draft['base']>, more: Partial<Draft> = {}): Draft => ({
    answer: '',
    comment: '',
    base: question(fields),
    ...more,
  });

  it('is the answer, or follows what was written, and is not said twice', () => {
    const once = withInserted(draft({}), { answer: 'At night.', comment: null });
    expect(once.answer).toBe('At night.');
    expect(withInserted(once, { answer: 'At night.', comment: null }).answer).toBe('At night.');
    expect(withInserted({ ...once, answer: 'Yes. ' }, { answer: 'At night.', comment: null }).answer).toBe(
      'Yes. At night.',
    );
  });

  it('chooses the option that it names, and keeps the chosen one where it names none', () => {
    const open = draft(CHOICE);
    const chosen = withInserted(open, { answer: 'Yes', comment: 'Yes, at night.' });
    expect(chosen).toMatchObject({ answer: 'Yes', comment: 'Yes, at night.' });
    expect(withInserted(chosen, { answer: null, comment: 'By a guard.' })).toMatchObject({
      answer: 'Yes',
      comment: 'Yes, at night. By a guard.',
    });
    const many = draft({ answer_type: 'multi_choice', options: ['Doors', 'Gates', 'Roof'] });
    expect(withInserted(many, { answer: 'Gates; Doors', comment: 'Both.' }).answer).toBe('Doors, Gates');
  });
});
