import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startEmbeddedMongo, type EmbeddedMongo } from '@candor/embedded-mongo';
import { connectMongo, newId, systemClock, type ServiceEvent } from '@candor/runtime';
import type { MongoClient } from 'mongodb';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { newQuestionnaire } from '../intake/new-questionnaire.js';
import type { QuestionDocument, QuestionnaireDocument } from '../store/documents.js';
import { openStores, type Stores } from '../store/stores.js';
import { Reminding } from './reminding.js';

let folder = '';
let database: EmbeddedMongo;
let mongo: MongoClient;
let stores: Stores;
let now = 0;
let zone = 'UTC';
const clock = { now: () => now };
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'candor-reminding-'));
  database = await startEmbeddedMongo({ dataDir: folder });
  mongo = await connectMongo(database.url, 'test');
  stores = await openStores(mongo.db('questionnaire'), { ...systemClock, ...clock });
}, 30_000);
afterAll(async () => {
  await mongo.close();
  await database.close();
  await rm(folder, { recursive: true, force: true });
});

const ANN = newId();
const EVE = newId();
const at = (time: string): number => Date.parse(time) * 1000;

describe('what is due', () => {
  let questionnaire: QuestionnaireDocument;
  const questionnaires = () => mongo.db('questionnaire').collection<QuestionnaireDocument>('questionnaires');
  const questions = () => mongo.db('questionnaire').collection<QuestionDocument>('questions');
  beforeEach(async () => {
    zone = 'UTC';
    const fields = { companyName: 'N', dealValue: '', deadline: '', instructions: '', tagIds: [], assignees: [] };
    const origin = { title: 'T', sourceType: 'TEXT', file: null, fileId: newId(), actor: `user:${ANN}` };
    questionnaire = {
      ...newQuestionnaire(newId(), fields, origin, systemClock),
      status: 'ANSWERING_COMPLETED',
      processing: false,
    };
    await questionnaires().deleteMany({});
    await questions().deleteMany({});
  });
  async function toldAt(time: string): Promise<Record<string, unknown>[]> {
    now = Date.parse(time);
    const told: ServiceEvent[] = [];
    const publish = (events: ServiceEvent[]): Promise<void> => Promise.resolve(void told.push(...events));
    await new Reminding(stores, publish, { ...systemClock, ...clock }, () => Promise.resolve(zone)).round();
    return told.map(({ data }) => data);
  }
  const ask = (dueAt: number, more: Partial<QuestionDocument> = {}): Promise<unknown> => {
    const { organizationId, _id: questionnaireId } = questionnaire;
    const question = {
      _id: newId(),
      organizationId,
      questionnaireId,
      position: 0,
      text: 'Q?',
      answer: '',
      approved: false,
      assigneeId: EVE,
      assigneeType: 'USER',
      assignmentState: 'open',
      dueAt,
      ...more,
    };
    return questions().insertOne(question as QuestionDocument);
  };

  it('is told once the day before and once after, of the questionnaire, in days of UTC; a moved day anew', async () => {
    await questionnaires().insertOne({ ...questionnaire, deadline: '2026-12-10' });
    expect(await toldAt('2026-12-08T23:59:00Z')).toEqual([]);
    expect(await toldAt('2026-12-09T00:00:00Z')).toMatchObject([
      { kind: 'due_tomorrow', recipients: [{ id: ANN, type: 'USER' }], subject: { type: 'questionnaire' } },
    ]);
    expect(await toldAt('2026-12-09T20:00:00Z')).toEqual([]);
    expect(await toldAt('2026-12-10T20:00:00Z')).toEqual([]);
    expect(await toldAt('2026-12-11T00:00:01Z')).toMatchObject([{ kind: 'overdue' }]);
    expect(await toldAt('2026-12-12T00:00:00Z')).toEqual([]);
    await questionnaires().updateOne({ _id: questionnaire._id }, { $set: { deadline: '2026-12-13' } });
    expect(await toldAt('2026-12-12T00:01:00Z')).toMatchObject([{ kind: 'due_tomorrow' }]);
    await questionnaires().updateOne({ _id: questionnaire._id }, { $set: { status: 'COMPLETED' } });
    expect(await toldAt('2026-12-14T00:01:00Z')).toEqual([]);
  });

  it.each([
    // The day before begins, the day itself ends, by the clocks of the organization.
    ['Pacific/Niue', '2026-12-10', '2026-12-09T11:00:00Z', '2026-12-11T11:00:00Z'],
    ['Pacific/Kiritimati', '2026-12-10', '2026-12-08T10:00:00Z', '2026-12-10T10:00:00Z'],
    ['Europe/Berlin', '2026-03-29', '2026-03-27T23:00:00Z', '2026-03-29T22:00:00Z'],
    ['Europe/Berlin', '2026-10-25', '2026-10-23T22:00:00Z', '2026-10-25T23:00:00Z'],
  ])('in %s is told of %s from %s on, and is overdue at %s', async (where, deadline, dayBefore, over) => {
    zone = where;
    const dueAt = at(over) - 1000;
    const kinds = async (time: string, shift = 0) =>
      (await toldAt(new Date(Date.parse(time) + shift).toISOString())).map(({ kind }) => kind);
    await questionnaires().insertOne({ ...questionnaire, deadline });
    await ask(dueAt);
    expect(await kinds(dayBefore, -1)).toEqual([]);
    expect(await kinds(dayBefore)).toEqual(['due_tomorrow', 'due_tomorrow']);
    expect(await kinds(over, -1)).toEqual([]);
    expect(await kinds(over)).toEqual(['overdue', 'overdue']);
    expect(await kinds(over, 1)).toEqual([]);
  });

  it('is told together for the questions of one assignee, without what is answered, done or approved', async () => {
    await questionnaires().insertOne(questionnaire);
    const due = at('2026-12-10T12:00:00Z');
    await ask(due);
    await ask(due);
    await ask(due, { assignmentState: 'answered' });
    await ask(due, { assignmentState: 'done' });
    await ask(due, { approved: true });
    await ask(due + 86_400e6 * 9);
    expect(await toldAt('2026-12-09T08:00:00Z')).toMatchObject([
      { kind: 'due_tomorrow', recipients: [{ id: EVE, type: 'USER' }], count: 2, due_at: due },
    ]);
    expect(await toldAt('2026-12-09T08:01:00Z')).toEqual([]);
    expect(await toldAt('2026-12-10T12:00:01Z')).toMatchObject([{ kind: 'overdue', count: 2 }]);
    expect(await toldAt('2026-12-10T12:01:00Z')).toEqual([]);
  });

  it('is told under one id by several processes at once', async () => {
    await questionnaires().insertOne(questionnaire);
    await ask(at('2026-12-10T12:00:00Z'));
    now = Date.parse('2026-12-11T12:00:00Z');
    const ids: string[] = [];
    const publish = (events: ServiceEvent[]): Promise<void> =>
      Promise.resolve(void ids.push(...events.map((e) => e.id)));
    const round = (): Promise<void> =>
      new Reminding(stores, publish, { ...systemClock, ...clock }, () => Promise.resolve(zone)).round();
    await Promise.all([round(), round()]);
    expect(new Set(ids).size).toBe(1);
  });

  it('in a questionnaire that is completed or gone is told to nobody', async () => {
    await questionnaires().insertOne({ ...questionnaire, status: 'COMPLETED' });
    await ask(at('2026-12-10T12:00:00Z'));
    expect(await toldAt('2026-12-11T12:00:00Z')).toEqual([]);
    await questionnaires().deleteMany({});
    await ask(at('2026-12-10T13:00:00Z'));
    expect(await toldAt('2026-12-11T12:00:00Z')).toEqual([]);
  });
});
