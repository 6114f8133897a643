import { describe, expect, it } from '@jest/globals';
import { ModelTokenizer } from './pair-tokens.js';

const tokenizer = new ModelTokenizer();

describe('what the models read', () => {
  it('is what they were taught with: question, place, mark, statement', () => {
    // By the tokenizer that the training used (tools/reader/judge.py).
    expect(
      tokenizer.pair('Is data encrypted at rest?', 'Policy > Encryption', "AES-256 protects Zürich's volumes.").ids,
    ).toEqual([
      101, 2003, 2951, 4372, 26775, 22571, 3064, 2012, 2717, 1029, 102, 3343, 1028, 21999, 1, 29347, 2015, 1011, 17273,
      18227, 10204, 1005, 1055, 6702, 1012, 102,
    ]);
  });

  it('is the same for the second judge, by the marks and the numbers of its base', () => {
    // By the tokenizer of all-mpnet-base-v2: <s> question </s> </s> place [unused0] statement </s>.
    const asked = ['Is data encrypted at rest?', 'Policy > Encryption', "AES-256 protects Zürich's volumes."] as const;
    const { ids, kinds } = tokenizer.pairForSecond(...asked);
    expect(ids).toEqual([
      0, 2007, 2955, 4376, 26779, 22575, 3068, 2016, 2721, 1033, 2, 2, 3347, 1032, 22003, 5, 29351, 2019, 1015, 17277,
      18231, 10208, 1009, 1059, 6706, 1016, 2,
    ]);
    expect(kinds.indexOf(1)).toBe(12);
    expect(kinds.length).toBe(ids.length);
  });

  it('is bounded, however long the texts are', () => {
    const long = 'encryption of everything '.repeat(500);
    const { ids, kinds } = tokenizer.pair(long, long, long);
    expect(ids.length).toBeLessThanOrEqual(220);
    expect(kinds.length).toBe(ids.length);
    expect(tokenizer.text(long).length).toBe(128);
  });

  it('keeps the inner end of a place: the nearest heading says most', () => {
    const place = `${'far away '.repeat(100)}> Backups`;
    const [own] = tokenizer.text('Backups').slice(1, -1);
    expect(tokenizer.pair('?', place, 'Nightly.').ids).toContain(own);
  });
});
