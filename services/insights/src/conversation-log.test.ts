import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { startEmbeddedMongo, type EmbeddedMongo } from '@candor/embedded-mongo';
import { connectMongo, deterministicId, micros, newId } from '@candor/runtime';
import type { MongoClient } from 'mongodb';
import { ConversationLog } from './conversation-log.js';
import { TestClock } from './insights.fixture.js';
import { ConversationStore, type Conversation } from './store/conversations.js';
import { SpanStore, WIDTHS } from './store/spans.js';

describe('the log of conversations', () => {
  let dataDir: string;
  let mongo: EmbeddedMongo;
  let client: MongoClient;
  let store: ConversationStore;
  let spans: SpanStore;
  const clock = new TestClock();
  beforeAll(async () => {
    dataDir = await mkdtemp(join(tmpdir(), 'candor-log-'));
    mongo = await startEmbeddedMongo({ dataDir });
    client = await connectMongo(mongo.url, 'log-test');
    store = new ConversationStore(client.db('log'));
    spans = new SpanStore(client.db('log'));
    await store.ensureIndexes();
    await spans.ensureIndexes();
  });
  afterAll(async () => {
    await client.close();
    await mongo.close();
    await rm(dataDir, { recursive: true, force: true });
  });

  const replica = (): ConversationLog => new ConversationLog(store, spans, clock);
  const conversation = (organizationId: string, answeredAt: number, name: string): Conversation => ({
    id: deterministicId(name),
    organizationId,
    question: 'Q?',
    answer: 'A',
    userName: undefined,
    userEmail: undefined,
    userProfileImage: undefined,
    sourceType: 'web_ui',
    origin: 'ask_page',
    answeredAt,
    unanswered: false,
  });
  /** Twenty days with a dense one in the middle, newest first. */
  const history = (organizationId: string): Conversation[] => {
    const now = micros(clock);
    const sparse = Array.from({ length: 2000 }, (_, i) => now - i * 900_000_000);
    const dense = Array.from({ length: 12_000 }, (_, i) => now - WIDTHS.day * 2 - i * 10_000_000);
    return [...sparse, ...dense]
      .map((at, i) => conversation(organizationId, at, `${organizationId} ${i}`))
      .sort((a, b) => b.answeredAt - a.answeredAt || (a.id < b.id ? -1 : 1));
  };
  const addAll = async (log: ConversationLog, organizationId: string, all: Conversation[]): Promise<void> => {
    for (let i = 0; i < all.length; i += 1000) await log.add(organizationId, all.slice(i, i + 1000));
  };
  const expectPages = async (log: ConversationLog, organizationId: string, all: Conversation[]): Promise<void> => {
    for (const offset of [0, 7, 3000, 5001, 6789, 9000, 13_500, 13_995, 14_000, 20_000]) {
      const page = await log.page(organizationId, offset, 10);
      expect(page.total).toBe(all.length);
      expect({ offset, ids: page.conversations.map(({ id }) => id) }).toEqual({
        offset,
        ids: all.slice(offset, offset + 10).map(({ id }) => id),
      });
    }
  };

  it('finds every page, while spans are open, when they are closed, and when something old comes in', async () => {
    const organizationId = newId();
    const [writer, reader] = [replica(), replica()];
    const all = history(organizationId);
    await addAll(writer, organizationId, all);
    await expectPages(reader, organizationId, all);
    clock.advance(31_000);
    await expectPages(reader, organizationId, all);
    await expectPages(replica(), organizationId, all);
    const old = conversation(organizationId, all[8000]!.answeredAt, `${organizationId} late`);
    await writer.add(organizationId, [old]);
    all.push(old);
    all.sort((a, b) => b.answeredAt - a.answeredAt || (a.id < b.id ? -1 : 1));
    await expectPages(reader, organizationId, all);
    clock.advance(31_000);
    await expectPages(reader, organizationId, all);
  }, 60_000);

  it('keeps no count that a writer may still change: a crash between announcing and writing leaves nothing wrong', async () => {
    const organizationId = newId();
    const at = micros(clock);
    const start = {
      day: Math.floor(at / WIDTHS.day) * WIDTHS.day,
      quarter: Math.floor(at / WIDTHS.quarter) * WIDTHS.quarter,
    };
    // A writer announced itself and died before it wrote.
    await spans.open(
      organizationId,
      [
        { level: 'day', start: start.day },
        { level: 'quarter', start: start.quarter },
      ],
      at + 30e6,
    );
    expect((await replica().page(organizationId, 0, 10)).total).toBe(0);
    clock.advance(31_000);
    expect((await replica().page(organizationId, 0, 10)).total).toBe(0);
    await replica().add(organizationId, [conversation(organizationId, at, `${organizationId} a`)]);
    expect((await replica().page(organizationId, 0, 10)).total).toBe(1);
  });

  it('throws a count away that was taken before a writer announced itself', async () => {
    const organizationId = newId();
    const at = micros(clock);
    const log = replica();
    await log.add(organizationId, [conversation(organizationId, at, `${organizationId} a`)]);
    clock.advance(31_000);
    const [stale] = await spans.list(organizationId, 'day');
    await log.add(organizationId, [conversation(organizationId, at, `${organizationId} b`)]);
    await spans.settle(organizationId, stale!, 1);
    expect((await spans.list(organizationId, 'day')).map(({ count }) => count)).toEqual([undefined]);
    clock.advance(31_000);
    expect((await log.page(organizationId, 0, 10)).total).toBe(2);
    expect((await spans.list(organizationId, 'day')).map(({ count }) => count)).toEqual([2]);
  });

  it('has a right total when a slow writer ends after its time', async () => {
    const organizationId = newId();
    const at = micros(clock);
    const slow = new ConversationLog(
      Object.assign(Object.create(store) as ConversationStore, {
        insertMany: async (organization: string, conversations: Conversation[]) => {
          clock.advance(31_000);
          expect((await replica().page(organization, 0, 10)).total).toBe(0);
          return store.insertMany(organization, conversations);
        },
      }),
      spans,
      clock,
    );
    await slow.add(organizationId, [conversation(organizationId, at, `${organizationId} a`)]);
    expect((await replica().page(organizationId, 0, 10)).total).toBe(1);
    clock.advance(31_000);
    expect((await replica().page(organizationId, 0, 10)).total).toBe(1);
  });
});
