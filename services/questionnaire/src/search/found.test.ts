import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { newId } from '@candor/runtime';
import { startTestService, until, type TestService } from '../questionnaire.fixture.js';
import type { QuestionnaireDocument } from '../store/documents.js';
import { FoundQuestionnaireStore } from '../store/found-questionnaires.js';
import { QuestionnaireStore } from '../store/questionnaires.js';
import { SearchBlockStore, type OldSearchBlock } from '../store/search-blocks.js';
import { BLOCK_SIZE } from './block-words.js';

const clock = { now: () => Date.now() };

describe('what search finds', () => {
  let service: TestService;
  beforeAll(async () => {
    service = await startTestService();
  });
  afterAll(() => service.close());

  it('is in every block of a long questionnaire, rewritten or not, and gone when it is purged', async () => {
    const blocks = new SearchBlockStore(service.db);
    const [organization, id] = [newId(), newId()];
    const put = (position: number, answer: string): Promise<void> =>
      blocks.put(organization, id, Math.floor(position / BLOCK_SIZE), [
        { position, text: `Question ${position}`, answer },
      ]);
    const everywhere = [0, 49, 50, 999, 1000, 2349];
    for (const position of everywhere.filter((one) => one !== 49)) await put(position, 'draft');
    await blocks.putOwn(organization, id, ['Questions of Northgate']);
    await Promise.all([put(49, 'final'), put(50, 'final'), put(1000, 'final')]);

    const at = async (part: string): Promise<number[]> =>
      (await blocks.positions(organization, [id], [part])).get(id) ?? [];
    expect(await at('question')).toEqual([49, 50, 999, 1000, 2349]);
    expect(await at('final')).toEqual([49, 50, 1000]);
    expect(await at('draft')).toEqual([999, 2349]);
    expect(await at('northgate')).toEqual([]);
    expect([...(await blocks.holding(organization, ['northgate']))]).toEqual([id]);
    expect([...(await blocks.holding(organization, ['final'], [newId()]))]).toEqual([]);
    expect([...(await blocks.holding(newId(), ['final']))]).toEqual([]);
    await blocks.purge(organization, id);
    expect([...(await blocks.holding(organization, ['question']))]).toEqual([]);
  });

  it('holds all words, wherever in it they stand', async () => {
    const blocks = new SearchBlockStore(service.db);
    const [organization, short, long, old] = [newId(), newId(), newId(), newId()];
    const put = (id: string, position: number, text: string): Promise<void> =>
      blocks.put(organization, id, Math.floor(position / BLOCK_SIZE), [{ position, text, answer: '' }]);
    await put(short, 0, 'firewall rules');
    await put(short, 60, 'owned by Dana');
    await put(long, 0, 'firewall');
    await put(long, 1500, 'Dana');
    const rows = ['firewall', 'dana'].map((words, block) => ({
      _id: newId(),
      organizationId: organization,
      questionnaireId: old,
      block,
      words,
    }));
    const holding = async (parts: string[], among?: string[]): Promise<string[]> =>
      [...(await blocks.holding(organization, parts, among))].sort();
    expect(await holding(['firewall', 'dana'])).toEqual([short, long].sort());
    await service.db.collection<OldSearchBlock>('search_blocks').insertMany(rows);
    expect(await holding(['firewall', 'dana'])).toEqual([short, long, old].sort());
    expect(await holding(['firewall', 'dana'], [long])).toEqual([long]);
    expect(await holding(['firewall', 'rules'])).toEqual([short]);
    expect(await holding(['firewall', 'dana', 'nobody'])).toEqual([]);
  });

  it.each([1300, 2700])('is paged in the order of the list of %i, be it few or most of them', async (all) => {
    const store = new FoundQuestionnaireStore(service.db, new QuestionnaireStore(service.db, clock));
    const organizationId = newId();
    const rows = Array.from({ length: all }, (_, n) => ({
      _id: `${organizationId}-${String(n).padStart(4, '0')}`,
      organizationId,
      deleted: n % 100 === 0,
      // Several of one time: their ids decide.
      createdAt: Math.floor(n / 7),
    }));
    await service.db.collection<QuestionnaireDocument>('questionnaires').insertMany(rows as QuestionnaireDocument[]);
    const ordered = rows
      .filter(({ deleted }) => !deleted)
      .toSorted((a, b) => b.createdAt - a.createdAt || (a._id < b._id ? -1 : 1))
      .map(({ _id }) => _id);
    const some = (every: number): Set<string> => new Set(rows.filter((_, n) => n % every === 0).map(({ _id }) => _id));
    for (const ids of [some(1), some(2), some(3), some(90), some(700), undefined, new Set<string>()]) {
      const wanted = ordered.filter((id) => ids?.has(id) ?? true);
      for (const [limit, offset] of [
        [20, 0],
        [20, 40],
        [1000, 0],
        [20, 5000],
      ] as const) {
        const { page, total } = await store.page(organizationId, ids, limit, offset);
        expect(page.map(({ _id }) => _id)).toEqual(wanted.slice(offset, offset + limit));
        expect(total).toBe(wanted.length);
      }
    }
  });

  it('is found in what an older release wrote, and shown once that has been converted', async () => {
    const organization = newId();
    const id = await service.uploadCsv(organization, [
      'ID,Question,Answer',
      '1,Who owns the firewall rules?,Dana does.',
    ]);
    await service.untilProcessed(organization, id);
    const shown = async () =>
      (await service.search(organization, 'firewall')).items.map((hit) => hit.matchedQuestionsTotal);
    expect(await shown()).toEqual([1]);

    const own = { organizationId: organization, questionnaireId: id };
    const old = (block: number, words: string): OldSearchBlock => ({ ...own, _id: newId(), block, words });
    const all = service.db.collection<OldSearchBlock>('search_blocks');
    await all.deleteMany(own);
    await all.insertMany([old(-1, 'northgate\nbank'), old(0, 'who\nowns\nthe\nfirewall\nrules?\ndana\ndoes.')]);
    expect((await service.search(organization, 'firewall')).items).toHaveLength(1);
    await until(shown, ([total]) => total === 1);
    expect((await service.search(organization, 'northgate')).items).toHaveLength(1);
    await until(
      () => all.countDocuments({ ...own, chapter: null }),
      (left) => left === 0,
    );
  });
});
