import { describe, expect, it } from '@jest/globals';
import type { PartAnswer, Reading } from '../deciding/decide.js';
import type { Statement } from '../finding/statements.js';
import type { AnswerRequest, PassageEvidence } from '../types.js';
import { compose } from './writing.js';

const request = { questionId: 'q', text: 'How?', answerType: 'text', options: [], section: '', instructions: '' };

/** A reading of a sentence in a document, as far as writing looks at it. */
function reading(text: string, more: Partial<Statement> = {}): Reading {
  const item: PassageEvidence = {
    kind: 'passage',
    id: text,
    documentId: 'd',
    title: 'Handbook',
    locator: '',
    text,
  };
  const span = { start: 0, end: text.length };
  const statement: Statement = { span, text, place: ['Handbook'], question: '', before: '', row: false, ...more };
  return { item, statement, partial: false, planned: false } as Reading;
}

const answerOf = (readings: Reading[], polarity?: PartAnswer['polarity']): string =>
  compose(
    [{ part: readings[0]!.part, evidence: readings, polarity, score: 1, disagree: false }],
    [],
    request as unknown as AnswerRequest,
  ).answer;

describe('what is written', () => {
  it('is told with the sentence before it when it points back to that', () => {
    const back = reading('This keeps the platform up to date.', { before: 'Hosts are patched every night.' });
    expect(answerOf([back], 'yes')).toBe('Yes — Hosts are patched every night. This keeps the platform up to date.');
    const own = reading('Hosts are patched every night.', { before: 'We run two data centres.' });
    expect(answerOf([own])).toBe('Hosts are patched every night.');
    const long = reading('It is watched.', { before: `The room ${'with many doors '.repeat(30)}is locked.` });
    expect(answerOf([long])).toBe('It is watched.');
  });

  it('does not lean on a sentence that is not told', () => {
    expect(answerOf([reading('Therefore, we require a second factor.')])).toBe('We require a second factor.');
    expect(answerOf([reading('Similarly all laptops are encrypted.')])).toBe('All laptops are encrypted.');
    expect(answerOf([reading('For example, only TLS 1.2 is allowed.')])).toBe('Only TLS 1.2 is allowed.');
    expect(answerOf([reading('However it is done, a ticket is kept.')])).toBe('However it is done, a ticket is kept.');
  });

  it('says nothing twice, also not in nearly the same words', () => {
    const first = reading('All employees receive security training to prevent mistakes.');
    const again = reading('Security training for all our employees prevents mistakes.');
    const more = reading('New starters are trained within their first week.');
    expect(answerOf([first, again, more])).toBe(
      'All employees receive security training to prevent mistakes. New starters are trained within their first week.',
    );
  });

  it('keeps the "not" of the words that introduce a list', () => {
    const item = reading('Publish the weakness before it has been mended', {
      place: ['Handbook', 'Reporters must not:'],
    });
    expect(answerOf([item], 'no')).toBe('No — Reporters must not: publish the weakness before it has been mended.');
  });
});
