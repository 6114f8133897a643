import { readFileSync } from 'node:fs';
import { describe, expect, it } from '@jest/globals';
import MiniSearch from 'minisearch';
import { libraryAnswer } from '../evidence.fixture.js';
import { KnowledgeIndex } from './knowledge-index.js';
import { reuse } from './reuse.js';

type Pair = [question: string, answer: string, asked: string];
const { paraphrases, nearMisses } = JSON.parse(
  readFileSync(new URL('../../../data/paraphrase-pairs.json', import.meta.url), 'utf8'),
) as { paraphrases: Pair[]; nearMisses: Pair[] };
/** Lines at odd positions were kept from tuning. */
const held = (_: Pair, i: number): boolean => i % 2 === 1;

function entries(pairs: Pair[], prefix: string): ReturnType<typeof libraryAnswer>[] {
  return pairs.map(([question, answer], i) => libraryAnswer(`${prefix}${i}`, question, answer));
}

describe('reusing approved answers (the held half of the pairs)', () => {
  const right = new KnowledgeIndex();
  right.add(entries(paraphrases, 'p'));
  const wrong = new KnowledgeIndex();
  wrong.add(entries(nearMisses, 'n'));
  const reused = (index: KnowledgeIndex, asked: string): string | undefined =>
    reuse(index, asked, () => true)?.evidence[0]?.item.id;

  it('never gives the answer to the question next to it', () => {
    const false_ = nearMisses.flatMap((p, i) => (held(p, i) && reused(wrong, p[2]) === `n${i}` ? [p[2]] : []));
    expect(false_).toEqual([]);
  });

  it('never gives another entry for a paraphrase, and finds at least twice what BM25 finds as surely', () => {
    const tested = paraphrases.map((p, i) => ({ asked: p[2], id: `p${i}` })).filter((_, i) => i % 2 === 1);
    const found = tested.map((t) => ({ ...t, got: reused(right, t.asked) }));
    expect(found.filter((f) => f.got !== undefined && f.got !== f.id)).toEqual([]);
    const ours = found.filter((f) => f.got === f.id).length;
    expect(ours).toBeGreaterThanOrEqual(2 * bm25Recall(tested));
  });

  /** BM25 alone with the lowest threshold at which no near-miss of the tuning half is reused. */
  function bm25Recall(tested: { asked: string; id: string }[]): number {
    const search = (pairs: Pair[]): MiniSearch<{ id: number; text: string }> => {
      const index = new MiniSearch<{ id: number; text: string }>({ fields: ['text'] });
      index.addAll(pairs.map(([text], id) => ({ id, text })));
      return index;
    };
    const near = search(nearMisses);
    const threshold = Math.max(
      ...nearMisses.map((p, i) => (i % 2 === 0 && near.search(p[2])[0]?.id === i ? near.search(p[2])[0]!.score : 0)),
    );
    const library = search(paraphrases);
    return tested.filter(({ asked, id }) => {
      const top = library.search(asked)[0];
      return top !== undefined && `p${String(top.id)}` === id && top.score > threshold;
    }).length;
  }
});

describe('of several entries', () => {
  it('the last verified comes first when they repeat one question and answer alike', () => {
    const index = new KnowledgeIndex();
    index.add([
      libraryAnswer('old', 'Do you use MFA?', 'Yes.', { verifiedAt: 1 }),
      libraryAnswer('new', 'Do you use MFA?', 'Yes.', { verifiedAt: 2 }),
    ]);
    const result = reuse(index, 'Do you use MFA?', () => true);
    expect(result?.evidence.map((f) => f.item.id)).toEqual(['new']);
    expect(result?.disagree).toBe(false);
  });
});
