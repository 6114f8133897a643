import { describe, expect, it } from '@jest/globals';
import type { FoundForm, FoundQuestion } from '../page/types.js';
import type { RememberedForm } from './form-memory.js';
import type { Row } from './form-state.js';
import { missingKeys, MOST_UNASKED, newQuestions, toBeAsked } from './sending.js';

const question = (key: string): FoundQuestion => ({
  key,
  text: `What about ${key}?`,
  kind: 'text',
  required: false,
  filled: false,
});
const formOf = (count: number): FoundForm => ({
  address: 'https://portal.example.com/form',
  title: 'Form',
  unreadableFrames: 0,
  questions: Array.from({ length: count }, (_one, index) => question(`q-${index}`)),
});
const memoryOf = (...keys: string[]): RememberedForm => ({
  origin: 'https://portal.example.com',
  formId: 'f',
  questionnaireId: 'n',
  questionIds: Object.fromEntries(keys.map((key) => [key, `id of ${key}`])),
});
const row = (key: string): Row => ({ found: question(key), isFilled: false, note: '', isBusy: false });

describe('questions of a page', () => {
  it('are sent once, and again where the person says so', () => {
    const keys = (...again: string[]): string[] =>
      newQuestions(formOf(3), memoryOf('q-0', 'q-1'), new Set(again)).map(({ key }) => key);
    expect(keys()).toEqual(['q-2']);
    expect(keys('q-1')).toEqual(['q-1', 'q-2']);
  });

  it('wait for the person when there are more new ones than are sent unasked', () => {
    const many = formOf(MOST_UNASKED + 1);
    expect(toBeAsked(many, newQuestions(many, memoryOf()))).toEqual({ count: 51, address: many.address });
    expect(toBeAsked(many, newQuestions(many, memoryOf('q-7')))).toBeUndefined();
  });

  it('are missed when they were sent and the server does not have them, not while they wait', () => {
    const rows = [row('q-0'), row('q-1')];
    const waiting = { count: 51, address: '' };
    expect(missingKeys({ rows, waiting: undefined }, memoryOf('q-0'))).toEqual(['q-0', 'q-1']);
    expect(missingKeys({ rows, waiting }, memoryOf('q-0'))).toEqual(['q-0']);
  });

  it('of the person and files are never missed', () => {
    const found: FoundQuestion = { ...question('q-0'), kind: 'identity' };
    expect(missingKeys({ rows: [{ ...row('q-0'), found }], waiting: undefined }, memoryOf())).toEqual([]);
  });
});
