import { describe, expect, it } from '@jest/globals';
import { textDifference, type TextChange } from './text-difference.js';

const without = (changes: readonly TextChange[], kind: TextChange['kind']): string =>
  changes
    .filter((change) => change.kind !== kind)
    .map(({ text }) => text)
    .join('');

describe('the difference of two texts', () => {
  it('tells word by word what was kept, removed and added', () => {
    expect(
      textDifference('All customer data is encrypted at rest.', 'Customer data is encrypted at rest, always.'),
    ).toEqual([
      { kind: 'removed', text: 'All customer ' },
      { kind: 'added', text: 'Customer ' },
      { kind: 'kept', text: 'data is encrypted at ' },
      { kind: 'removed', text: 'rest.' },
      { kind: 'added', text: 'rest, always.' },
    ]);
  });

  it.each([
    ['', ''],
    ['', 'Yes.'],
    ['Yes.', ''],
    ['Yes.', 'Yes.'],
    ['a b c d e f', 'f e d c b a'],
    ['one  two\n three', 'one two three four'],
    ['データは暗号化されています。', 'すべてのデータは暗号化されます。'],
    ['x '.repeat(3000), 'y '.repeat(3000)],
  ])('gives both texts back: %#', (before, after) => {
    const changes = textDifference(before, after);
    expect(without(changes, 'added')).toBe(before);
    expect(without(changes, 'removed')).toBe(after);
  });
});
