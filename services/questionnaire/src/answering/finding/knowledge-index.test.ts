import { describe, expect, it } from '@jest/globals';
import { HARBOUR, passage } from '../evidence.fixture.js';
import { DIMENSIONS } from '../reading/reader.js';
import { KnowledgeIndex as RulesIndex } from '../rules/knowledge-index.js';
import type { EvidenceItem } from '../types.js';
import { KnowledgeIndex, textsOf } from './knowledge-index.js';

/** Some vector for each text, the same for the same text. */
function vectorsOf(texts: string[]): Int8Array {
  const all = new Int8Array(texts.length * DIMENSIONS);
  texts.forEach((text, row) => {
    let state = Buffer.from(text).reduce((sum, byte) => (Math.imul(sum, 31) + byte) | 0, 7);
    for (let i = 0; i < DIMENSIONS; i++) {
      state = (Math.imul(state, 1664525) + 1013904223) | 0;
      all[row * DIMENSIONS + i] = state >> 24;
    }
  });
  return all;
}

const add = (index: KnowledgeIndex, items: readonly EvidenceItem[]): void => {
  for (const item of items) index.add(item, vectorsOf(textsOf(item)));
};
const QUESTIONS = ['How often are access rights reviewed?', 'Is data encrypted at rest?', 'Who tests the backups?'];
/** More than are kept of one way of searching, all alike. */
const ALIKE = Array.from({ length: 200 }, (_, n) => passage(`alike${n}`, 'Backups', 'The team tests the backups.'));
const EVIDENCE = [...HARBOUR, ...ALIKE];
const OTHERS = Array.from({ length: 40 }, (_, n) =>
  passage(`other${n}`, 'Access', `Access rights of team ${n} are encrypted.`),
);

/** What an index with the same evidence would be after a life of its own: other order, repeats, what is gone. */
function lived<T extends { remove(ids: string[]): void }>(index: T, put: (index: T, items: EvidenceItem[]) => void): T {
  put(index, OTHERS);
  put(index, [...EVIDENCE].reverse());
  index.remove(OTHERS.map(({ id }) => id));
  for (let times = 0; times < 3; times++) put(index, HARBOUR);
  return index;
}

describe('what is found does not depend on how the evidence came', () => {
  it('by statements: items, likeness and order', () => {
    const fresh = new KnowledgeIndex();
    add(fresh, EVIDENCE);
    const old = lived(new KnowledgeIndex(), add);
    for (const question of QUESTIONS) {
      const found = (index: KnowledgeIndex): unknown[] =>
        index
          .find(question, vectorsOf([question]), 40, () => true)
          .map(({ item, statement, cosine, words }) => [item.id, statement.text, cosine, words]);
      expect(found(old)).toEqual(found(fresh));
    }
  });

  it('by the rules of words: items and scores', () => {
    const put = (index: RulesIndex, items: EvidenceItem[]): void => index.add(items);
    const fresh = new RulesIndex();
    put(fresh, EVIDENCE);
    const old = lived(new RulesIndex(), put);
    for (const question of QUESTIONS) {
      const found = (index: RulesIndex): unknown[] =>
        index.byWords(question, 40).map(({ item, score }) => [item.id, score]);
      expect(found(old)).toEqual(found(fresh));
    }
  });
});
