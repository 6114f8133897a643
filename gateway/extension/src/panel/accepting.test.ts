import { expect, it } from '@jest/globals';
import type { ReadValue } from '../page/types.js';
import { acceptance } from './accepting.js';
import type { Question } from './api.js';

const question = (answer: string | null, comment: string | null = null): Question =>
  ({ id: 'q', answer, comment, options: [], citations: [] }) as unknown as Question;
const field = (value: string | string[], more: Partial<ReadValue> = {}): ReadValue => ({
  key: 'k',
  value,
  written: false,
  ...more,
});

it('accepts the answer as the panel shows it where the field says the same, however the page sets it', () => {
  expect(acceptance(field('Yes,\n AES-256 '), question('Yes, AES-256'))).toEqual({ as: 'answer' });
  expect(acceptance(field(['B', 'A']), question('A, B'))).toEqual({ as: 'answer' });
  expect(acceptance(field('Yes', { comment: ' Since May ' }), question('Yes', 'Since May'))).toEqual({ as: 'answer' });
});

it.each([
  ['other words of the page', field('Yes, AES-128', { written: false }), { answer: 'Yes, AES-128' }],
  ['what the page puts before the answer', field('Select…: Yes, AES-256'), { answer: 'Select…: Yes, AES-256' }],
  ['an answer that changed since it was filled in', field('No', { written: true }), { answer: 'No' }],
  ['another comment', field('Yes, AES-256', { comment: 'Ask us' }), { answer: 'Yes, AES-256', comment: 'Ask us' }],
])('shows %s before anything is accepted', (_, inField, said) => {
  expect(acceptance(inField, question('Yes, AES-256'))).toEqual({ as: 'said', said });
});

it('shows what answers a question of which nothing is known', () => {
  expect(acceptance(field('Ada'), question(null))).toEqual({ as: 'said', said: { answer: 'Ada' } });
});

it('accepts nothing of an empty field', () => {
  expect(acceptance(field('  '), question('Yes'))).toEqual({ as: 'nothing' });
});
