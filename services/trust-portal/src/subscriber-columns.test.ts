import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { SubscriberStatus } from '@candor/proto/candor/trust_portal/v1/subscribers';
import type { CallFor } from '@candor/runtime';
import { SUBSCRIBER_WORDS } from './subscriber-words.js';
import {
  addSubscriber,
  adminCall,
  startInstallation,
  type Installation,
  type Replica,
} from './trust-portal.fixture.js';

const {
  SUBSCRIBER_STATUS_PENDING: PENDING,
  SUBSCRIBER_STATUS_CONFIRMED: CONFIRMED,
  SUBSCRIBER_STATUS_UNSUBSCRIBED: UNSUBSCRIBED,
  SUBSCRIBER_STATUS_BOUNCED: BOUNCED,
} = SubscriberStatus;

let installation: Installation;
let replica: Replica;
beforeAll(async () => {
  installation = await startInstallation();
  replica = await installation.replica();
});
afterAll(() => installation.close());

async function statuses(call: CallFor): Promise<Record<string, SubscriberStatus>> {
  const request = { page: 1, pageSize: 1000, status: SubscriberStatus.SUBSCRIBER_STATUS_UNSPECIFIED, query: '' };
  const { data } = await replica.subscribers.listSubscribers(request, call);
  return Object.fromEntries(data.map(({ email, status }) => [email.split('@')[0] ?? '', status]));
}

describe('the column of addresses', () => {
  it.each([
    [
      'a heading nobody foresaw, in the third column',
      'Id,Name,Work email\n1,Ann,a@x.com\n2,Bo,b@x.com',
      'Work email',
      [],
    ],
    ['the heading "email", below others', 'Owner,Email\nboss@x.com,a@x.com\nboss@x.com,b@x.com', 'Email', ['Owner']],
    ['the first of two that are alike', 'Work,Private\na@x.com,p@x.com\nb@x.com,q@x.com', 'Work', ['Private']],
    ['the fuller one', 'Backup,Main\n,a@x.com\n,b@x.com\nc@x.com,c@x.com', 'Main', []],
    ['no headings', '1,Ann,a@x.com\n2,Bo,b@x.com', 'column 3', []],
    ['a heading of another language', 'Nom,Courriel\nAnn,a@x.com\nBo,b@x.com', 'Courriel', []],
    ['one address in a note', 'Note,Kontakt\nsee z@x.com,a@x.com\nz@x.com,b@x.com\n,c@x.com\n,d@x.com', 'Kontakt', []],
    ['Excel naming its delimiter', 'sep=|\nName|Mail to\nAnn|a@x.com\nBo|b@x.com', 'Mail to', []],
    [
      'commas within a list of semicolons',
      'Name, first;Reached by\nDoe, Ann;a@x.com\nRoe, Bo;b@x.com',
      'Reached by',
      [],
    ],
  ])('is found with %s', async (_form, csv, emailColumn, otherEmailColumns) => {
    const call = adminCall();
    const report = await replica.importCsv(csv, PENDING, call);
    expect(report).toMatchObject({ rejectedTotal: 0, emailColumn, otherEmailColumns });
    expect(await statuses(call)).toMatchObject({ a: PENDING, b: PENDING });
    expect((await statuses(call))['boss'] ?? (await statuses(call))['q']).toBeUndefined();
  });

  it.each([
    ['UTF-16 with a mark', (csv: string) => Buffer.from(`\ufeff${csv.replaceAll(';', '\t')}`, 'utf16le')],
    ['UTF-8 with a mark', (csv: string) => Buffer.from(`\ufeff${csv}`)],
    ['Windows-1252', (csv: string) => Buffer.from(csv, 'latin1')],
  ])('is found in %s, whose pieces cut letters', async (_encoding, encode) => {
    const call = adminCall();
    const bytes = encode('Prénom;Adresse e-mail;Statut\nAnaïs;a@x.com;désinscrit\nZoé;b@x.com;Inscrit\n');
    const pieces = Array.from(bytes, (_, at) => bytes.subarray(at, at + 1));
    const report = await replica.importCsv(pieces, CONFIRMED, call);
    expect(report).toMatchObject({ imported: 1, unsubscribed: 1, rejectedTotal: 0, emailColumn: 'Adresse e-mail' });
    expect(await statuses(call)).toEqual({ a: UNSUBSCRIBED, b: CONFIRMED });
  });
});

describe('what a list says of a subscription', () => {
  it('is stored, told by number, and a word that nobody knows refuses its row', async () => {
    const call = adminCall();
    const csv = [
      'Email,Status',
      'a@x.com,Subscribed',
      'b@x.com,UNSUBSCRIBED',
      'c@x.com,hard bounce',
      'd@x.com,',
      'e@x.com,on parental leave',
      'f@x.com,pending',
      'g@x.com,Cleaned',
    ].join('\n');
    expect(await replica.importCsv(csv, CONFIRMED, call)).toMatchObject({
      imported: 3,
      unsubscribed: 1,
      bounced: 2,
      duplicates: 0,
      rejectedTotal: 1,
      rejected: [{ row: 6, code: 'unknown_status' }],
    });
    const there = { a: CONFIRMED, b: UNSUBSCRIBED, c: BOUNCED, d: CONFIRMED, f: PENDING, g: BOUNCED };
    expect(await statuses(call)).toEqual(there);
  });

  it('is no consent: who is subscribed elsewhere confirms here', async () => {
    const call = adminCall();
    await replica.importCsv('email,status\na@x.com,confirmed', PENDING, call);
    expect(await statuses(call)).toEqual({ a: PENDING });
  });

  it.each([
    ['Opt-out', 'yes', UNSUBSCRIBED],
    ['Opted out', '2026-03-01', UNSUBSCRIBED],
    ['unsubscribed_at', '01.03.2026 10:00', UNSUBSCRIBED],
    ['HasOptedOutOfEmail', '', CONFIRMED],
    ['Do not email', 'FALSE', CONFIRMED],
    ['Opt-in', 'no', UNSUBSCRIBED],
    ['Subscribed', 'TRUE', CONFIRMED],
    ['Bounced', '✓', BOUNCED],
    ['Bounce type', 'soft', CONFIRMED],
    ['Abgemeldet', 'Ja', UNSUBSCRIBED],
    ['Désinscrit', 'oui', UNSUBSCRIBED],
    ['Baja', 'sí', UNSUBSCRIBED],
    ['Newsletter list', 'unsubscribed', UNSUBSCRIBED],
  ])('is read from "%s" with "%s"', async (heading, value, status) => {
    const call = adminCall();
    await replica.importCsv(`Email,${heading}\na@x.com,${value}`, CONFIRMED, call);
    expect(await statuses(call)).toEqual({ a: status });
  });

  it.each([
    ['Opt-out', 'perhaps'],
    ['Opt-in', ''],
    ['Bounced', '7'],
    ['Statut', 'en vacances'],
  ])('refuses "%s" with "%s"', async (heading, value) => {
    const call = adminCall();
    const report = await replica.importCsv(`Email,${heading}\na@x.com,${value}`, CONFIRMED, call);
    expect(report).toMatchObject({ imported: 0, rejected: [{ row: 2, code: 'unknown_status' }] });
  });

  it('leaves alone the state of a country, and a column of other words', async () => {
    const call = adminCall();
    const csv = 'Email,State,Plan\na@x.com,CA,active\nb@x.com,NY,trial';
    expect(await replica.importCsv(csv, CONFIRMED, call)).toMatchObject({ imported: 2, rejectedTotal: 0 });
  });

  const words = Object.entries(SUBSCRIBER_WORDS).flatMap(([code, { status, states }]) =>
    Object.entries(states).map(([state, values]) => ({ code, heading: status[0] ?? 'status', state, values })),
  );
  it.each(words)('is understood in $code: $state', async ({ heading, state, values }) => {
    const call = adminCall();
    const rows = values.map((value, at) => `user${at}@x.com,${value.toUpperCase()}`);
    const report = await replica.importCsv(['email,' + heading, ...rows].join('\n'), CONFIRMED, call);
    expect(report.rejectedTotal).toBe(0);
    const expected = { unsubscribed: UNSUBSCRIBED, bounced: BOUNCED, pending: PENDING, subscribed: CONFIRMED }[state];
    expect(new Set(Object.values(await statuses(call)))).toEqual(new Set([expected]));
  });

  it('ends a subscription that is there, whatever another row says, and revives none', async () => {
    const call = adminCall();
    await addSubscriber(replica, call, 'there@x.com', CONFIRMED);
    await addSubscriber(replica, call, 'waits@x.com', PENDING);
    const left = await addSubscriber(replica, call, 'left@x.com', CONFIRMED);
    await replica.subscribers.unsubscribe({ id: left.id }, call);
    const csv = [
      'email,status',
      'there@x.com,unsubscribed',
      'waits@x.com,bounced',
      'left@x.com,subscribed',
      'twice@x.com,subscribed',
      'TWICE@x.com,unsubscribed',
    ].join('\n');
    expect(await replica.importCsv(csv, CONFIRMED, call)).toMatchObject({
      imported: 0,
      unsubscribed: 2,
      bounced: 1,
      duplicates: 1,
      rejected: [{ row: 4, code: 'unsubscribed' }],
    });
    const there = { there: UNSUBSCRIBED, waits: BOUNCED, left: UNSUBSCRIBED, twice: UNSUBSCRIBED };
    expect(await statuses(call)).toEqual(there);
    expect(await replica.db.collection('subscribers').countDocuments({ email: 'waits@x.com', due_at: 0 })).toBe(1);
    const again = await replica.importCsv(csv, CONFIRMED, call);
    expect(again).toMatchObject({ imported: 0, unsubscribed: 0, bounced: 0 });
  });

  it('keeps mails from those who left or bounced', async () => {
    const call = adminCall();
    await replica.importCsv('email,status\nu@x.com,unsubscribed\nb@x.com,bounced', PENDING, call);
    const { organizationId } = call.caller;
    const rows = replica.db.collection('subscribers').find({ organization_id: organizationId });
    expect(await rows.toArray()).toEqual([
      expect.objectContaining({ due_at: 0 }),
      expect.objectContaining({ due_at: 0 }),
    ]);
  });
});
