import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { ArchivedFilter, NotificationStatus } from '@candor/proto/candor/trust_portal/v1/trust_portal';
import { newId, type CallFor } from '@candor/runtime';
import { ANNOUNCEMENTS } from '../store/announcements.js';
import { adminCall, startInstallation, type Installation, type Replica } from '../trust-portal.fixture.js';

let installation: Installation;
let replica: Replica;
beforeAll(async () => {
  installation = await startInstallation();
  replica = await installation.replica();
});
afterAll(() => installation.close());

const blank = { purpose: '', data: '', region: '', since: '' };
const add = (call: CallFor, name: string, change: Partial<typeof blank> = {}) =>
  replica.subprocessors.addSubprocessor({ name, ...blank, ...change }, call);
const list = async (call: CallFor) =>
  (await replica.subprocessors.listSubprocessors({ offset: 0 }, call)).subprocessors.map(({ name, change }) => [
    name,
    change,
  ]);
const announce = async (call: CallFor, change: { categoryId?: string; noticeDays?: number; draft?: boolean } = {}) =>
  replica.subprocessors.announceSubprocessors(
    { categoryId: await categoryOf(call), noticeDays: 0, draft: false, ...change },
    call,
  );
async function categoryOf(call: CallFor): Promise<string> {
  const { categories } = await replica.portal.listCategories({ query: '', offset: 0 }, call);
  return categories[0]?.id ?? (await replica.portal.createCategory({ name: 'Subprocessors' }, call)).id;
}

describe('subprocessors', () => {
  it('are listed by name, each with what has changed since the last announcement', async () => {
    const call = adminCall();
    const north = await add(call, 'Nordwind', { region: 'EU' });
    await add(call, 'Amber Mail');
    expect(await list(call)).toEqual([
      ['Amber Mail', 'added'],
      ['Nordwind', 'added'],
    ]);
    await announce(call);
    expect(await list(call)).toEqual([
      ['Amber Mail', ''],
      ['Nordwind', ''],
    ]);
    await replica.subprocessors.editSubprocessor({ id: north.id, region: 'US' }, call);
    expect(await list(call)).toContainEqual(['Nordwind', 'changed']);
    await replica.subprocessors.editSubprocessor({ id: north.id, region: 'EU' }, call);
    expect(await list(call)).toContainEqual(['Nordwind', '']);
    await replica.subprocessors.removeSubprocessor({ id: north.id }, call);
    expect(await list(call)).toContainEqual(['Nordwind', 'removed']);
    // The name is free again, and the page shows the removed one no more.
    await add(call, 'nordwind');
    await expect(replica.subprocessors.getSubprocessor({ id: north.id }, call)).rejects.toMatchObject({
      kind: 'not_found',
    });
  });

  it('that nobody was told of go without a trace', async () => {
    const call = adminCall();
    const { id } = await add(call, 'Nordwind');
    await replica.subprocessors.removeSubprocessor({ id }, call);
    expect(await list(call)).toEqual([]);
    await expect(announce(call)).rejects.toMatchObject({ code: 'nothing_to_announce' });
  });

  it.each([
    ['name', { name: ' ' }],
    ['since', { since: '2026-02-30' }],
    ['purpose', { purpose: 'x'.repeat(1001) }],
  ])('with a wrong %s are refused', async (path, change) => {
    const call = adminCall();
    const fields = { name: 'A', ...blank, ...change };
    await expect(replica.subprocessors.addSubprocessor(fields, call)).rejects.toMatchObject({ errors: [{ path }] });
  });

  it('have names of their own, and belong to one organization', async () => {
    const call = adminCall();
    const { id } = await add(call, 'Nordwind');
    await expect(add(call, ' NORDWIND ')).rejects.toMatchObject({ code: 'subprocessor_name_taken' });
    const other = adminCall();
    expect(await list(other)).toEqual([]);
    await expect(replica.subprocessors.editSubprocessor({ id, name: 'Mine' }, other)).rejects.toMatchObject({
      kind: 'not_found',
    });
    await expect(announce(call, { categoryId: await categoryOf(other) })).rejects.toMatchObject({
      errors: [{ path: 'category_id' }],
    });
  });
});

describe('an announcement', () => {
  it('is one update of the category, sent at once, that says what changes and from when', async () => {
    const call = adminCall();
    await add(call, 'Nord*wind*', { purpose: 'Hosting', region: 'EU' });
    const { updateId, changes } = await announce(call, { noticeDays: 30 });
    const update = await replica.portal.getUpdate({ id: updateId }, call);
    const day = new Date(installation.clock.now() + 30 * 86_400_000).toISOString().slice(0, 10);
    expect(changes).toBe(1);
    expect(update).toMatchObject({ title: 'New subprocessor: Nord*wind*', categories: [{ name: 'Subprocessors' }] });
    expect(update.description).toBe(`These changes take effect on ${day}.\n\n- **New:** Nord\\*wind\\*; Hosting; EU`);
    expect(update.notificationStatus).not.toBe(NotificationStatus.NOTIFICATION_STATUS_NONE);
    await expect(announce(call)).rejects.toMatchObject({ code: 'nothing_to_announce' });
  });

  it('as a draft tells nobody', async () => {
    const call = adminCall();
    await add(call, 'Nordwind');
    const { updateId } = await announce(call, { draft: true });
    expect(await replica.portal.getUpdate({ id: updateId }, call)).toMatchObject({ draft: true });
  });

  it('that a crash cut off is made once, by whoever comes next', async () => {
    const call = adminCall();
    const { id } = await add(call, 'Nordwind');
    const categoryId = await categoryOf(call);
    const updateId = newId();
    // As a killed process leaves it: stored, and nothing else done.
    const now = { name: 'Nordwind', ...blank };
    await replica.db.collection<{ _id: string }>(ANNOUNCEMENTS).insertOne({
      _id: updateId,
      organization_id: call.caller.organizationId,
      category_id: categoryId,
      title: 'New subprocessor: Nordwind',
      description: 'Text',
      draft: false,
      changes: [{ subprocessor_id: id, kind: 'added', now, before: null }],
    } as { _id: string });
    expect(await Promise.all([list(call), list(call)])).toBeDefined();
    expect(await list(call)).toEqual([['Nordwind', '']]);
    const { updates } = await replica.portal.listUpdates(
      {
        limit: 10,
        offset: 0,
        archived: ArchivedFilter.ARCHIVED_FILTER_ALL,
        categoryId: '',
        notificationStatus: NotificationStatus.NOTIFICATION_STATUS_UNSPECIFIED,
        query: '',
      },
      call,
    );
    expect(updates.map((update) => update.id)).toEqual([updateId]);
  });
});
