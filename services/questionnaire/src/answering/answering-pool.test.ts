import { afterEach, describe, expect, it } from '@jest/globals';
import { AnsweringPool } from './answering-pool.js';
import { AnsweringLimitError, IndexNotReadyError } from './errors.js';
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

describe('a task that exceeds its limits', () => {
  /** Time enough for one question, and none at all for many; no task pauses. */
  const HASTY = { stallMs: 4_000, taskMs: 20_000, questionMs: -100, sliceMs: 60_000 };
  const poison = Array.from({ length: 800 }, (_, i) => ({
    ...asked,
    questionId: `p${i}`,
    text: `${asked.text} ${i}?`,
  }));

  it('is ended with its thread and said to be too long; what waited behind it is answered', async () => {
    pool = new AnsweringPool({ threads: 1, indexBytes: 50_000_000, limits: HASTY });
    await pool.ensureIndex('hostile', 1, load(all(HARBOUR)));
    await pool.ensureIndex('other', 1, load(all(HARBOUR)));
    const ended = pool.answer('hostile', 1, poison);
    const behind = pool.answer('other', 1, [asked]).catch((error: unknown) => error);
    await expect(ended).rejects.toMatchObject({ name: 'AnsweringLimitError', code: 'answering_timed_out' });
    expect(await behind).toBeInstanceOf(IndexNotReadyError);
    await pool.ensureIndex('other', 1, load(all(HARBOUR)));
    expect((await pool.answer('other', 1, [asked]))[0]?.status).toBe('AI_ANSWERED');
  });

  it('is ended without its thread where it pauses: the index of another organization stays', async () => {
    pool = new AnsweringPool({ threads: 1, indexBytes: 50_000_000, limits: { ...HASTY, stallMs: 60_000, sliceMs: 0 } });
    await pool.ensureIndex('hostile', 1, load(all(HARBOUR)));
    await pool.ensureIndex('other', 1, load(all(HARBOUR)));
    await expect(pool.answer('hostile', 1, poison)).rejects.toMatchObject({ code: 'answering_timed_out' });
    expect((await pool.answer('other', 1, [asked]))[0]?.status).toBe('AI_ANSWERED');
  });

  it('comes again in a thread apart, and takes no index of another organization with it', async () => {
    pool = new AnsweringPool({ threads: 1, indexBytes: 50_000_000, limits: HASTY });
    await pool.ensureIndex('hostile', 1, load(all(HARBOUR)));
    await expect(pool.answer('hostile', 1, poison)).rejects.toBeInstanceOf(AnsweringLimitError);
    await pool.ensureIndex('other', 1, load(all(HARBOUR)));
    await pool.ensureIndex('hostile', 1, load(all(HARBOUR)));
    await expect(pool.answer('hostile', 1, poison)).rejects.toBeInstanceOf(AnsweringLimitError);
    expect((await pool.answer('other', 1, [asked]))[0]?.status).toBe('AI_ANSWERED');
    await pool.ensureIndex('hostile', 1, load(all(HARBOUR)));
    expect((await pool.answer('hostile', 1, [asked]))[0]?.status).toBe('AI_ANSWERED');
  });

  it('begins the load of another organization anew when its thread goes while that is under way', async () => {
    pool = new AnsweringPool({ threads: 1, indexBytes: 50_000_000, limits: HASTY });
    await pool.ensureIndex('hostile', 1, load(all(HARBOUR)));
    let loads = 0;
    await pool.ensureIndex('other', 1, async function* () {
      loads++;
      yield all(HARBOUR.slice(0, 2));
      if (loads === 1) await pool.answer('hostile', 1, poison).catch(() => undefined);
      yield all(HARBOUR.slice(2));
    });
    expect(loads).toBe(2);
    expect((await pool.answer('other', 1, [asked]))[0]?.status).toBe('AI_ANSWERED');
  });

  it('is ended outside of native code, whenever that comes', async () => {
    for (let round = 0; round < 6; round++) {
      pool = new AnsweringPool({ threads: 1, indexBytes: 50_000_000 });
      await pool.ensureIndex('hostile', 1, load(all(HARBOUR)));
      const answered = await pool.answer('hostile', 1, [asked]);
      expect(answered[0]?.status).toBe('AI_ANSWERED');
      const ended = pool.answer('hostile', 1, poison);
      await Promise.all([pool.close(), expect(ended).rejects.toThrow('closed')]);
    }
  }, 60_000);

  it('in memory ends its thread, not the process', async () => {
    pool = new AnsweringPool({ threads: 1, indexBytes: 50_000_000, limits: { heapMb: 24 } });
    const heavy = Array.from({ length: 400 }, (_, i) =>
      passage(`h${i}`, 'Registers', Array.from({ length: 400 }, (__, j) => `Entry ${i} ${j} is kept.`).join(' ')),
    );
    await expect(pool.ensureIndex('heavy', 1, load(all(heavy)))).rejects.toMatchObject({
      code: 'answering_out_of_memory',
    });
  }, 120_000);

  it('reads no more of a question than its first pages', async () => {
    pool = new AnsweringPool({ threads: 1, indexBytes: 50_000_000 });
    await pool.ensureIndex('a', 1, load(all(HARBOUR)));
    const endless = { ...asked, text: `${asked.text} ${'1. '.repeat(66_000)}` };
    const started = performance.now();
    await pool.answer('a', 1, [endless]);
    expect(performance.now() - started).toBeLessThan(30_000);
  }, 120_000);
});
