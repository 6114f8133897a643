import { describe, expect, it } from '@jest/globals';
import { findContradictions } from './consistency.js';

const answered = (questionId: string, text: string, answer: string) => ({ questionId, text, answer });

describe('contradictions inside one questionnaire', () => {
  it('are found between the same question in other words', () => {
    const found = findContradictions([
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

  it('are not seen in questions next to each other, nor in answers that agree', () => {
    const found = findContradictions([
      answered('1', 'Do you encrypt data at rest?', 'Yes.'),
      answered('2', 'Do you encrypt data in transit?', 'No.'),
      answered('3', 'Is stored data encrypted?', 'Yes — AES-256.'),
      answered('4', 'How long are backups kept?', '30 days.'),
      answered('5', 'How long are logs kept?', '90 days.'),
    ]);
    expect(found).toEqual([]);
  });
});
