import { newId, systemClock } from '@candor/runtime';
import type { ListOptions } from '@candor/proto/candor/questionnaire/v1/questionnaire';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { startTestService, type TestService } from '../questionnaire.fixture.js';
import { TagStore } from '../store/tags.js';

const ANN = newId();
const TEAM = newId();
const lines = (...questions: string[]): string[] => [
  'ID,Question,Answer',
  ...questions.map((text, i) => `${i},${text},`),
];

describe('a list of questionnaires', () => {
  const organization = newId();
  let service: TestService;
  const names = new Map<string, string>();
  let annex = '';

  const upload = async (name: string, fields: object, questions: string[]): Promise<string> => {
    const bytes = Buffer.from(lines(...questions).join('\n'));
    const id = await service.uploadFile(organization, `${name}.csv`, 'text/csv', bytes, fields);
    await service.untilProcessed(organization, id);
    names.set(id, name);
    return id;
  };

  beforeAll(async () => {
    service = await startTestService();
    await service.learn(organization, 'Is stored data encrypted?', 'Yes, stored data is encrypted with AES-256.');
    await upload('Vendor 10', { deadline: '2027-03-01', companyName: 'Zeta' }, ['Is stored data encrypted?']);
    await upload('vendor 2', { deadline: '2027-01-15', assignees: [{ id: ANN, type: 'USER' }] }, [
      'Is stored data encrypted?',
      'Who owns the incident response plan?',
    ]);
    annex = await upload('Annex', { assignees: [{ id: TEAM, type: 'GROUP' }] }, [
      'Who audits the data centre in Oslo?',
    ]);
  });
  afterAll(() => service.close());

  const options = (wanted: Partial<ListOptions>): ListOptions => ({
    sort: '',
    ascending: false,
    assigneeIds: [],
    deadlineFrom: '',
    deadlineTo: '',
    withoutDeadline: false,
    open: false,
    sha256: '',
    ...wanted,
  });
  const listed = async (wanted: Partial<ListOptions>, page = { limit: 10, offset: 0 }): Promise<string[]> => {
    const { questionnaires } = service;
    const request = { ...page, options: options(wanted) };
    const reply = await questionnaires.unary(questionnaires.stub.listQuestionnaires, request, service.in(organization));
    return reply.questionnaires.map(({ id }) => names.get(id) ?? '');
  };

  it.each<[Partial<ListOptions>, string[]]>([
    [{}, ['Annex', 'vendor 2', 'Vendor 10']],
    [{ sort: 'created_at', ascending: true }, ['Vendor 10', 'vendor 2', 'Annex']],
    [{ sort: 'title', ascending: true }, ['Annex', 'vendor 2', 'Vendor 10']],
    [{ sort: 'title' }, ['Vendor 10', 'vendor 2', 'Annex']],
    [{ sort: 'company_name' }, ['Vendor 10', 'Annex', 'vendor 2']],
    [{ sort: 'deadline', ascending: true }, ['vendor 2', 'Vendor 10', 'Annex']],
    // What has no deadline comes last either way; equal ones stand newest first.
    [{ sort: 'deadline' }, ['Vendor 10', 'vendor 2', 'Annex']],
    [{ sort: 'status', ascending: true }, ['Annex', 'vendor 2', 'Vendor 10']],
    [{ sort: 'answered', ascending: true }, ['Annex', 'vendor 2', 'Vendor 10']],
    [{ assigneeIds: [ANN] }, ['vendor 2']],
    [{ assigneeIds: [ANN, TEAM] }, ['Annex', 'vendor 2']],
    [{ assigneeIds: [newId()] }, []],
    [{ deadlineTo: '2027-01-15' }, ['vendor 2']],
    [{ deadlineFrom: '2027-01-16', deadlineTo: '2027-12-31' }, ['Vendor 10']],
    [{ withoutDeadline: true }, ['Annex']],
    [{ open: true, sort: 'title', ascending: true }, ['Annex', 'vendor 2', 'Vendor 10']],
  ])('asked for %j is %j', async (wanted, expected) => {
    expect(await listed(wanted)).toEqual(expected);
  });

  it('is sorted by the first tag by name, without those that were rejected', async () => {
    const tags = new TagStore(service.db, systemClock);
    const tagged = async (id: string, ...tagNames: string[]): Promise<string[]> => {
      const made = await Promise.all(tagNames.map((name) => tags.create(organization, name, '')));
      await tags.replace(
        organization,
        id,
        made.map((tag) => tag._id),
      );
      return made.map((tag) => tag._id);
    };
    const [vendor10 = '', vendor2 = ''] = names.keys();
    await tagged(vendor10, 'Zoning', 'Élan');
    await tagged(vendor2, 'finance');
    const [rejected = ''] = await tagged(annex, 'Archive');
    expect(await listed({ sort: 'tags', ascending: true })).toEqual(['Annex', 'Vendor 10', 'vendor 2']);
    expect(await listed({ sort: 'tags' })).toEqual(['vendor 2', 'Vendor 10', 'Annex']);
    await tags.update(organization, rejected, { status: 'REJECTED' });
    expect(await listed({ sort: 'tags', ascending: true })).toEqual(['Vendor 10', 'vendor 2', 'Annex']);
  });

  it('is paged without a gap in any order', async () => {
    const pages = [0, 1, 2].map((offset) => listed({ sort: 'status', ascending: true }, { limit: 1, offset }));
    expect((await Promise.all(pages)).flat()).toEqual(await listed({ sort: 'status', ascending: true }));
  });

  it('that a search found is narrowed and sorted as well', async () => {
    const { questionnaires } = service;
    const request = {
      query: 'encrypted',
      limit: 10,
      offset: 0,
      options: options({ sort: 'deadline', ascending: true }),
    };
    const { items, pagination } = await questionnaires.unary(
      questionnaires.stub.searchQuestionnaires,
      request,
      service.in(organization),
    );
    expect(items.map(({ questionnaire }) => names.get(questionnaire?.id ?? ''))).toEqual(['vendor 2', 'Vendor 10']);
    expect(pagination?.total).toBe(2);
  });

  it('tells the earlier one with the very same file, in the own organization only', async () => {
    const { questionnaires } = service;
    const bytes = Buffer.from(lines('Where is the data kept at rest?').join('\n'));
    const first = await service.uploadFile(organization, 'same.csv', 'text/csv', bytes);
    await service.untilProcessed(organization, first);
    const { file } = await service.overview(organization, first);
    const request = { limit: 10, offset: 0, options: options({ sha256: file?.sha256 ?? '' }) };
    const found = (where: string) =>
      questionnaires.unary(questionnaires.stub.listQuestionnaires, request, service.in(where));
    expect((await found(organization)).questionnaires.map(({ id }) => id)).toEqual([first]);
    expect((await found(newId())).questionnaires).toEqual([]);

    expect((await service.sentFile(organization, 'again.csv', bytes)).sameFileAs).toMatchObject({
      questionnaireId: first,
      title: 'same',
    });
    expect((await service.sentFile(newId(), 'again.csv', bytes)).sameFileAs).toBeUndefined();
  });

  it('says what waits: open questions, and those of some people', async () => {
    const { questionnaires } = service;
    const waiting = (where: string, assigneeIds: string[] = []) =>
      questionnaires.unary(
        questionnaires.stub.getWaiting,
        { assigneeIds, userId: '', mayApprove: false },
        service.in(where),
      );
    const reply = await waiting(organization, [ANN]);
    expect(reply).toMatchObject({ assignedQuestions: 0, uploaded: true, reviewed: false, exported: false });
    expect(reply.items.slice(0, 2).map(({ questionnaire }) => names.get(questionnaire?.id ?? ''))).toEqual([
      'vendor 2',
      'Vendor 10',
    ]);
    expect(reply.items[0]?.openQuestions).toBe(1);
    expect(reply.openQuestions).toBe(reply.items.reduce((sum, { openQuestions }) => sum + openQuestions, 0));
    expect(await waiting(newId(), [ANN])).toMatchObject({ openQuestions: 0, uploaded: false, items: [] });
  });

  it('of library answers can be those in use that expire by a day', async () => {
    const { knowledge } = service;
    const soon = await service.learn(organization, 'Who insures you?', 'Alpha.', { expiresAt: '2027-01-10T00:00:00Z' });
    await service.learn(organization, 'Who audits you?', 'Beta.', { expiresAt: '2027-06-10T00:00:00Z' });
    const request = { limit: 10, offset: 0, query: '', status: '', tag: '', expiresBefore: '2027-02-01T00:00:00.000Z' };
    const { answers, pagination } = await knowledge.unary(
      knowledge.stub.listAnswers,
      request,
      service.in(organization),
    );
    expect([answers.map(({ id }) => id), pagination?.total]).toEqual([[soon], 1]);
  });
});
