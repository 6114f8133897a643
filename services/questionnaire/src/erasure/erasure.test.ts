import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startEmbeddedMongo, type EmbeddedMongo } from '@candor/embedded-mongo';
import { connectMongo, newId, type Bus, type Clock } from '@candor/runtime';
import type { MongoClient } from 'mongodb';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { noCounts } from '../backtest/past.js';
import { newQuestionnaire } from '../intake/new-questionnaire.js';
import { factRows } from '../interview/planning.js';
import { shippedSet } from '../interview/standard-set.js';
import { UsualQuestions } from '../interview/usual-questions.js';
import { JOBS } from '../jobs/catalogue.js';
import { openStores, type Stores } from '../store/stores.js';
import { firstWork } from '../store/work.js';
import { TopicRules } from '../topics/topic-rules.js';
import { Erasure } from './erasure.js';

let folder = '';
let database: EmbeddedMongo;
let mongo: MongoClient;
let stores: Stores;
let at = Date.UTC(2030, 0, 1);
const clock: Clock = { now: () => at };
const forgotten: string[] = [];
let erasure: Erasure;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'candor-erasure-'));
  database = await startEmbeddedMongo({ dataDir: folder });
  mongo = await connectMongo(database.url, 'test');
  stores = await openStores(mongo.db('questionnaire'), clock);
  const forget = (organizationId: string): Promise<void> => {
    forgotten.push(organizationId);
    return Promise.resolve();
  };
  erasure = new Erasure(stores.erasures, forget, clock);
}, 30_000);
afterAll(async () => {
  await mongo.close();
  await database.close();
  await rm(folder, { recursive: true, force: true });
});

async function* bytes(text: string): AsyncGenerator<Uint8Array> {
  yield await Promise.resolve(Buffer.from(text));
}

async function upload(organizationId: string): Promise<string> {
  const { fileId } = await stores.files.write(organizationId, 'file', bytes('secret'), 1000);
  const fields = { companyName: '', dealValue: '', deadline: '', instructions: '', tagIds: [], assignees: [] };
  const origin = { title: 'Secret', sourceType: 'FILE', file: null, fileId, actor: 'key:1' };
  const questionnaire = newQuestionnaire(organizationId, fields, origin, clock);
  await stores.questionnaires.insert(questionnaire);
  return questionnaire._id;
}

/** Every stored document that names the organization or belongs to one of its files, by collection. */
async function left(organizationId: string): Promise<string[]> {
  const db = mongo.db('questionnaire');
  const found: string[] = [];
  for (const { name } of await db.listCollections().toArray()) {
    for (const document of await db.collection(name).find({}).toArray())
      if (JSON.stringify(document).includes(organizationId)) found.push(name);
  }
  return found;
}

describe('an erased organization', () => {
  it('loses its interviews, what they ask, and its rules by topic; others keep theirs', async () => {
    const [gone, staying] = [newId(), newId()];
    for (const organizationId of [gone, staying]) {
      const interviewId = newId();
      const interview = {
        _id: interviewId,
        organizationId,
        title: 'Secret',
        state: 'DRAFT' as const,
        questionnaireIds: [],
        before: { answered: 0, total: 1 },
        open: 1,
        createdBy: 'key:1',
        createdAt: 1,
        sentAt: 0,
      };
      const group = { id: newId(), text: 'Secret?', section: '', places: [], standardId: '' };
      const chosen = [{ questions: [{ id: group.id, link: 'asked' as const }], gain: 1, standardGain: 0 }];
      await stores.interviews.insert(interview, factRows({ organizationId, interviewId }, chosen, [group]));
      const by = { organizationId, actor: 'key:1', role: 'ADMIN' as const, requestId: newId() };
      await new TopicRules({ ...stores, clock }).create(by, { name: 'Secret', words: ['secret'], action: 'people' });
    }
    await erasure.erase(gone);
    expect(await left(gone)).toEqual(['erasures']);
    expect((await left(staying)).sort()).toEqual(['interview_facts', 'interviews', 'topic_rules']);
    forgotten.length = 0;
  });

  it('loses its files, and a job in hand its claim', async () => {
    const [gone, staying] = [newId(), newId()];
    const id = await upload(gone);
    await upload(staying);
    const claim = await stores.questionnaires.work.claim(gone, id, JOBS.validate, 60_000);
    expect(claim).not.toBeNull();
    await erasure.erase(gone);
    expect(await left(gone)).toEqual(['erasures']);
    expect(await mongo.db('questionnaire').collection('files.files').countDocuments()).toBe(1);
    expect(await mongo.db('questionnaire').collection('files.chunks').countDocuments()).toBe(1);
    expect(await stores.questionnaires.work.change(claim!, { set: { title: 'Late' } })).toBe(false);
    expect(forgotten).toEqual([gone]);
    expect((await left(staying)).length).toBeGreaterThan(0);
  });

  it('loses its standard set, and the work on it its claim', async () => {
    const organizationId = newId();
    const bus = { publish: () => Promise.resolve() };
    const usual = new UsualQuestions({ ...stores, set: shippedSet(), bus: bus as unknown as Bus, clock });
    await usual.begin({ organizationId, requestId: newId() });
    const run = await stores.standardSet.run(organizationId);
    const claim = await stores.standardSet.work.claim(organizationId, run!._id, JOBS.standardSet, 60_000);
    await stores.standardSet.put(organizationId, [
      { _id: newId(), organizationId, question: 'iso-27001', answered: true, band: 'HIGH' },
    ]);
    expect((await left(organizationId)).sort()).toEqual(['standard_answers', 'standard_runs']);
    await erasure.erase(organizationId);
    expect(await left(organizationId)).toEqual(['erasures']);
    expect(await stores.standardSet.work.change(claim!, { set: { done: 25 } })).toBe(false);
    forgotten.length = 0;
  });

  it('loses its backtests with their work and what they found', async () => {
    const organizationId = newId();
    const backtestId = newId();
    const own = { organizationId, backtestId, questionnaireId: newId(), customer: 'Secret' };
    await stores.backtests.insert({
      _id: backtestId,
      organizationId,
      state: 'RUNNING',
      createdBy: 'user:ann',
      createdAt: 1,
      finishedAt: 0,
      undated: 'use',
      minutesPerAnswer: 5,
    });
    const part = { ...own, _id: newId(), position: 0, title: 'Secret', cameAt: 1, toldAt: 1, questions: 1, done: 0 };
    const work = firstWork(JOBS.backtest, clock);
    await stores.backtests.insertParts(organizationId, [
      { ...part, state: 'WAITING', failure: '', evidence: noCounts(), ...work },
    ]);
    const claim = await stores.backtests.work.claim(organizationId, part._id, JOBS.backtest, 60_000);
    await stores.backtestAnswers.put(organizationId, [
      {
        ...own,
        _id: newId(),
        questionnaireTitle: '',
        questionId: newId(),
        order: 0,
        topic: '',
        question: '',
        ours: 'Secret',
        oursComment: '',
        band: '',
        score: 0,
        oursSources: [],
        sent: '',
        sentComment: '',
        sentSources: [],
        verdict: 'AGREED',
        reason: '',
        settled: 'OPEN',
        note: '',
        changedBy: '',
        changedAt: 0,
      },
    ]);
    const calibrated = { bands: { highFrom: null, mediumFrom: 0.65 }, backtestId, high: null, medium: null };
    await stores.calibrations.put(organizationId, { ...calibrated, changedBy: 'user:ann', changedAt: 1 });
    const all = ['backtest_answers', 'backtest_parts', 'backtests', 'calibrations'];
    expect((await left(organizationId)).sort()).toEqual(all);
    await erasure.erase(organizationId);
    expect(await left(organizationId)).toEqual(['erasures']);
    expect(await stores.backtests.work.change(claim!, { set: { done: 1 } })).toBe(false);
  });

  it('loses also what comes late, and then the note that it is being erased', async () => {
    const gone = newId();
    await erasure.erase(gone);
    await stores.tags.create(gone, 'Late', '');
    await stores.revisions.change(gone, () => Promise.resolve());
    expect((await left(gone)).sort()).toEqual(['erasures', 'knowledge_state', 'tags']);
    at += 31_000;
    await erasure.sweepAgain();
    expect(await left(gone)).toEqual(['erasures']);
    // Another process forgets it too.
    forgotten.length = 0;
    await erasure.forgetAll();
    expect(forgotten).toContain(gone);
    at += 16 * 60_000;
    await erasure.sweepAgain();
    expect(await left(gone)).toEqual([]);
  });
});
