import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { SubscriberStatus } from '@candor/proto/candor/trust_portal/v1/subscribers';
import type { CallFor } from '@candor/runtime';
import {
  addSubscriber,
  adminCall,
  startInstallation,
  type Installation,
  type Replica,
} from './trust-portal.fixture.js';

const { SUBSCRIBER_STATUS_PENDING: PENDING, SUBSCRIBER_STATUS_CONFIRMED: CONFIRMED } = SubscriberStatus;

describe('an import of subscribers', () => {
  let installation: Installation;
  let replica: Replica;
  beforeAll(async () => {
    installation = await startInstallation();
    replica = await installation.replica();
  });
  afterAll(() => installation.close());

  const everyone = async (call: CallFor) => {
    const request = { page: 1, pageSize: 1000, status: SubscriberStatus.SUBSCRIBER_STATUS_UNSPECIFIED, query: '' };
    const { data } = await replica.subscribers.listSubscribers(request, call);
    return Object.fromEntries(data.map((subscriber) => [subscriber.email, subscriber]));
  };

  it('adds new addresses, reports the others by row, and revives no one', async () => {
    const call = adminCall();
    const { id: infra } = await replica.portal.createCategory({ name: 'Infra' }, call);
    const { id: legal } = await replica.portal.createCategory({ name: 'Legal' }, call);
    const there = await addSubscriber(replica, call, 'there@example.com', PENDING);
    const left = await addSubscriber(replica, call, 'left@example.com', CONFIRMED);
    await replica.subscribers.unsubscribe({ id: left.id }, call);
    const csv = [
      '\ufeffName,Email,Categories',
      'Ann,ANN@example.com,infra; LEGAL',
      '"Multi\nline",bo@example.com,',
      'There,there@example.com,',
      '',
      'Left,left@example.com,',
      'Bad,not an address,',
      `Cy,cy@example.com,${infra}`,
      'Di,di@example.com,Unknown',
      'Again,Ann@Example.com,',
      'Short,ed@example.com',
    ].join('\r\n');
    const report = await replica.importCsv(csv, CONFIRMED, call);
    expect(report).toEqual({
      imported: 4,
      unsubscribed: 0,
      bounced: 0,
      duplicates: 2,
      rejectedTotal: 3,
      rejected: expect.arrayContaining([
        { row: 7, code: 'unsubscribed' },
        { row: 8, code: 'invalid_email' },
        { row: 10, code: 'unknown_category' },
      ]),
      emailColumn: 'Email',
      otherEmailColumns: [],
    });
    const all = await everyone(call);
    expect(all['ann@example.com']).toMatchObject({
      status: CONFIRMED,
      source: 'import',
      categories: { ids: [infra, legal] },
    });
    expect(all['bo@example.com']?.categories).toBeUndefined();
    expect(all['cy@example.com']?.categories).toEqual({ ids: [infra] });
    expect(all['there@example.com']).toEqual(there);
    expect(all['left@example.com']).toMatchObject({ status: SubscriberStatus.SUBSCRIBER_STATUS_UNSUBSCRIBED });
  });

  it.each([
    ['no header', 'a@example.com\nb@example.com\n'],
    ['semicolons', 'name;email\nA;a@example.com\nB;b@example.com'],
    ['tabs', 'email\tname\na@example.com\tA\nb@example.com\tB'],
    ['another name for the only column', 'Address\na@example.com\nb@example.com'],
  ])('reads a file with %s', async (_form, csv) => {
    const call = adminCall();
    expect(await replica.importCsv(csv, PENDING, call)).toMatchObject({ imported: 2, rejectedTotal: 0 });
    expect(Object.keys(await everyone(call)).sort()).toEqual(['a@example.com', 'b@example.com']);
  });

  it('imports what stands before a record that cannot be read, and says where it is', async () => {
    const call = adminCall();
    const unclosed = 'email\na@example.com\n"b@example.com\n';
    expect(await replica.importCsv(unclosed, PENDING, call)).toMatchObject({ imported: 1, rejectedTotal: 1 });
    const endless = `email\nb@example.com\n"${'x'.repeat(200_000)}`;
    const report = await replica.importCsv(endless, PENDING, call);
    const once = { imported: 1, rejectedTotal: 1, rejected: [{ row: 3, code: 'malformed_row' }] };
    expect(report).toMatchObject(once);
    const pieces = endless.match(/[^]{1,5000}/g)?.map((piece) => Buffer.from(piece)) ?? [];
    expect(await replica.importCsv(pieces, PENDING, adminCall())).toMatchObject(once);
  });

  it('takes an empty file', async () => {
    expect(await replica.importCsv('', PENDING, adminCall())).toMatchObject({ imported: 0, rejectedTotal: 0 });
  });

  it('streams many rows in pieces that cut records anywhere, twice without a change', async () => {
    const call = adminCall();
    const csv = Buffer.from(`email\n${Array.from({ length: 3000 }, (_, i) => `user${i}@example.com`).join('\n')}\n`);
    const pieces = Array.from({ length: Math.ceil(csv.length / 777) }, (_, i) => csv.subarray(i * 777, (i + 1) * 777));
    expect(await replica.importCsv(pieces, CONFIRMED, call)).toMatchObject({ imported: 3000, duplicates: 0 });
    expect(await replica.importCsv(pieces, CONFIRMED, call)).toMatchObject({ imported: 0, duplicates: 3000 });
  });

  it('counts all that it refuses and names the first thousand', async () => {
    const call = adminCall();
    const report = await replica.importCsv(`email\n${'nobody\n'.repeat(1500)}`, CONFIRMED, call);
    expect(report.rejectedTotal).toBe(1500);
    expect(report.rejected).toHaveLength(1000);
  });

  it('is for admins', async () => {
    const call = adminCall({ role: 'VIEWER' });
    await expect(replica.importCsv('email\n', PENDING, call)).rejects.toMatchObject({ kind: 'forbidden' });
  });
});
