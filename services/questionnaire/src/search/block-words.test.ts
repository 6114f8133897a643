import { describe, expect, it } from '@jest/globals';
import { BLOCK_SIZE, blockWords, placesOf, readBlock, type PlacedText } from './block-words.js';

const TEXTS: PlacedText[] = [
  [0, 'Do you encrypt data at rest?'],
  [0, 'Yes: AES-256.'],
  [1, 'Où sont hébergées les données ?'],
  [17, 'Is data encrypted\tin transit?'],
  [BLOCK_SIZE - 1, 'Data\u0000centres\u000eand “data”'],
];

describe('the words of a block', () => {
  const block = blockWords(TEXTS);

  it.each([
    ['encrypt', [0, 17]],
    ['encrypted', [17]],
    ['data', [0, 17, 49]],
    ['aes-256', [0]],
    ['es-2', [0]],
    ['hebergees', [1]],
    ['e', [0, 1, 17, 49]],
    ['centresand', []],
    ['missing', []],
  ])('hold "%s" in the questions %j', (part, places) => {
    expect([...placesOf(block, part)].sort((a, b) => a - b)).toEqual(places);
  });

  it('name every question of a block, and never one of a neighbouring word', () => {
    const all: PlacedText[] = Array.from({ length: BLOCK_SIZE }, (_, n) => [n, `w${n}x all`]);
    const words = blockWords(all);
    expect([...placesOf(words, 'all')]).toHaveLength(BLOCK_SIZE);
    for (let n = 0; n < BLOCK_SIZE; n++) expect([...placesOf(words, `w${n}x`)]).toEqual([n]);
  });

  it('are told apart from their places', () => {
    const read = readBlock(
      blockWords([
        [3, 'Straße, straße'],
        [49, 'STRASSE straße'],
      ]),
    );
    expect([...read].map(([word, held]) => [word, [...held].sort()])).toEqual([
      ['strasse,', [3]],
      ['strasse', [3, 49]],
    ]);
  });

  it('are nothing for no texts', () => {
    expect(blockWords([])).toBe('');
    expect(placesOf('', 'a').size).toBe(0);
    expect(readBlock('').size).toBe(0);
  });
});
