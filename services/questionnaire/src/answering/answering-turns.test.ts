import { afterEach, describe, expect, it } from '@jest/globals';
import { AnsweringPool } from './answering-pool.js';
import type { AnsweredQuestion } from './deciding/consistency.js';
import { AnsweringBusyError } from './errors.js';
import { HARBOUR, passage, request } from './evidence.fixture.js';
import type { AnswerRequest, EvidenceItem } from './types.js';
import type { KnowledgeChunk } from './worker-protocol.js';

let pool: AnsweringPool;
const asked = request('How often are access rights reviewed?');
const batch = (count: number): AnswerRequest[] =>
  Array.from({ length: count }, (_, i) => ({ ...asked, questionId: `q${i}`, text: `${asked.text} ${i}?` }));
const load = (...upserts: EvidenceItem[]): (() => AsyncIterable<KnowledgeChunk>) =>
  async function* () {
    yield await Promise.resolve({ upserts, removals: [] });
  };
const evidence = (count: number): EvidenceItem[] =>
  Array.from({ length: count }, (_, i) => passage(`p${i}`, 'Registers', `Register ${i} is kept for ${i} years.`));

const toCompare = (count: number): AnsweredQuestion[] =>
  batch(count).map(({ questionId, text }, i) => ({ questionId, text, answer: i % 2 === 0 ? 'No.' : 'Yes.' }));

/** A pool of one thread whose tasks pause as often as they can, in which organizations have their evidence. */
async function startPool(...organizations: string[]): Promise<void> {
  pool = new AnsweringPool({ threads: 1, indexBytes: 50_000_000, limits: { sliceMs: 0, readOnce: true } });
  for (const organization of organizations) await pool.ensureIndex(organization, 1, load(...HARBOUR));
}

/** The names of works in the order in which they ended. */
async function ended(works: Record<string, Promise<unknown>>): Promise<string[]> {
  const names: string[] = [];
  await Promise.all(Object.entries(works).map(([name, work]) => work.then(() => names.push(name))));
  return names;
}

afterEach(async () => {
  await pool.close();
});

describe('a question that a person waits for', () => {
  it('is answered before batches that were asked earlier, also before what is left of the one under way', async () => {
    await startPool('busy', 'other');
    const order = await ended({
      underWay: pool.answer('busy', 1, batch(12)),
      waiting: pool.answer('busy', 1, batch(12)),
      person: pool.answer('other', 1, [asked], 'person'),
    });
    expect(order).toEqual(['person', 'underWay', 'waiting']);
  });

  it('is answered before the evidence of others has been read', async () => {
    await startPool('other');
    const order = await ended({
      loading: pool.ensureIndex('busy', 1, load(...evidence(20))),
      person: pool.answer('other', 1, [asked], 'person'),
    });
    expect(order).toEqual(['person', 'loading']);
  });

  it('is answered before the answers of a questionnaire have been compared', async () => {
    await startPool('other');
    const order = await ended({
      comparing: pool.compare('busy', toCompare(30)),
      person: pool.answer('other', 1, [asked], 'person'),
    });
    expect(order).toEqual(['person', 'comparing']);
  });

  it('is compared, when it is a library, before the batches of a questionnaire are answered', async () => {
    await startPool('busy');
    const order = await ended({
      busy: pool.answer('busy', 1, batch(80)),
      person: pool.compare('busy', toCompare(4), 'person'),
    });
    expect(order).toEqual(['person', 'busy']);
  });

  it('has its evidence read before the batches of others are answered, also when that was begun for a batch', async () => {
    await startPool('busy');
    const begunForBatch = pool.ensureIndex('other', 1, load(...evidence(20)));
    const person = pool
      .ensureIndex('other', 1, load(), undefined, 'person')
      .then(() => pool.answer('other', 1, [asked], 'person'));
    const order = await ended({ busy: pool.answer('busy', 1, batch(30)), person });
    expect(order).toEqual(['person', 'busy']);
    await begunForBatch;
  });

  it('comes in turn with those of other organizations, however many one of them asks', async () => {
    await startPool('busy', 'other');
    const many = Array.from({ length: 12 }, (_, i): [string, Promise<unknown>] => [
      `busy ${i}`,
      pool.answer('busy', 1, [{ ...asked, questionId: `b${i}` }], 'person'),
    ]);
    const order = await ended({ ...Object.fromEntries(many), other: pool.answer('other', 1, [asked], 'person') });
    expect(order.indexOf('other')).toBeLessThanOrEqual(2);
  });

  it('is refused when its turn does not come while the person is there, and says when to try again', async () => {
    const limits = { sliceMs: 60_000, stallMs: 4_000, urgentWaitMs: 0 };
    pool = new AnsweringPool({ threads: 1, indexBytes: 50_000_000, limits });
    await pool.ensureIndex('busy', 1, load(...HARBOUR));
    const batches = pool.answer('busy', 1, batch(25));
    await expect(pool.answer('other', 1, [asked], 'person')).rejects.toMatchObject({
      name: 'AnsweringBusyError',
      kind: 'unavailable',
      data: { retry_after: 5 },
    });
    await batches;
  });

  it('is refused when its evidence is not read while the person is there; that goes on', async () => {
    pool = new AnsweringPool({ threads: 1, indexBytes: 50_000_000, limits: { urgentLoadMs: 0, readOnce: true } });
    const refused = pool.ensureIndex('a', 1, load(...HARBOUR), undefined, 'person');
    await expect(refused).rejects.toBeInstanceOf(AnsweringBusyError);
    await pool.ensureIndex('a', 1, () => {
      throw new Error('it is loaded a second time');
    });
    expect((await pool.answer('a', 1, [asked]))[0]?.status).toBe('AI_ANSWERED');
  });
});

describe('a batch', () => {
  it('of one organization does not keep that of another waiting', async () => {
    await startPool('large', 'small');
    const order = await ended({
      large: pool.answer('large', 1, batch(20)),
      small: pool.answer('small', 1, batch(3)),
    });
    expect(order).toEqual(['small', 'large']);
  });

  it('gives the answers that it gives without a pause, in order', async () => {
    await startPool('a');
    const paused = await pool.answer('a', 1, batch(12));
    await pool.close();
    pool = new AnsweringPool({ threads: 1, indexBytes: 50_000_000, limits: { sliceMs: 60_000, readOnce: true } });
    await pool.ensureIndex('a', 1, load(...HARBOUR));
    expect(paused).toEqual(await pool.answer('a', 1, batch(12)));
  });
});

describe('a comparison', () => {
  it('that had paused in a thread that is ended begins anew in the next one', async () => {
    pool = new AnsweringPool({
      threads: 1,
      indexBytes: 50_000_000,
      limits: { sliceMs: 0, heapMb: 32, readOnce: true },
    });
    // More text than the heap takes: the thread ends as it arrives. `answering-pool.test.ts` fills it while statements are read.
    const heavy = Array.from({ length: 64 }, (_, i) =>
      passage(`h${i}`, 'Registers', 'An entry is kept. '.repeat(60_000)),
    );
    const comparing = pool.compare('a', toCompare(20));
    await expect(pool.ensureIndex('heavy', 1, load(...heavy))).rejects.toMatchObject({
      code: 'answering_out_of_memory',
    });
    expect((await comparing).length).toBeGreaterThan(0);
  }, 120_000);
});
