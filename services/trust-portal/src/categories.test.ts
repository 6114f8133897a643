import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { SubscriberStatus } from '@candor/proto/candor/trust_portal/v1/subscribers';
import { NotificationStatus } from '@candor/proto/candor/trust_portal/v1/trust_portal';
import {
  addSubscriber,
  adminCall,
  createUpdate,
  schedule,
  startInstallation,
  type Installation,
  type Replica,
} from './trust-portal.fixture.js';

describe('categories', () => {
  let installation: Installation;
  let one: Replica;
  let two: Replica;
  beforeAll(async () => {
    installation = await startInstallation();
    one = await installation.replica();
    two = await installation.replica();
  });
  afterAll(() => installation.close());

  const taken = { kind: 'conflict', code: 'category_name_taken' };

  it('have names that are unique ignoring case and outer space, on making and on renaming', async () => {
    const call = adminCall();
    const made = await one.portal.createCategory({ name: ' Security ' }, call);
    expect(made).toMatchObject({ name: 'Security', updateCount: 0 });
    await expect(two.portal.createCategory({ name: 'SECURITY' }, call)).rejects.toMatchObject(taken);
    const other = await two.portal.createCategory({ name: 'Privacy' }, call);
    await expect(one.portal.renameCategory({ id: other.id, name: 'security  ' }, call)).rejects.toMatchObject(taken);
    expect(await one.portal.renameCategory({ id: made.id, name: 'SECURITY' }, call)).toMatchObject({
      name: 'SECURITY',
    });
    await one.portal.createCategory({ name: 'Security' }, adminCall());
    await expect(one.portal.createCategory({ name: '  ' }, call)).rejects.toMatchObject({ kind: 'invalid' });
  });

  it('made at once on two replicas are made once', async () => {
    const call = adminCall();
    const names = ['Ops', 'ops', ' OPS', 'oPs '];
    const made = await Promise.allSettled(
      names.map((name, i) => (i % 2 ? one : two).portal.createCategory({ name }, call)),
    );
    expect(made.filter((result) => result.status === 'fulfilled')).toHaveLength(1);
    expect((await one.portal.listCategories({ query: '', offset: 0 }, call)).categories).toHaveLength(1);
  });

  it('are listed by name with the number of their updates', async () => {
    const call = adminCall();
    const b = await one.portal.createCategory({ name: 'beta' }, call);
    const a = await one.portal.createCategory({ name: 'Alpha' }, call);
    await createUpdate(one, call, { categoryIds: [a.id, b.id] });
    await createUpdate(one, call, { categoryIds: [b.id] });
    const { categories } = await two.portal.listCategories({ query: '', offset: 0 }, call);
    expect(categories.map(({ name, updateCount }) => [name, updateCount])).toEqual([
      ['Alpha', 1],
      ['beta', 2],
    ]);
    expect((await two.portal.listCategories({ query: 'ALP', offset: 0 }, call)).categories.map(({ id }) => id)).toEqual(
      [a.id],
    );
  });

  it('that are deleted leave every update and subscriber; what would then go to everyone is cancelled', async () => {
    const call = adminCall();
    const gone = await one.portal.createCategory({ name: 'Gone' }, call);
    const kept = await one.portal.createCategory({ name: 'Kept' }, call);
    const at = { schedule: schedule({ scheduledAt: '2030-06-01' }) };
    const only = await createUpdate(one, call, { categoryIds: [gone.id], ...at });
    const both = await createUpdate(one, call, { categoryIds: [gone.id, kept.id], ...at });
    const confirmed = SubscriberStatus.SUBSCRIBER_STATUS_CONFIRMED;
    const subscribers = await Promise.all(
      [undefined, [], [gone.id], [gone.id, kept.id]].map((ids, i) =>
        addSubscriber(one, call, `s${i}@example.com`, confirmed, ids),
      ),
    );

    await two.portal.deleteCategory({ id: gone.id }, call);

    expect(await one.portal.getUpdate({ id: only.id }, call)).toMatchObject({
      categories: [],
      notificationStatus: NotificationStatus.NOTIFICATION_STATUS_CANCELLED,
      notificationReason: 'Its last category was deleted.',
    });
    expect(await one.portal.getUpdate({ id: both.id }, call)).toMatchObject({
      categories: [{ id: kept.id, name: 'Kept' }],
      notificationStatus: NotificationStatus.NOTIFICATION_STATUS_SCHEDULED,
    });
    const after = await Promise.all(subscribers.map(({ id }) => one.subscribers.getSubscriber({ id }, call)));
    expect(after.map(({ categories }) => categories?.ids)).toEqual([undefined, [], [], [kept.id]]);
    await expect(one.portal.deleteCategory({ id: gone.id }, call)).rejects.toMatchObject({
      code: 'category_not_found',
    });
    await one.portal.createCategory({ name: 'gone' }, call);
  });

  it('of another organization are not there', async () => {
    const { id } = await one.portal.createCategory({ name: 'Theirs' }, adminCall());
    const call = adminCall();
    const refused = { kind: 'not_found', code: 'category_not_found' };
    await expect(one.portal.renameCategory({ id, name: 'Mine' }, call)).rejects.toMatchObject(refused);
    await expect(one.portal.deleteCategory({ id }, call)).rejects.toMatchObject(refused);
    await expect(createUpdate(one, call, { categoryIds: [id] })).rejects.toMatchObject({ kind: 'invalid' });
  });
});
