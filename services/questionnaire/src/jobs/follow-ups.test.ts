import { describe, expect, it } from '@jest/globals';
import type { QuestionDocument } from '../store/documents.js';
import { settledFollowUps } from './follow-ups.js';

const asked = (_id: string, text: string, more: Partial<QuestionDocument> = {}): QuestionDocument =>
  ({
    ...{ _id, text, number: '', sheetId: 's', answerStatus: 'NEEDS_INFO', answer: '', comment: '', approved: false },
    ...more,
  }) as QuestionDocument;
const answered = (_id: string, answer: string, more: Partial<QuestionDocument> = {}): QuestionDocument =>
  asked(_id, 'Is the lift tested?', { answer, answerStatus: 'AI_ANSWERED', ...more });
const settled = (...questions: QuestionDocument[]): [string, boolean][] =>
  settledFollowUps(questions).map(({ question, note }) => [question._id, note !== '']);

describe('a follow-up', () => {
  it.each([
    'If no, please explain why.',
    '1b. If not, when will it be?',
    'Falls nein, bitte begründen.',
    'Si non, pourquoi ?',
  ])('%j does not apply behind a yes, and applies behind a no', (text) => {
    expect(settled(answered('1', 'Yes — every year.'), asked('2', text))).toEqual([['2', true]]);
    expect(settled(answered('1', 'No. It is new.'), asked('2', text))).toEqual([]);
    expect(settled(answered('1', 'Every year.'), asked('2', text))).toEqual([]);
  });

  it('does not apply behind a no where it supposes a yes', () => {
    expect(settled(answered('1', 'No'), asked('2', 'If so, by whom?'), asked('3', 'If yes: how often?'))).toEqual([
      ['2', true],
      ['3', true],
    ]);
  });

  it('belongs to the question of its number, else to the one before it on its sheet', () => {
    const first = answered('1', 'Yes.', { number: '4' });
    const open = asked('2', 'How often is it tested?', { number: '4a' });
    expect(settled(first, open, asked('3', 'If no, why?', { number: '4b' }))).toEqual([['3', true]]);
    expect(settled(first, open, asked('3', 'If no, why?'))).toEqual([]);
    expect(settled(first, asked('3', 'If no, why?', { sheetId: 't' }))).toEqual([]);
  });

  it('is none where the condition is about something else, and stays where it is a person’s', () => {
    expect(settled(answered('1', 'Yes.'), asked('2', 'If no backups exist, how is data restored?'))).toEqual([]);
    const own = { answerStatus: 'MANUALLY_ANSWERED', answer: 'It is new.' } as const;
    expect(settled(answered('1', 'Yes.'), asked('2', 'If no, why?', own))).toEqual([]);
  });

  it('is open again when the question before it is answered otherwise by now', () => {
    const [{ note } = { note: '' }] = settledFollowUps([answered('1', 'Yes.'), asked('2', 'If no, why?')]);
    const before = asked('2', 'If no, why?', { answerStatus: 'NOT_APPLICABLE', reviewNote: note });
    expect(settled(answered('1', 'No.'), before)).toEqual([['2', false]]);
    expect(settled(answered('1', 'Yes.'), before)).toEqual([]);
  });
});
