/** @jest-environment ./test/support/models-environment.mjs */
import { describe, expect, it } from '@jest/globals';
import { startReader } from '../reading/reader.js';
import { findContradictions, MOST_CONTRADICTIONS, type AnsweredQuestion, type Contradiction } from './consistency.js';

const answered = (questionId: string, text: string, answer: string) => ({ questionId, text, answer });

const find = (answers: AnsweredQuestion[]): Promise<Contradiction[]> => findContradictions(answers, startReader);

describe('contradictions inside one questionnaire', () => {
  it('are not looked for, and no model is loaded, where no two answers could differ', async () => {
    const reader = (): never => {
      throw new Error('a model was loaded');
    };
    expect(
      await findContradictions([answered('1', 'Do you encrypt data?', ''), answered('2', 'Who?', '')], reader),
    ).toEqual([]);
  });

  it('are found between the same question in other words', async () => {
    const found = await find([
      answered('1', 'Do you encrypt data at rest?', 'Yes — AES-256.'),
      answered('2', 'Is stored data encrypted?', 'No — not yet.'),
      answered('3', 'How long are logs kept?', '90 days.'),
      answered('4', 'What is the log retention period?', '12 months.'),
    ]);
    expect(found).toEqual([
      { questionIds: ['1', '2'], kind: 'polarity' },
      { questionIds: ['3', '4'], kind: 'value' },
    ]);
  });

  it('are not seen in questions next to each other, nor in answers that agree', async () => {
    const found = await find([
      answered('1', 'Do you encrypt data at rest?', 'Yes.'),
      answered('2', 'Do you encrypt data in transit?', 'No.'),
      answered('3', 'Is stored data encrypted?', 'Yes — AES-256.'),
      answered('4', 'How long are backups kept?', '30 days.'),
      answered('5', 'How long are logs kept?', '90 days.'),
    ]);
    expect(found).toEqual([]);
  });

  it('are told up to a number when thousands of answers differ', async () => {
    const alike = Array.from({ length: 1000 }, (_value, n) =>
      answered(String(n), 'Do you encrypt data at rest?', n % 2 === 0 ? 'Yes.' : 'No.'),
    );
    expect(await find(alike)).toHaveLength(MOST_CONTRADICTIONS);
  });

  it('are looked for in a bounded number of pairs when thousands of questions are near each other', async () => {
    const systems = ['backups', 'laptops', 'databases', 'file servers', 'archives', 'mail', 'logs', 'messages'];
    const near = Array.from({ length: 1000 }, (_value, n) =>
      answered(
        String(n),
        `Is the ${systems[n % 8]} data of system ${n} encrypted at rest?`,
        n % 2 === 0 ? 'Yes.' : 'No.',
      ),
    );
    // It ends: comparing all of the two million pairs term by term would take minutes.
    expect((await find(near)).length).toBeLessThanOrEqual(MOST_CONTRADICTIONS);
  });
});
