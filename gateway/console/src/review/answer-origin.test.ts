import { describe, expect, it } from '@jest/globals';
import { originWords, uncitedWords } from './answer-origin.js';
import { question } from './question.fixture.js';

describe('the origin of an answer', () => {
  it('is what the API says, whatever the texts of answer and file are', () => {
    const texts = { answer: 'Yes.', existing_answer: 'Yes.' };
    expect(originWords(question({ ...texts, answered_by: 'FILE' }))).toBe('From the file');
    expect(originWords(question({ ...texts, answered_by: 'PERSON' }))).toBe('By a person');
    expect(originWords(question({ ...texts, answered_by: 'AI' }))).toBeUndefined();
    expect(originWords(question({ answer: null, answered_by: null }))).toBeUndefined();
  });

  it('tells why nothing is cited: only a person’s answer stands on a person', () => {
    expect(uncitedWords({ answered_by: 'PERSON' })).toContain('A person wrote this answer');
    expect(uncitedWords({ answered_by: 'FILE' })).toContain('in the uploaded file');
    expect(uncitedWords({ answered_by: 'AI' })).not.toContain('person');
  });
});
