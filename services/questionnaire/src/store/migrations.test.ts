import { newId } from '@candor/runtime';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { startTestService, type TestService } from '../questionnaire.fixture.js';
import { blockWords } from '../search/block-words.js';
import { migrations } from './migrations.js';
import { TagStore } from './tags.js';

const clock = { now: () => Date.now() };

describe('keys in the form of an earlier release', () => {
  const organization = newId();
  let service: TestService;
  let id = '';

  const migrate = async (): Promise<void> => {
    for (const { run } of migrations(clock).slice(1)) await run(service.db);
  };
  const found = async (query: string): Promise<string[]> =>
    (await service.search(organization, query)).items.map((item) => item.questionnaire?.id ?? '');
  const everything = async (): Promise<unknown> =>
    Promise.all(
      ['tags', 'questionnaires', 'library_answers', 'search_blocks'].map((name) =>
        service.db.collection(name).find().sort({ _id: 1 }).toArray(),
      ),
    );

  /** As it was folded before: accents gone, "ß", ligatures and blanks as they are. */
  const old = (text: string): string => text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();

  beforeAll(async () => {
    service = await startTestService();
    await service.learn(organization, 'Wie groß ist die ﬁrma?', 'Die Maße  stehen im Anhang.');
    id = await service.uploadCsv(organization, ['ID,Question,Answer', '1,Welche Straße führt zur ﬁrma?,'], {
      companyName: 'Weiß ﬁn',
    });
    await service.untilProcessed(organization, id);
    await new TagStore(service.db, clock).create(organization, 'Maße', '');

    const { db } = service;
    await db.collection('tags').updateOne({ name: 'Maße' }, { $set: { nameKey: old('Maße') } });
    await db.collection('questionnaires').updateMany({}, { $set: { companyFolded: old('Weiß ﬁn') } });
    await db
      .collection('library_answers')
      .updateMany(
        {},
        { $set: { questionKey: old('Wie groß ist die ﬁrma'), searchText: old('Wie groß ist die ﬁrma?') } },
      );
    const words = blockWords([[0, 'Welche Strasse fuhrt zur firma?']])
      .replace('strasse', 'straße')
      .replace('firma', 'ﬁrma');
    await db.collection('search_blocks').updateMany({}, { $set: { 'words.1': words } });
  });
  afterAll(() => service.close());

  it('find nothing under the names of today before, and everything after', async () => {
    expect([await found('strasse'), await found('straße'), await found('@account:weiss')]).toEqual([[], [], []]);
    await migrate();
    for (const query of [
      'strasse',
      'Straße firma',
      '@account:weiss',
      '@account:"WEISS FIN"',
      '"strasse führt zur ﬁrma"',
    ])
      expect([query, await found(query)]).toEqual([query, [id]]);
    const [match] = (await service.search(organization, 'strasse')).items[0]?.matchedQuestions ?? [];
    expect(match?.text).toContain('Straße');
    expect(await service.db.collection('library_answers').findOne({})).toMatchObject({
      questionKey: 'wie gross ist die firma',
    });
    const tags = new TagStore(service.db, clock);
    await expect(tags.create(organization, 'MASSE', '')).rejects.toMatchObject({ code: 'tag_exists' });
  });

  it('are left alone by a second run, and by one that was cut off and begins anew', async () => {
    const before = await everything();
    await migrate();
    expect(await everything()).toEqual(before);
    // Cut off between two collections: what stood behind is done by the next run.
    await service.db.collection('questionnaires').updateMany({}, { $set: { companyFolded: old('Weiß ﬁn') } });
    await migrate();
    expect(await everything()).toEqual(before);
  });

  it('of two tags that are one today leave both there, each under a key of its own', async () => {
    const tags = new TagStore(service.db, clock);
    const second = await tags.create(organization, 'Elsewhere', '');
    await service.db
      .collection<{ _id: string }>('tags')
      .updateOne({ _id: second._id }, { $set: { name: 'Maße ', nameKey: old('Maße ') } });
    await migrate();
    const names = (await tags.list(organization, ['ACTIVE'], 0)).tags.map(({ name }) => name.trim());
    expect(names).toEqual(['Maße', 'Maße']);
    // Either can be renamed, and the name of today is taken.
    await expect(tags.update(organization, second._id, { name: 'masse' })).rejects.toMatchObject({
      code: 'tag_exists',
    });
    expect((await tags.update(organization, second._id, { name: 'Länge' })).nameKey).toBe('lange');
  });
});
