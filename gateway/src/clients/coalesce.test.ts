import { describe, expect, it } from '@jest/globals';
import { coalesce } from './coalesce.js';

interface Question {
  name: string;
  answer: (value: string) => void;
  fail: (error: Error) => void;
}

function asked(): { ask: (name: string) => Promise<string>; questions: Question[] } {
  const questions: Question[] = [];
  const ask = coalesce<string, string>(
    (name) => name,
    (name) => new Promise<string>((resolve, reject) => questions.push({ name, answer: resolve, fail: reject })),
  );
  return { ask, questions };
}

/** Lets what waits for promises, and for the end of the event loop's turn, run. */
async function settle(): Promise<void> {
  for (let turn = 0; turn < 3; turn++) await new Promise((resolve) => setImmediate(resolve));
}

describe('calls that ask the same', () => {
  it('share one question, which is begun after each of them came', async () => {
    const { ask, questions } = asked();
    const first = ask('a');
    await settle();
    const later = [ask('a'), ask('a'), ask('a')];
    await settle();
    expect(questions).toHaveLength(1);
    questions[0]?.answer('old');
    expect(await first).toBe('old');
    await settle();
    expect(questions).toHaveLength(2);
    questions[1]?.answer('new');
    expect(await Promise.all(later)).toEqual(['new', 'new', 'new']);
  });

  it('that come in one turn of the event loop share one question', async () => {
    const { ask, questions } = asked();
    const all = [ask('a'), ask('a'), ask('a')];
    await settle();
    expect(questions).toHaveLength(1);
    questions[0]?.answer('one');
    expect(await Promise.all(all)).toEqual(['one', 'one', 'one']);
  });

  it('that an answer sets free share one question with those who waited for it', async () => {
    const { ask, questions } = asked();
    const first = ask('a').then(() => ask('a'));
    await settle();
    const waiting = ask('a');
    questions[0]?.answer('old');
    await settle();
    expect(questions).toHaveLength(2);
    questions[1]?.answer('new');
    expect(await Promise.all([first, waiting])).toEqual(['new', 'new']);
  });

  it('that come one after the other ask each time', async () => {
    const { ask, questions } = asked();
    for (const value of ['1', '2']) {
      const answer = ask('a');
      await settle();
      questions.at(-1)?.answer(value);
      expect(await answer).toBe(value);
      await settle();
    }
    expect(questions).toHaveLength(2);
  });

  it('ask on after a failure, which only those who shared it see', async () => {
    const { ask, questions } = asked();
    const first = ask('a');
    await settle();
    const later = ask('a');
    questions[0]?.fail(new Error('down'));
    await expect(first).rejects.toThrow('down');
    await settle();
    questions[1]?.answer('up');
    expect(await later).toBe('up');
  });

  it('do not wait for others', async () => {
    const { ask, questions } = asked();
    void ask('a');
    void ask('b');
    await settle();
    expect(questions.map(({ name }) => name)).toEqual(['a', 'b']);
  });
});
