import { describe, expect, it } from '@jest/globals';
import { highlightsOf, placesIn } from './matches.js';

const shown = (text: string, ...sought: string[]): string[] =>
  highlightsOf(text, sought).map(({ start, end }) => text.slice(start, end));

describe('the letters that match', () => {
  it('are those of the text as it is written, whatever folding makes of it', () => {
    expect(shown('Die Maße der ﬁrma', 'masse', 'firma')).toEqual(['Maße', 'ﬁrma']);
    expect(shown('Größe', 'gros')).toEqual(['Größ']);
    expect(shown('no match', 'x')).toEqual([]);
  });

  it('of a phrase span the blanks between its words, however many', () => {
    expect(shown('Encrypt data\n  at \t rest, data at rest', 'data at rest')).toEqual([
      'data\n  at \t rest',
      'data at rest',
    ]);
    expect(shown('data at rest', 'data at', 'at rest')).toEqual(['data at rest']);
  });

  it('are in the question, in the answer, or in both, never across them', () => {
    expect(placesIn({ text: 'data  at', answer: 'rest' }, ['data at rest'])).toEqual([]);
    expect(placesIn({ text: 'Data  at rest', answer: 'rest' }, ['data at rest', 'rest'])).toEqual([
      'question',
      'answer',
    ]);
  });
});
