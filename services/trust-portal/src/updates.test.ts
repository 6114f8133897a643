import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { SubscriberStatus } from '@candor/proto/candor/trust_portal/v1/subscribers';
import { ArchivedFilter, NotificationStatus } from '@candor/proto/candor/trust_portal/v1/trust_portal';
import { micros } from '@candor/runtime';
import {
  addSubscriber,
  adminCall,
  createUpdate,
  schedule,
  startInstallation,
  type Installation,
  type Replica,
} from './trust-portal.fixture.js';

const { NOTIFICATION_STATUS_NONE: NONE, NOTIFICATION_STATUS_SCHEDULED: SCHEDULED } = NotificationStatus;
const { NOTIFICATION_STATUS_CANCELLED: CANCELLED, NOTIFICATION_STATUS_SENDING: SENDING } = NotificationStatus;
const NOWHERE = '00000000-0000-4000-8000-000000000000';
const LATER = '2030-06-01T09:00';

describe('updates', () => {
  let installation: Installation;
  let replica: Replica;
  beforeAll(async () => {
    installation = await startInstallation();
    replica = await installation.replica();
  });
  afterAll(() => installation.close());

  const all = {
    limit: 10,
    offset: 0,
    archived: ArchivedFilter.ARCHIVED_FILTER_UNSPECIFIED,
    categoryId: '',
    notificationStatus: NotificationStatus.NOTIFICATION_STATUS_UNSPECIFIED,
    query: '',
  };

  it('keep what they are made with; what is not given has its default', async () => {
    const call = adminCall();
    const { id: category } = await replica.portal.createCategory({ name: 'Security' }, call);
    const full = await createUpdate(replica, call, {
      title: ' SOC 2 report ',
      description: '**New** report',
      updateDate: '2029-12-31T18:00',
      timezone: 'America/New_York',
      link: 'https://example.com/soc2',
      linkText: 'Read it',
      categoryIds: [category],
    });
    expect(full).toMatchObject({
      title: 'SOC 2 report',
      description: '**New** report',
      updateDate: Date.parse('2029-12-31T23:00:00Z') * 1000,
      link: 'https://example.com/soc2',
      linkText: 'Read it',
      categories: [{ id: category, name: 'Security' }],
      archived: false,
      notificationStatus: NONE,
      timezone: 'America/New_York',
    });
    const plain = await createUpdate(replica, call);
    const now = micros(installation.clock);
    expect(plain).toMatchObject({
      updateDate: now,
      createdAt: now,
      timezone: 'UTC',
      categories: [],
      recipientCount: 0,
    });
    expect(await replica.portal.getUpdate({ id: full.id }, call)).toEqual(full);
  });

  it.each([
    { option: {}, status: NONE, scheduledAt: undefined },
    { option: { scheduleDisabled: true }, status: NONE, scheduledAt: undefined },
    { option: { sendImmediately: true }, status: SENDING, scheduledAt: undefined },
    { option: { scheduledAt: LATER }, status: SCHEDULED, scheduledAt: Date.parse('2030-06-01T07:00:00Z') * 1000 },
  ])('made with $option: status $status', async ({ option, status, scheduledAt }) => {
    const made = await createUpdate(replica, adminCall(), { schedule: schedule(option), timezone: 'Europe/Berlin' });
    expect(made).toMatchObject({ notificationStatus: status });
    expect(made.scheduledAt).toBe(scheduledAt);
  });

  it.each([
    { path: 'title', change: { title: ' ' } },
    { path: 'description', change: { description: '\n' } },
    { path: 'link', change: { link: 'javascript:alert(1)' } },
    { path: 'timezone', change: { timezone: 'Nowhere/Town' } },
    { path: 'update_date', change: { updateDate: '1893456000000' } },
    { path: 'category_ids.0', change: { categoryIds: [NOWHERE] } },
    { path: 'scheduled_at', change: { schedule: schedule({ scheduledAt: '2029-01-01' }) } },
    { path: 'scheduled_at', change: { schedule: schedule({ scheduledAt: LATER, sendImmediately: true }) } },
  ])('need valid input: $path $change', async ({ path, change }) => {
    await expect(createUpdate(replica, adminCall(), change)).rejects.toMatchObject({
      kind: 'invalid',
      errors: [{ path }],
    });
  });

  it('that could not be rendered are refused, each with what to do', async () => {
    const call = adminCall();
    for (const description of [`${'>'.repeat(4_000)} deep`, '*_'.repeat(10_000)])
      await expect(createUpdate(replica, call, { title: 'News', description })).rejects.toMatchObject({
        kind: 'invalid',
        errors: [{ path: 'description', message: expect.stringMatching(/Take some|take some/) }],
      });
  });

  it('change only in what is given', async () => {
    const call = adminCall();
    const made = await createUpdate(replica, call, {
      link: 'https://example.com',
      schedule: schedule({ scheduledAt: LATER }),
    });
    installation.clock.advance(1000);
    const edited = await replica.portal.editUpdate({ id: made.id, title: 'Other' }, call);
    expect(edited).toEqual({ ...made, title: 'Other', updatedAt: micros(installation.clock) });
    const unlinked = await replica.portal.editUpdate(
      { id: made.id, link: '', schedule: schedule({ clearScheduledAt: true }) },
      call,
    );
    expect(unlinked).toMatchObject({ link: undefined, notificationStatus: CANCELLED });
    const again = await replica.portal.editUpdate({ id: made.id, schedule: schedule({ scheduledAt: LATER }) }, call);
    expect(again).toMatchObject({ notificationStatus: SCHEDULED, notificationReason: undefined });
  });

  it('that are being sent take new content and no new schedule', async () => {
    const call = adminCall();
    const { id } = await createUpdate(replica, call, { schedule: schedule({ sendImmediately: true }) });
    expect(await replica.portal.editUpdate({ id, title: 'Typo mended' }, call)).toMatchObject({ title: 'Typo mended' });
    for (const option of [{ scheduledAt: LATER }, { sendImmediately: true }, { scheduleDisabled: true }]) {
      const edit = replica.portal.editUpdate({ id, schedule: schedule(option) }, call);
      await expect(edit).rejects.toMatchObject({ kind: 'conflict', code: 'notification_already_sent' });
    }
  });

  it('are archived once, with their schedule; unarchiving does not bring it back', async () => {
    const call = adminCall();
    const { id } = await createUpdate(replica, call, { schedule: schedule({ scheduledAt: LATER }) });
    const archived = await replica.portal.archiveUpdate({ id }, call);
    expect(archived).toMatchObject({
      archived: true,
      archivedAt: micros(installation.clock),
      notificationStatus: CANCELLED,
    });
    installation.clock.advance(1000);
    expect(await replica.portal.archiveUpdate({ id }, call)).toEqual(archived);
    const edit = replica.portal.editUpdate({ id, schedule: schedule({ scheduledAt: LATER }) }, call);
    await expect(edit).rejects.toMatchObject({ kind: 'conflict', code: 'update_archived' });
    expect(await replica.portal.editUpdate({ id, title: 'Still edited' }, call)).toMatchObject({
      title: 'Still edited',
    });
    expect(await replica.portal.unarchiveUpdate({ id }, call)).toMatchObject({
      archived: false,
      archivedAt: undefined,
      notificationStatus: CANCELLED,
    });
    await expect(replica.portal.unarchiveUpdate({ id }, call)).rejects.toMatchObject({ code: 'update_not_archived' });
  });

  it('are listed newest first and filtered', async () => {
    const call = adminCall();
    const { id: category } = await replica.portal.createCategory({ name: 'Infra' }, call);
    const made = [];
    for (const change of [
      { title: 'Première' },
      { title: 'Second', categoryIds: [category] },
      { title: 'Third', description: 'about the premiere (50%)', schedule: schedule({ scheduledAt: LATER }) },
    ]) {
      installation.clock.advance(1);
      made.push((await createUpdate(replica, call, change)).id);
    }
    const [first, second, third] = made as [string, string, string];
    await replica.portal.archiveUpdate({ id: first }, call);
    const list = async (change: object) => {
      const { updates, total } = await replica.portal.listUpdates({ ...all, ...change }, call);
      return { ids: updates.map((update) => update.id), total };
    };
    expect(await list({})).toEqual({ ids: [third, second], total: 2 });
    expect(await list({ archived: ArchivedFilter.ARCHIVED_FILTER_ARCHIVED })).toEqual({ ids: [first], total: 1 });
    const both = { archived: ArchivedFilter.ARCHIVED_FILTER_ALL };
    expect(await list({ ...both, limit: 1, offset: 1 })).toEqual({ ids: [second], total: 3 });
    expect(await list({ categoryId: category })).toEqual({ ids: [second], total: 1 });
    expect(await list({ notificationStatus: SCHEDULED })).toEqual({ ids: [third], total: 1 });
    expect(await list({ ...both, query: 'PREMIÈRE' })).toEqual({ ids: [third, first], total: 2 });
    expect(await list({ query: '(50%)' })).toEqual({ ids: [third], total: 1 });
    await expect(list({ limit: 0 })).rejects.toMatchObject({ kind: 'invalid' });
  });

  it('of another organization, and unknown ones, are not there', async () => {
    const { id } = await createUpdate(replica, adminCall());
    const call = adminCall();
    const refused = { kind: 'not_found', code: 'update_not_found' };
    for (const target of [id, NOWHERE, 'no id']) {
      await expect(replica.portal.getUpdate({ id: target }, call)).rejects.toMatchObject(refused);
      await expect(replica.portal.editUpdate({ id: target }, call)).rejects.toMatchObject(refused);
      await expect(replica.portal.archiveUpdate({ id: target }, call)).rejects.toMatchObject(refused);
      await expect(replica.portal.unarchiveUpdate({ id: target }, call)).rejects.toMatchObject(refused);
      const page = { limit: 1, offset: 0 };
      await expect(replica.portal.listRecipients({ id: target, ...page }, call)).rejects.toMatchObject(refused);
      await expect(replica.portal.listDeliveries({ updateId: target, state: '', ...page }, call)).rejects.toMatchObject(
        refused,
      );
    }
    expect((await replica.portal.listUpdates(all, call)).total).toBe(0);
  });

  it('are for admins', async () => {
    const call = adminCall({ role: 'MEMBER' });
    await expect(replica.portal.listUpdates(all, call)).rejects.toMatchObject({ kind: 'forbidden' });
    await expect(createUpdate(replica, call)).rejects.toMatchObject({ kind: 'forbidden' });
  });

  it('edited by two replicas at once lose neither change', async () => {
    const call = adminCall();
    const other = await installation.replica();
    const { id } = await createUpdate(replica, call);
    await Promise.all([
      replica.portal.editUpdate({ id, title: 'New title' }, call),
      other.portal.editUpdate({ id, description: 'New text' }, call),
      replica.portal.editUpdate({ id, link: 'https://example.com' }, call),
      other.portal.archiveUpdate({ id }, call),
    ]);
    expect(await other.portal.getUpdate({ id }, call)).toMatchObject({
      title: 'New title',
      description: 'New text',
      link: 'https://example.com',
      archived: true,
    });
  });

  it('are erased with all of their organization', async () => {
    const call = adminCall();
    const { organizationId } = call.caller;
    await replica.portal.createCategory({ name: 'Gone' }, call);
    await createUpdate(replica, call);
    await addSubscriber(replica, call, 'gone@example.com', SubscriberStatus.SUBSCRIBER_STATUS_CONFIRMED);
    await replica.portal.eraseOrganization({ organizationId }, call);
    for (const { name } of await replica.db.listCollections().toArray()) {
      expect(await replica.db.collection(name).countDocuments({ organization_id: organizationId })).toBe(0);
    }
  });
});
