import { afterEach, describe, expect, it } from '@jest/globals';
import { AnsweringPool, IndexNotReadyError } from './answering-pool.js';
import { HARBOUR, libraryAnswer, passage, request } from './evidence.fixture.js';
import type { EvidenceItem } from './types.js';
import type { KnowledgeChunk } from './worker-protocol.js';

let pool: AnsweringPool;
const asked = request('How often are access rights reviewed?');

/** A store of changes as the database would give them. */
function load(...chunks: KnowledgeChunk[]): (since: number) => AsyncIterable<KnowledgeChunk> {
  return async function* () {
    for (const chunk of chunks) yield await Promise.resolve(chunk);
  };
}
const all = (upserts: EvidenceItem[]): KnowledgeChunk => ({ upserts, removals: [] });

afterEach(async () => {
  await pool.close();
});

describe('answering in worker threads', () => {
  it('answers from the organization that asks, never from another', async () => {
    pool = new AnsweringPool({ threads: 1, indexBytes: 50_000_000 });
    await pool.ensureIndex('a', 1, load(all(HARBOUR)));
    await pool.ensureIndex('b', 1, load(all([passage('x', 'Cafeteria', 'Lunch is served at noon.')])));
    expect((await pool.answer('a', 1, [asked]))[0]).toMatchObject({ status: 'AI_ANSWERED', questionId: 'q' });
    expect((await pool.answer('b', 1, [asked]))[0]).toMatchObject({ status: 'NEEDS_INFO' });
  });

  it('takes deltas in: what is removed is used no more, what is replaced is used anew', async () => {
    pool = new AnsweringPool({ threads: 1, indexBytes: 50_000_000 });
    await pool.ensureIndex('a', 1, load(all([libraryAnswer('l', asked.text, 'Every quarter.')])));
    expect((await pool.answer('a', 1, [asked]))[0]?.answer).toBe('Every quarter.');
    await pool.ensureIndex('a', 2, load(all([libraryAnswer('l', asked.text, 'Every month.')])));
    expect((await pool.answer('a', 2, [asked]))[0]?.answer).toBe('Every month.');
    const since: number[] = [];
    await pool.ensureIndex('a', 3, (rev) => {
      since.push(rev);
      return load({ upserts: [], removals: ['l'] })(rev);
    });
    expect(since).toEqual([2]);
    expect((await pool.answer('a', 3, [asked]))[0]?.status).toBe('NEEDS_INFO');
  });

  it('refuses to answer from an index that is older than the run', async () => {
    pool = new AnsweringPool({ threads: 1, indexBytes: 50_000_000 });
    await pool.ensureIndex('a', 1, load(all(HARBOUR)));
    await expect(pool.answer('a', 2, [asked])).rejects.toBeInstanceOf(IndexNotReadyError);
  });

  it('drops the least recently used index over the budget, and loads it again in full', async () => {
    pool = new AnsweringPool({ threads: 1, indexBytes: 1_000 });
    await pool.ensureIndex('a', 5, load(all(HARBOUR)));
    await pool.ensureIndex('b', 5, load(all(HARBOUR)));
    await expect(pool.answer('a', 5, [asked])).rejects.toBeInstanceOf(IndexNotReadyError);
    const since: number[] = [];
    await pool.ensureIndex('a', 5, (rev) => {
      since.push(rev);
      return load(all(HARBOUR))(rev);
    });
    expect(since).toEqual([0]);
    expect((await pool.answer('a', 5, [asked]))[0]?.status).toBe('AI_ANSWERED');
  });

  it('keeps nothing of a load that failed half way', async () => {
    pool = new AnsweringPool({ threads: 1, indexBytes: 50_000_000 });
    const failing = async function* (): AsyncGenerator<KnowledgeChunk> {
      yield all(HARBOUR);
      yield await Promise.reject(new Error('database gone'));
    };
    await expect(pool.ensureIndex('a', 1, failing)).rejects.toThrow('database gone');
    await expect(pool.answer('a', 1, [asked])).rejects.toBeInstanceOf(IndexNotReadyError);
    await pool.ensureIndex('a', 1, load(all(HARBOUR)));
    expect((await pool.answer('a', 1, [asked]))[0]?.status).toBe('AI_ANSWERED');
  });

  it('answers identical questions of a run alike and gives evidence alone when asked for that', async () => {
    pool = new AnsweringPool({ threads: 2, indexBytes: 50_000_000 });
    await pool.ensureIndex('a', 1, load(all(HARBOUR)));
    const [first, second] = await pool.answer('a', 1, [
      asked,
      { ...asked, questionId: 'other', text: ' how often are ACCESS RIGHTS reviewed ' },
    ]);
    expect({ ...second, questionId: 'q' }).toEqual(first);
    const [retrieved] = await pool.retrieve('a', 1, [asked], 3);
    expect(retrieved?.items[0]?.id).toBe('p2');
  });
});
