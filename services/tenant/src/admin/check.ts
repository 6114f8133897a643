import type { Clock, Finding } from '@candor/runtime';
import type { Db, Document } from 'mongodb';
import { AGENT_CONNECTIONS } from '../store/agent-connections.js';
import { AGENT_TOKENS } from '../store/agent-tokens.js';
import { EXTENSION_CODES } from '../store/extension-codes.js';
import { INVITATIONS } from '../store/invitations.js';
import { KEYS } from '../store/api-keys.js';
import { membershipId } from '../store/groups.js';
import { MAIL_SWITCHES } from '../store/mail-switches.js';
import { NOTIFICATION_MAILS, type NotificationMailRow } from '../store/notification-mails.js';
import { NOTIFICATION_PREFERENCES, preferencesId } from '../store/notification-preferences.js';
import { NOTIFICATIONS } from '../store/notifications.js';
import { PERSON_CODES } from '../store/person-codes.js';
import { SCIM_RECORDS } from '../store/scim-records.js';
import { SIGN_INS, signInId } from '../store/sign-ins.js';
import { identityId, USER_IDENTITIES } from '../store/user-identities.js';
import { USERS, type UserRow } from '../store/users.js';

/** What is due should be in somebody's hands long before, microseconds: leases and sweeps are shorter. */
const OVERDUE = 30 * 60e6;
/** Notifications whose mail may have been forgotten by now are not asked for it, microseconds. */
const MAILS_KEPT = 29 * 86_400e6;
const GROUP_MEMBERS = 'group_members';

interface Row extends Document {
  _id: string;
  organization_id: string;
}

/** Rows that belong to one person, and go with the person: where they lie, and whose they are; '': nobody's. */
const OF_PEOPLE: Record<string, (row: Row) => string> = {
  [NOTIFICATIONS]: (row) => text(row['user_id']),
  [NOTIFICATION_MAILS]: (row) => text(row['user_id']),
  [NOTIFICATION_PREFERENCES]: (row) => text(row['user_id']),
  [MAIL_SWITCHES]: (row) => text(row['user_id']),
  [SIGN_INS]: (row) => text(row['user_id']),
  [AGENT_CONNECTIONS]: (row) => text(row['user_id']),
  [AGENT_TOKENS]: (row) => text(row['user_id']),
  [PERSON_CODES]: (row) => text(row['user_id']),
  [EXTENSION_CODES]: (row) => text(row['user_id']),
  [INVITATIONS]: (row) => text(row['user_id']),
  [USER_IDENTITIES]: (row) => text(row['user_id']),
  [GROUP_MEMBERS]: (row) => text(row['user_id']),
  [SCIM_RECORDS]: (row) => (row['kind'] === 'user' ? row._id : ''),
  [KEYS]: (row) => (row['revoked_at'] === 0 ? text(row['owner_id']) : ''),
  passwords: (row) => row._id,
};

/** Ways in that end when a person leaves. */
const WAYS_IN: ReadonlySet<string> = new Set([SIGN_INS, AGENT_CONNECTIONS, AGENT_TOKENS, INVITATIONS, KEYS]);

/** Rows whose id is made of what they say, so that a repeat finds the first: where they lie, and that id. */
const MADE_IDS: Record<string, (row: Row) => string> = {
  [NOTIFICATION_PREFERENCES]: (row) => preferencesId(row.organization_id, text(row['user_id'])),
  [SIGN_INS]: (row) => signInId(text(row['hash'])),
  [USER_IDENTITIES]: (row) =>
    identityId(row.organization_id, { issuer: text(row['issuer']), subject: text(row['subject']) }),
  [GROUP_MEMBERS]: (row) => membershipId(text(row['group_id']), text(row['user_id'])),
};

/**
 * Looks at people for what a crash may have left behind: rows of people and groups that are gone, ways in of those who left,
 * records that are there twice, notifications without their mail, mails that nobody sends. Reads only; run it on a quiet system.
 */
export async function check(db: Db, clock: Clock): Promise<Finding[]> {
  const now = clock.now() * 1000;
  return [
    ...(await checkPeople(db)),
    ...(await checkGroups(db)),
    ...(await doubledUserNames(db)),
    ...(await checkNotifications(db, now)),
    ...(await stuckMails(db, now)),
  ];
}

/** Every row is of somebody who is there, under its own id, and lets nobody in who left. */
async function checkPeople(db: Db): Promise<Finding[]> {
  const statuses = new Map<string, string>();
  const users = db.collection<UserRow>(USERS).find().project<UserRow>({ organization_id: 1, status: 1 });
  for await (const { _id, organization_id, status } of users)
    statuses.set(placeOf(organization_id, _id), status ?? 'active');

  const findings: Finding[] = [];
  for (const [name, ownerOf] of Object.entries(OF_PEOPLE)) {
    for await (const row of db.collection<Row>(name).find()) {
      const say = sayer(findings, name, row);
      const owner = ownerOf(row);
      const status = statuses.get(placeOf(row.organization_id, owner));
      if (owner !== '' && status === undefined) say('orphan', 'its user is gone');
      if (status === 'deactivated' && WAYS_IN.has(name)) say('open_way_in', 'its user was deactivated');
      const made = MADE_IDS[name]?.(row);
      if (made !== undefined && made !== row._id)
        say('wrong_id', 'its row is not the one of what it says: it may be there twice');
    }
  }
  return findings;
}

async function checkGroups(db: Db): Promise<Finding[]> {
  const groups = new Set<string>();
  for await (const { _id, organization_id } of db.collection<Row>('groups').find())
    groups.add(placeOf(organization_id, _id));
  const findings: Finding[] = [];
  for await (const row of db.collection<Row>(GROUP_MEMBERS).find())
    if (!groups.has(placeOf(row.organization_id, text(row['group_id']))))
      sayer(findings, GROUP_MEMBERS, row)('orphan', 'its group is gone');
  for await (const row of db.collection<Row>(SCIM_RECORDS).find({ kind: 'group' }))
    if (!groups.has(placeOf(row.organization_id, row._id)))
      sayer(findings, SCIM_RECORDS, row)('orphan', 'its group is gone');
  return findings;
}

/** A directory finds its people by user name, which two cannot have. */
async function doubledUserNames(db: Db): Promise<Finding[]> {
  const findings: Finding[] = [];
  const seen = new Map<string, string>();
  for await (const row of db.collection<Row>(SCIM_RECORDS).find({ kind: 'user' }).sort({ _id: 1 })) {
    const name = text(row['user_name_key']);
    if (name === '') continue;
    const place = placeOf(row.organization_id, name);
    const other = seen.get(place);
    if (other === undefined) seen.set(place, row._id);
    else sayer(findings, SCIM_RECORDS, row)('doubled', `user ${other} has the same user name for the directory`);
  }
  return findings;
}

/** Each notification that asks for a mail has it. */
async function checkNotifications(db: Db, now: number): Promise<Finding[]> {
  const findings: Finding[] = [];
  const mails = new Map<string, NotificationMailRow>();
  const daily = new Set<string>();
  for await (const mail of db.collection<NotificationMailRow>(NOTIFICATION_MAILS).find()) {
    mails.set(mail._id, mail);
    if (mail.type === 'daily' && mail.state === 'pending' && !mail.gathered)
      daily.add(placeOf(mail.organization_id, mail.user_id));
  }
  const notifications = new Set<string>();
  for await (const row of db.collection<Row>(NOTIFICATIONS).find()) {
    notifications.add(row._id);
    const say = sayer(findings, NOTIFICATIONS, row);
    const madeAt = Number(row['created_at']);
    const mailId = row['delivery'] === 'at_once' ? row._id : text(row['daily_mail']);
    const isYoung = madeAt > now - MAILS_KEPT;
    if (row['delivery'] === 'off') continue;
    if (mailId !== '' && isYoung && !mails.has(mailId)) say('lost_mail', `its email ${mailId} is gone`);
    const waits = mailId === '' && row['unread'] === 1 && madeAt < now - OVERDUE;
    if (waits && !daily.has(placeOf(row.organization_id, text(row['user_id']))))
      say('stalled', 'it waits for a daily email that nobody makes');
  }
  for (const mail of mails.values())
    if (mail.type === 'one' && !notifications.has(mail._id))
      sayer(findings, NOTIFICATION_MAILS, mail)('orphan', 'its notification is gone');
  return findings;
}

/** Emails that are due and not sent, and leases that ended long ago. */
async function stuckMails(db: Db, now: number): Promise<Finding[]> {
  const open = { state: { $in: ['pending', 'claimed'] }, next_at: { $lt: now - OVERDUE } };
  const rows = await db.collection<NotificationMailRow>(NOTIFICATION_MAILS).find(open).toArray();
  const findings: Finding[] = [];
  for (const row of rows) {
    const late = Math.round((now - row.next_at) / 1e6);
    const detail = `the email is ${row.state} and overdue by ${late} s`;
    sayer(findings, NOTIFICATION_MAILS, row)('stuck_work', detail);
  }
  return findings;
}

const text = (value: unknown): string => (typeof value === 'string' ? value : '');
const placeOf = (organizationId: string, id: string): string => `${organizationId} ${id}`;

/** Says something of a row. */
const sayer =
  (findings: Finding[], collection: string, row: { _id: string; organization_id: string }) =>
  (kind: string, detail: string): void =>
    void findings.push({ kind, organizationId: row.organization_id, id: `${collection}/${row._id}`, detail });
