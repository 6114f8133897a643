import { AppError, newId, silentLogger, systemClock, TerminalError } from '@candor/runtime';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { MongoNetworkError } from 'mongodb';
import { startTestService, type TestService } from '../questionnaire.fixture.js';
import type { WorkState } from '../store/documents.js';
import { firstWork, WorkStore } from '../store/work.js';
import { JOBS } from './catalogue.js';
import { stageHandler } from './stage.js';

type Row = WorkState & { _id: string; organizationId: string };

describe('a stage', () => {
  let service: TestService;
  beforeAll(async () => {
    service = await startTestService();
  });
  afterAll(() => service.close());

  /** Runs attempts at a new piece of work that all end with `error`. */
  async function attempts(
    count: number,
    error: Error,
  ): Promise<{ row: Row | null; failed: number; held: string[]; thrown: unknown[] }> {
    const rows = service.db.collection<Row>('stage_test');
    const row = { _id: newId(), organizationId: newId(), ...firstWork(JOBS.extract, systemClock) };
    await rows.insertOne(row);
    let failed = 0;
    const held: string[] = [];
    const stage = {
      job: { ...JOBS.extract, backoffMs: [0] },
      store: new WorkStore<Row>(rows, systemClock),
      work: () => Promise.reject(error),
      fail: () => {
        failed++;
        return Promise.resolve();
      },
      held: (_claim: Row, { code }: { code: string }) => {
        held.push(code);
        return Promise.reject(new Error('what tells it is out, too'));
      },
    };
    const handle = stageHandler(stage, systemClock, silentLogger());
    const thrown: unknown[] = [];
    const stopping = new AbortController().signal;
    for (let attempt = 1; attempt <= count; attempt++) {
      const { organizationId } = row;
      const delivery = { payload: { id: row._id }, organizationId, attempt, requestId: 'r', stopping };
      await handle(delivery).catch((reason: unknown) => thrown.push(reason));
    }
    return { row: await rows.findOne({ _id: row._id }), failed, held, thrown };
  }

  it('fails on its last attempt when it meets an unknown error each time', async () => {
    const { failed, thrown } = await attempts(JOBS.extract.attempts, new Error('odd'));
    expect(failed).toBe(1);
    expect(thrown.at(-1)).toBeInstanceOf(TerminalError);
  });

  it('never fails because the database was out, however often', async () => {
    const { row, failed, thrown } = await attempts(20, new MongoNetworkError('read ECONNRESET'));
    expect(failed).toBe(0);
    expect(thrown).toHaveLength(20);
    expect(row).toMatchObject({ workOpen: true, workFailures: 0, workLeaseUntil: 0 });
  });

  it('tells why it waits, and waits on when that cannot be told', async () => {
    const busy = new AppError('unavailable', 'answering_busy', 'Too many questions are being answered.');
    const { failed, held, thrown } = await attempts(3, busy);
    expect([failed, held, thrown]).toEqual([0, Array(3).fill('answering_busy'), Array(3).fill(busy)]);
  });
});
