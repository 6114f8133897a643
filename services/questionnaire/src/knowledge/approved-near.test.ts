import { describe, expect, it } from '@jest/globals';
import { approvedNear } from './approved-near.js';

const approved = (id: string, text: string, section = ''): Parameters<typeof approvedNear>[1][number] => ({
  _id: id,
  text,
  section,
  answer: `Answer ${id}`,
});

describe('answers that people approved in the same questionnaire', () => {
  it('are given to a question that shares words or the section, the nearest first, never its own', () => {
    const asked = { _id: 'q', text: 'How long are backups of customer data kept?', section: 'Continuity' };
    const near = approvedNear(asked, [
      approved('q', 'How long are backups of customer data kept?'),
      approved('far', 'Is there a fire alarm?'),
      approved('beside', 'Is there a generator?', 'Continuity'),
      approved('near', 'Are backups of customer data encrypted?'),
      approved('half', 'Are backups tested?'),
    ]);
    expect(near.map(({ answer }) => answer)).toEqual(['Answer near', 'Answer half', 'Answer beside']);
  });

  it('are few and short', () => {
    const many = Array.from({ length: 30 }, (_, i) => ({
      ...approved(`${i}`, 'Are backups kept?'),
      answer: 'x'.repeat(900),
    }));
    const near = approvedNear({ _id: 'q', text: 'How long are backups kept?', section: '' }, many);
    expect(near).toHaveLength(8);
    expect(near.every(({ answer }) => answer.length === 400)).toBe(true);
  });
});
