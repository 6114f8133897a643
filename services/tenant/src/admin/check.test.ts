import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import type { Document } from 'mongodb';
import { told, toUser, Workplace } from '../notifications/notifications.fixture.js';
import { Letterbox } from '../sign-in/sign-in.fixture.js';
import { BOOTSTRAP_KEY, startInstallation, type Installation } from '../tenant.fixture.js';
import { check } from './check.js';

type Stored = Document & { _id: string };

let installation: Installation;
let place: Workplace;
let before: Map<string, Stored[]>;
const rows = (name: string) => place.replica.db.collection<Stored>(name);
const kinds = async (): Promise<string[]> =>
  (await check(place.replica.db, installation.clock)).map(({ kind, id }) => `${kind} ${id.split('/')[0]}`);

/** Ann was told by mail and by the daily one, signed in, is in a group, and comes from a directory. */
beforeAll(async () => {
  installation = await startInstallation();
  const letterbox = new Letterbox();
  // Without a way to send: what is to be mailed waits.
  const replica = await installation.replica();
  await replica.service.bootstrap();
  place = new Workplace(replica, await replica.callerFor(BOOTSTRAP_KEY), letterbox, installation);
  const { organizationId } = place;
  const ann = await place.person('Ann');
  const fay = { id: '', userName: 'fay', displayName: 'Fay', email: 'fay@example.com' };
  await replica.scim.createScimUser(fay, place.call());
  await place.group('Security', [ann.id]);
  const code = await replica.service.personCode(organizationId, ann.id);
  await replica.signIn.redeemSignInMail({ code }, place.call());
  await replica.notifications.changeNotificationPreferences({ kinds: { overdue: 'daily' } }, place.call(ann.caller));
  await place.tell(told(organizationId, { recipients: toUser(ann.id) }));
  await place.tell(told(organizationId, { kind: 'overdue', recipients: toUser(ann.id) }));
  const names = (await replica.db.listCollections().toArray()).map(({ name }) => name);
  before = new Map();
  for (const name of names) before.set(name, await rows(name).find().toArray());
}, 60_000);
afterAll(() => installation.close());
beforeEach(async () => {
  for (const [name, stored] of before) {
    await rows(name).deleteMany({});
    if (stored.length > 0) await rows(name).insertMany(stored);
  }
});

const double = async (name: string, change: Document = {}): Promise<void> => {
  const [row] = before.get(name) ?? [];
  await rows(name).insertOne({ ...row, ...change, _id: 'another' });
};
const late = (): number => installation.clock.now() * 1000 - 2 * 3600e6;

describe('the check of people', () => {
  it('finds nothing while all is well', async () => {
    for (const name of ['sign_ins', 'scim_records', 'group_members', 'notification_preferences'])
      expect([name, before.get(name)?.length]).toEqual([name, 1]);
    expect(before.get('notification_mails')).toHaveLength(2);
    expect(await kinds()).toEqual([]);
  });

  it.each<[string, string, () => Promise<unknown>]>([
    [
      'a notification of somebody who is gone',
      'orphan notifications',
      () => rows('notifications').updateOne({}, { $set: { user_id: 'gone' } }),
    ],
    ['a sign-in of somebody who is gone', 'orphan sign_ins', () => rows('users').deleteMany({ name: 'Ann' })],
    [
      'a sign-in of somebody who left',
      'open_way_in sign_ins',
      () => rows('users').updateOne({ name: 'Ann' }, { $set: { status: 'deactivated' } }),
    ],
    [
      'a key of somebody who left',
      'open_way_in api_keys',
      () => rows('users').updateOne({ name: 'Ann' }, { $set: { status: 'deactivated' } }),
    ],
    [
      'what a directory keeps of somebody who is gone',
      'orphan scim_records',
      () => rows('users').deleteMany({ name: 'Fay' }),
    ],
    ['members of a group that is gone', 'orphan group_members', () => rows('groups').deleteMany({})],
    ['a member who is there twice', 'wrong_id group_members', () => double('group_members')],
    ['a sign-in that is there twice', 'wrong_id sign_ins', () => double('sign_ins')],
    ['choices that are there twice', 'wrong_id notification_preferences', () => double('notification_preferences')],
    ['two people of a directory under one name', 'doubled scim_records', () => double('scim_records')],
    [
      'a notification whose mail is lost',
      'lost_mail notifications',
      () => rows('notification_mails').deleteMany({ type: 'one' }),
    ],
    [
      'a mail whose notification is lost',
      'orphan notification_mails',
      () => rows('notifications').deleteMany({ delivery: 'at_once' }),
    ],
    [
      'a notification that no daily mail will hold',
      'stalled notifications',
      async () => {
        await rows('notification_mails').deleteMany({ type: 'daily' });
        await rows('notifications').updateMany({}, { $set: { created_at: late() } });
      },
    ],
    [
      'a mail that nobody sends',
      'stuck_work notification_mails',
      () => rows('notification_mails').updateOne({}, { $set: { next_at: late() } }),
    ],
    [
      'a claim that never ended',
      'stuck_work notification_mails',
      () => rows('notification_mails').updateOne({}, { $set: { state: 'claimed', next_at: late() } }),
    ],
  ])('finds %s', async (_what, found, harm) => {
    await harm();
    expect(await kinds()).toContain(found);
  });
});
