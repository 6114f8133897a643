import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { SubscriberStatus } from '@candor/proto/candor/trust_portal/v1/subscribers';
import { emailAddress, micros } from '@candor/runtime';
import {
  addSubscriber,
  adminCall,
  createUpdate,
  startInstallation,
  type Installation,
  type Replica,
} from './trust-portal.fixture.js';

const { SUBSCRIBER_STATUS_PENDING: PENDING, SUBSCRIBER_STATUS_CONFIRMED: CONFIRMED } = SubscriberStatus;
const { SUBSCRIBER_STATUS_UNSUBSCRIBED: UNSUBSCRIBED, SUBSCRIBER_STATUS_UNSPECIFIED: ANY } = SubscriberStatus;

describe('subscribers', () => {
  let installation: Installation;
  let replica: Replica;
  beforeAll(async () => {
    installation = await startInstallation();
    replica = await installation.replica();
  });
  afterAll(() => installation.close());

  it('begin pending, or confirmed when the admin states consent', async () => {
    const call = adminCall();
    const now = micros(installation.clock);
    const pending = await addSubscriber(replica, call, ' Ann@Example.COM', ANY);
    expect(pending).toMatchObject({ email: 'ann@example.com', status: PENDING, source: 'admin', createdAt: now });
    expect(pending.categories).toBeUndefined();
    expect(pending.confirmedAt).toBeUndefined();
    expect(await addSubscriber(replica, call, 'bo@example.com', CONFIRMED, [])).toMatchObject({
      status: CONFIRMED,
      confirmedAt: now,
      categories: { ids: [] },
    });
    await expect(addSubscriber(replica, call, 'c@example.com', UNSUBSCRIBED)).rejects.toMatchObject({
      kind: 'invalid',
    });
    await expect(addSubscriber(replica, call, 'no address', ANY)).rejects.toMatchObject({
      errors: [{ path: 'email' }],
    });
    await expect(addSubscriber(replica, call, 'c@example.com', ANY, ['x'])).rejects.toMatchObject({
      errors: [{ path: 'category_ids.0' }],
    });
  });

  it('that are there stay as they are, and who unsubscribed is not brought back', async () => {
    const call = adminCall();
    const first = await addSubscriber(replica, call, 'ann@example.com', PENDING);
    expect(await addSubscriber(replica, call, 'ANN@example.com', CONFIRMED, [])).toEqual(first);
    const left = await replica.subscribers.unsubscribe({ id: first.id }, call);
    expect(left).toMatchObject({ status: UNSUBSCRIBED, unsubscribedAt: micros(installation.clock) });
    installation.clock.advance(1000);
    expect(await replica.subscribers.unsubscribe({ id: first.id }, call)).toEqual(left);
    await expect(addSubscriber(replica, call, 'ann@example.com', CONFIRMED)).rejects.toMatchObject({
      kind: 'conflict',
      code: 'subscriber_unsubscribed',
    });
  });

  it('added many times at once are there once', async () => {
    const call = adminCall();
    const added = await Promise.all(
      Array.from({ length: 10 }, () => addSubscriber(replica, call, 'x@example.com', PENDING)),
    );
    expect(new Set(added.map(({ id }) => id)).size).toBe(1);
  });

  it('are listed newest first, by page, status and part of the address', async () => {
    const call = adminCall();
    const ids = [];
    for (const name of ['a.b', 'b', 'c']) {
      installation.clock.advance(1);
      ids.push((await addSubscriber(replica, call, `${name}@example.com`, name === 'b' ? PENDING : CONFIRMED)).id);
    }
    const [a, b, c] = ids;
    const list = async (change: object) => {
      const request = { page: 1, pageSize: 10, status: ANY, query: '', ...change };
      const { data, total } = await replica.subscribers.listSubscribers(request, call);
      return { ids: data.map(({ id }) => id), total };
    };
    expect(await list({})).toEqual({ ids: [c, b, a], total: 3 });
    expect(await list({ page: 2, pageSize: 2 })).toEqual({ ids: [a], total: 3 });
    expect(await list({ page: 9 })).toEqual({ ids: [], total: 3 });
    expect(await list({ status: PENDING })).toEqual({ ids: [b], total: 1 });
    expect(await list({ query: 'A.B@' })).toEqual({ ids: [a], total: 1 });
    await expect(list({ page: 0 })).rejects.toMatchObject({ errors: [{ path: 'page' }] });
    await expect(list({ pageSize: 1001 })).rejects.toMatchObject({ errors: [{ path: 'page_size' }] });
  });

  it('of another organization are not there', async () => {
    const { id } = await addSubscriber(replica, adminCall(), 'theirs@example.com', CONFIRMED);
    const call = adminCall();
    const refused = { kind: 'not_found', code: 'subscriber_not_found' };
    await expect(replica.subscribers.getSubscriber({ id }, call)).rejects.toMatchObject(refused);
    await expect(replica.subscribers.unsubscribe({ id }, call)).rejects.toMatchObject(refused);
    await expect(replica.subscribers.deleteSubscriber({ id }, call)).rejects.toMatchObject(refused);
  });

  it('get an update or not, each with the reason, and nothing is sent', async () => {
    const call = adminCall();
    const { id: infra } = await replica.portal.createCategory({ name: 'Infra' }, call);
    const { id: legal } = await replica.portal.createCategory({ name: 'Legal' }, call);
    const add = (name: string, status = CONFIRMED, ids?: string[]) =>
      addSubscriber(replica, call, `${name}@example.com`, status, ids);
    await add('all');
    await add('infra', CONFIRMED, [infra]);
    await add('legal', CONFIRMED, [legal]);
    await add('none', CONFIRMED, []);
    await add('pending', PENDING);
    await replica.subscribers.unsubscribe({ id: (await add('left')).id }, call);
    const reasons = async (categoryIds: string[]) => {
      const { id } = await createUpdate(replica, call, { categoryIds });
      const reply = await replica.portal.listRecipients({ id, limit: 100, offset: 0 }, call);
      expect(reply.recipients.filter((recipient) => recipient.receives)).toHaveLength(reply.receiving);
      expect((await replica.portal.listDeliveries({ updateId: id, limit: 1, offset: 0, state: '' }, call)).total).toBe(
        0,
      );
      const entries: [string, string][] = reply.recipients.map(({ email, reason }) => [
        email.split('@')[0] ?? '',
        reason,
      ]);
      return Object.fromEntries(entries);
    };
    const others = { none: 'no_categories', pending: 'pending', left: 'unsubscribed' };
    expect(await reasons([infra])).toEqual({ all: '', infra: '', legal: 'other_categories', ...others });
    expect(await reasons([infra, legal])).toEqual({ all: '', infra: '', legal: '', ...others });
    expect(await reasons([])).toEqual({ all: '', infra: '', legal: '', ...others });
  });
});

describe('an address', () => {
  it.each([
    ['A@Example.com', 'a@example.com'],
    ["o'neil+tag@sub.example.co", "o'neil+tag@sub.example.co"],
    ['jürgen@bücher.example', 'jürgen@bücher.example'],
    ['a@b', undefined],
    ['a b@example.com', undefined],
    ['.a@example.com', undefined],
    ['a..b@example.com', undefined],
    ['a@-example.com', undefined],
    ['a@example.com, b@example.com', undefined],
    ['a@example.com\nBcc: x@example.com', undefined],
    ['', undefined],
  ])('%s: %s', (given, normal) => {
    expect(emailAddress(given)).toBe(normal);
  });
});
