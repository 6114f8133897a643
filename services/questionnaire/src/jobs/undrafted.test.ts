import { describe, expect, it } from '@jest/globals';
import type { EngineAnswer } from '../answering/types.js';
import { undraftedEntries } from './undrafted.js';

const batch = { _id: 'b', questionnaireId: 'q' };
const at = (position: number, undrafted?: string) => ({
  question: { position },
  answer: { questionId: `${position}`, ...(undrafted === undefined ? {} : { undrafted }) } as EngineAnswer,
});

describe('what the log says of answers that an endpoint did not draft', () => {
  it('is nothing when all were drafted', () => {
    expect(undraftedEntries(batch, [at(0), at(1)])).toEqual([]);
  });

  it('is one entry for each reason, with the places of the questions', () => {
    const entries = undraftedEntries(batch, [at(0, 'timeout'), at(1), at(2, 'http_503'), at(3, 'timeout')]);
    expect(entries.map(({ message }) => message)).toEqual([
      expect.stringContaining('questions 1, 4, for it did not answer in time.'),
      expect.stringContaining('question 3, for it failed (503).'),
    ]);
    expect(new Set(entries.map(({ identity }) => identity)).size).toBe(2);
  });

  it('names ten places and counts the others', () => {
    const [entry] = undraftedEntries(
      batch,
      Array.from({ length: 50 }, (_, n) => at(n, 'rate_limited')),
    );
    expect(entry?.message).toContain(
      'questions 1, 2, 3, 4, 5, 6, 7, 8, 9, 10 and 40 more, for it had too many requests (429).',
    );
  });
});
