import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { micros, newId, systemClock } from '@candor/runtime';
import type { Document } from 'mongodb';
import { startTestService, until, type TestService } from '../questionnaire.fixture.js';
import { check } from './check.js';

const HOUR_US = 3600 * 1_000_000;

/** The oracle of the fault tests must see what it is there to see. */
describe('the check of what is stored', () => {
  let service: TestService;
  let organization: string;
  let id: string;
  const rows = (name: string) => service.db.collection<Document & { _id: string }>(name);
  const kinds = async (): Promise<string[]> => [
    ...new Set((await check(service.db, systemClock)).map(({ kind }) => kind)),
  ];
  const set = (change: Document) => rows('questionnaires').updateOne({ _id: id }, { $set: change });

  /** What one upload stores, by collection; each test begins with it. */
  const stored = new Map<string, (Document & { _id: string })[]>();

  beforeAll(async () => {
    service = await startTestService();
    organization = newId();
    id = await service.uploadCsv(organization, [
      'Question,Answer',
      'Do you encrypt backups?,',
      'Who approves access?,',
    ]);
    await service.untilProcessed(organization, id);
    await until(kinds, (found) => found.length === 0);
    for (const { name } of await service.db.listCollections().toArray())
      stored.set(name, await rows(name).find().toArray());
  });
  afterAll(() => service.close());
  beforeEach(async () => {
    for (const { name } of await service.db.listCollections().toArray()) {
      await rows(name).deleteMany({});
      const before = stored.get(name) ?? [];
      if (before.length > 0) await rows(name).insertMany(before);
    }
  });

  it('finds nothing after an upload went through', async () => {
    expect(await check(service.db, systemClock)).toEqual([]);
  });

  it('finds nothing where questions go on in further lines and several stand in one', async () => {
    const text = [
      'Security review',
      '1. Do you encrypt data at rest, and which algorithm',
      'and which length of key do you use for that?',
      '2. Who owns the service desk? How often is it reviewed?',
      '3. Describe how backups are tested',
      '   and how long it takes',
      '   until data is there again.',
    ].join('\n');
    const pasted = await service.uploadText(organization, text);
    await service.untilProcessed(organization, pasted);
    const table = [
      'No.,Question,Answer',
      '1,Do you encrypt backups and,',
      ',also all data at rest?,',
      '2,Who owns the desk?,',
    ];
    await service.untilProcessed(organization, await service.uploadCsv(organization, table));
    const reasons = await rows('extraction_account').distinct('entries.reason', { questionnaireId: pasted });
    expect(reasons).toContain('question_continued');
    await until(kinds, (found) => found.length === 0);
  });

  it.each<[string, string, () => Promise<unknown>]>([
    ['a question that the account lost', 'wrong_coverage', () => unbooked()],
    ['a lost question', 'wrong_sheet', () => rows('questions').deleteOne({ questionnaireId: id, position: 1 })],
    ['a doubled question', 'doubled_questions', () => double('questions')],
    ['a question that was passed over', 'unanswered', () => reopen()],
    ['a stalled questionnaire', 'stalled', () => set({ status: 'UPLOADED', processing: true, workOpen: false })],
    ['a batch that nobody closed', 'open_batches', () => set({ openBatches: ['x'] })],
    ['counts that differ from a recount', 'wrong_counts', () => wrongCounts()],
    ['an account that differs from the coverage', 'wrong_coverage', () => rows('extraction_account').deleteMany({})],
    ['an edit that search does not know', 'stale_search', () => unsearched()],
    ['a write that never ended', 'open_write', () => set({ writesOpen: 1, updatedAt: micros(systemClock) - HOUR_US })],
    ['rows without their questionnaire', 'orphan', () => rows('questionnaires').deleteOne({ _id: id })],
    ['a file that is lost', 'lost_file', () => rows('files.files').deleteMany({})],
    ['bytes that nobody owns', 'orphan_file', () => rows('file_owners').deleteMany({})],
    ['work that nobody takes up', 'stuck_work', () => set({ workOpen: true, workJob: 'unknown', workSweepAt: 1 })],
    ['a lease without end', 'stuck_lease', () => set({ workOpen: true, ...heldForever() })],
  ])('finds %s', async (_what, kind, harm) => {
    await harm();
    expect(await kinds()).toContain(kind);
  });

  async function double(name: string): Promise<void> {
    const row = await rows(name).findOne({ questionnaireId: id });
    await rows(name).insertOne({ ...row, _id: newId() });
  }
  async function unbooked(): Promise<void> {
    const row = await rows('questions').findOne({ questionnaireId: id });
    await rows('questions').updateOne({ _id: row?._id ?? '' }, { $set: { location: { cell: 'Z99' } } });
  }
  const reopen = () => rows('questions').updateMany({}, { $set: { answerStatus: 'UNANSWERED', answerRevision: 0 } });
  const unsearched = () => rows('questions').updateOne({ questionnaireId: id }, { $set: { answer: 'unheard-of' } });
  const heldForever = () => ({ workSweepAt: Number.MAX_SAFE_INTEGER, workLeaseUntil: Number.MAX_SAFE_INTEGER });
  async function wrongCounts(): Promise<void> {
    const { revision } = (await rows('questionnaires').findOne({ _id: id })) as Document;
    const all = { total: 9, aiAnswered: 9, manualAnswered: 0, approved: 0 };
    await set({ counts: { revision: revision as number, all, bySheet: {} } });
  }
});
