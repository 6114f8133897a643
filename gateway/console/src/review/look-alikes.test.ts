import { describe, expect, it } from '@jest/globals';
import type { Question } from '../api/types.js';
import { lookAlikesOf } from './look-alikes.js';
import { question } from './question.fixture.js';

const CHOICE: Partial<Question> = { answer_type: 'choice', options: ['Yes', 'No'] };

/** Whether the second is offered where the first is answered. */
function isOffered(one: string, other: string, change: Partial<Question> = {}, first: Partial<Question> = {}): boolean {
  const open = { answer: null, answer_status: 'NEEDS_INFO' } as const;
  const asked = question({ id: 'one', text: one, ...open, ...first });
  const found = question({ id: 'other', text: other, ...open, ...change });
  return lookAlikesOf(asked, [asked, found]).length === 1;
}

describe('questions that look alike', () => {
  it.each([
    ['Do you review access rights in region 1?', 'Do you review access rights in region 12?'],
    ['Do you review access rights in site A?', 'do you review access right in Site B'],
    ['Are backups encrypted and tested?', 'Are all backups encrypted and tested?'],
    [
      'Please describe how you dispose of media.',
      'Describe how your organization disposes of media'.replace('disposes', 'dispose'),
    ],
    [
      'Werden Datensicherungen verschlüsselt aufbewahrt, Standort 1?',
      'Werden alle Datensicherungen verschlüsselt aufbewahrt, Standort 2?',
    ],
  ])('are offered together: %s | %s', (one, other) => {
    expect(isOffered(one, other)).toBe(true);
  });

  it.each([
    ['Is customer data encrypted at rest?', 'Is customer data encrypted in transit?'],
    ['Do you allow shared accounts for administrators?', 'Do you not allow shared accounts for administrators?'],
    ['Are backups kept with encryption?', 'Are backups kept without encryption?'],
    ['How are laptops wiped and disposed of?', 'How are servers wiped and disposed of?'],
    ['Do vendors review your access rights?', 'Do you review vendors’ access rights?'],
    ['Are rights reviewed before employment ends?', 'Are rights reviewed after employment ends?'],
  ])('are not offered together when they ask for something else: %s | %s', (one, other) => {
    expect(isOffered(one, other)).toBe(false);
  });

  it('have the same options to choose from', () => {
    const text = 'Is multi-factor authentication enforced?';
    expect(isOffered(text, text, CHOICE, CHOICE)).toBe(true);
    expect(isOffered(text, text, CHOICE)).toBe(false);
    expect(isOffered(text, text, { ...CHOICE, options: ['Yes', 'No', 'N/A'] }, CHOICE)).toBe(false);
  });

  it('stand under the same heading when their words alone say too little', () => {
    const one = { section: '4. Access' };
    expect(isOffered('If yes, explain:', 'If yes, explain:', one, one)).toBe(true);
    expect(isOffered('If yes, explain:', 'If yes, explain:', { section: '5. Backups' }, one)).toBe(false);
  });

  it('wait for an answer or its approval', () => {
    const text = 'Do you review access rights?';
    expect(isOffered(text, text, { answer: 'Yes.', answer_status: 'AI_ANSWERED' })).toBe(true);
    expect(isOffered(text, text, { answer: 'Yes.', approved_at: 1 })).toBe(false);
    expect(isOffered(text, text, { answer_status: 'NOT_APPLICABLE' })).toBe(false);
  });
});
