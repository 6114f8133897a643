import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { newId, systemClock, type Delivery } from '@candor/runtime';
import { needsInfo } from '../answering/local-engine.js';
import { JOBS, type Target } from '../jobs/catalogue.js';
import { startTestService, type TestService } from '../questionnaire.fixture.js';
import type { QuestionDocument } from '../store/documents.js';
import { openStores, type Stores } from '../store/stores.js';
import { firstWork } from '../store/work.js';
import { noCounts } from './past.js';
import type { PastAnswering } from './past-answering.js';
import { backtestStage } from './testing.js';

let service: TestService;
let stores: Stores;
beforeAll(async () => {
  service = await startTestService();
  stores = await openStores(service.db, systemClock);
}, 60_000);
afterAll(() => service.close());

it('goes on where a killed worker stopped, and stops where the backtest was cancelled', async () => {
  const organizationId = newId();
  const rows = Array.from({ length: 30 }, (_, i) => `Which lamp has number ${i + 100}?,Lamp ${i}.`);
  const questionnaireId = await service.uploadCsv(organizationId, ['Question,Answer', ...rows]);
  await service.untilProcessed(organizationId, questionnaireId);

  const pages: number[] = [];
  let dies = true;
  const answering = {
    answer: (_organization: string, _name: string, _evidence: unknown, page: readonly QuestionDocument[]) => {
      if (dies && pages.length === 1) throw new Error('killed');
      pages.push(page.length);
      return Promise.resolve(page.map(({ _id }) => needsInfo(_id, 'local')));
    },
    compare: () => Promise.resolve([]),
    forget: () => Promise.resolve(),
  } as unknown as PastAnswering;
  const stage = backtestStage({ ...stores, pastAnswering: answering, bus: service.bus, clock: systemClock });
  const delivery = { requestId: newId() } as Delivery<Target>;
  const { backtests, backtestAnswers } = stores;

  /** A backtest of one questionnaire that no message asks for. */
  async function begun(): Promise<{ backtestId: string; claim: () => ReturnType<typeof backtests.work.claim> }> {
    const [backtestId, _id] = [newId(), newId()];
    await backtests.insert({
      _id: backtestId,
      organizationId,
      state: 'RUNNING',
      createdBy: 'user:ann',
      createdAt: 1,
      finishedAt: 0,
      undated: 'use',
      minutesPerAnswer: 5,
    });
    await backtests.insertParts(organizationId, [
      {
        _id,
        organizationId,
        backtestId,
        questionnaireId,
        position: 0,
        title: 'Lamps',
        customer: '',
        cameAt: 1,
        toldAt: 1,
        state: 'WAITING',
        questions: 30,
        done: 0,
        failure: '',
        evidence: noCounts(),
        ...firstWork(JOBS.backtest, systemClock),
      },
    ]);
    return { backtestId, claim: () => backtests.work.claim(organizationId, _id, JOBS.backtest, 60_000) };
  }

  const { backtestId, claim } = await begun();
  const first = await claim();
  await expect(stage.work(first!, delivery)).rejects.toThrow('killed');
  await backtests.work.release(first!, Date.now() - 1);
  dies = false;
  await stage.work((await claim())!, delivery);
  expect(pages).toEqual([25, 5]);
  expect(await backtestAnswers.count(organizationId, backtestId, {})).toBe(30);
  expect(await backtests.get(organizationId, backtestId)).toMatchObject({ state: 'COMPLETED' });
  // Whoever lost the claim changes nothing any more.
  expect(await backtests.work.change(first!, { set: { done: 0 } })).toBe(false);

  const cancelled = await begun();
  const held = await cancelled.claim();
  await backtests.end(organizationId, cancelled.backtestId, 'CANCELLED', 1);
  await backtests.cancelParts(organizationId, cancelled.backtestId);
  await stage.work(held!, delivery);
  expect(await backtestAnswers.count(organizationId, cancelled.backtestId, {})).toBe(0);
}, 120_000);
