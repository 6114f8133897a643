import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { MOST_IN_A_MINUTE } from './admission.js';
import { MOST_KEPT_IN_A_MINUTE, MOST_REFUSED_IN_A_MINUTE, REFUSED_FOR } from './door.js';
import { SLACK_INBOX } from '../store/slack-inbox.js';
import { eventually, SECRET, startSlack } from './slack.fixture.js';

let slack: Awaited<ReturnType<typeof startSlack>>;
beforeAll(async () => {
  slack = await startSlack();
}, 60_000);
afterAll(() => slack.close());
beforeEach(() => slack.begin());

const stranger = (id: string) => ({ id, team_id: 'T1', is_bot: true, profile: { real_name: 'Bot' } });
const guest = (id: string) => ({ id, team_id: 'T1', is_restricted: true, profile: { real_name: 'Guest' } });
const of = async (user: string) => (await slack.rows()).filter(({ user_id: one }) => one === user);

describe('somebody who may not ask', () => {
  it('costs nothing where the event tells it by itself', async () => {
    await slack.ask({ user: 'UFAR', team: 'T9' });
    await slack.ask();
    await slack.settled();
    expect(await of('UFAR')).toEqual([]);
    expect(slack.callsOf('users.info')).toBe(1);
  });

  it('is looked at once, and left alone for a while', async () => {
    slack.state.users.set('UBOTTY', stranger('UBOTTY'));
    await slack.ask({ user: 'UBOTTY' });
    await slack.settled();
    for (let again = 0; again < 5; again++) await slack.ask({ user: 'UBOTTY' });
    expect(await of('UBOTTY')).toHaveLength(1);
    expect(slack.callsOf('users.info')).toBe(1);
    slack.installation.clock.advance(REFUSED_FOR / 1000 + 1);
    await slack.ask({ user: 'UBOTTY' });
    await slack.settled();
    expect(slack.callsOf('users.info')).toBe(2);
    expect(slack.state.told).toEqual([]);
  });

  it('is told why once a minute, and let in as soon as an administrator says so', async () => {
    slack.state.users.set('UGUEST', guest('UGUEST'));
    await slack.ask({ user: 'UGUEST' });
    await slack.saying('Guests');
    await slack.settled();
    for (let again = 0; again < 5; again++) await slack.ask({ user: 'UGUEST' });
    expect(await of('UGUEST')).toHaveLength(1);
    slack.installation.clock.advance(1000);
    await slack.connect({ allowGuests: true });
    await slack.ask({ user: 'UGUEST' });
    await slack.saying('no answer');
    await slack.settled();
    await slack.connect();
  });

  it('never keeps members from being answered, however many they are', async () => {
    await slack.ask();
    await slack.settled();
    slack.state.users.set('ULATE', stranger('ULATE'));
    const rows = slack.replica.db.collection<{ _id: string }>(SLACK_INBOX);
    const [refused] = await rows.find({ outcome: 'not_admitted' }).limit(1).toArray();
    const received_at = slack.installation.clock.now() * 1000;
    const strangers = Array.from({ length: MOST_REFUSED_IN_A_MINUTE }, (_, at) => `USTRANGE${at}`);
    await rows.insertMany(strangers.map((user_id) => ({ ...refused, _id: user_id, user_id, received_at })));
    const before = slack.callsOf('users.info');
    await slack.ask({ user: 'ULATE' });
    const ts = await slack.ask();
    await eventually('a member is answered', () => slack.state.told.find(({ thread_ts: one }) => one === ts));
    expect(await of('ULATE')).toEqual([]);
    expect(slack.callsOf('users.info')).toBe(before + 1);
  });
});

describe('somebody who asks too often', () => {
  it('is warned once, asked of Slack no more, and not kept without end', async () => {
    for (let asked = 0; asked < 3 * MOST_IN_A_MINUTE; asked++) await slack.ask({ user: 'UFAST' });
    await slack.settled();
    expect((await of('UFAST')).length).toBe(MOST_KEPT_IN_A_MINUTE);
    expect(slack.callsOf('users.info')).toBe(MOST_IN_A_MINUTE + 1);
    expect(slack.state.told.filter(({ text }) => text.includes('in a minute'))).toHaveLength(1);
    slack.installation.clock.advance(61_000);
    const ts = await slack.ask({ user: 'UFAST' });
    await eventually('an answer', () => slack.state.told.find(({ thread_ts: one }) => one === ts));
  });

  it('hears no warning when they may not ask at all', async () => {
    slack.state.errors.set(
      'users.info',
      Array.from({ length: 2 * MOST_IN_A_MINUTE }, () => 'missing_scope'),
    );
    for (let asked = 0; asked <= MOST_IN_A_MINUTE; asked++) await slack.ask({ user: 'UWHO' });
    await slack.settled();
    expect(slack.state.told).toEqual([]);
  });
});

describe('a signing secret that does not fit', () => {
  const challenge = JSON.stringify({ type: 'url_verification', challenge: 'say this' });

  it('refuses the first challenge, and the test says so until something was signed with it', async () => {
    slack.installation.clock.advance(1000);
    await slack.connect();
    slack.installation.clock.advance(1000);
    await expect(slack.send('events', challenge, 'f'.repeat(32))).rejects.toMatchObject({ code: 'slack_refused' });
    const test = () => slack.replica.slack.testSlackChannel({}, slack.call);
    expect(await test()).toMatchObject({ ok: false, error: expect.stringContaining('signing secret') as unknown });
    expect(await slack.send('events', challenge, SECRET)).toMatchObject({ challenge: 'say this' });
    await expect(slack.send('events', challenge, 'f'.repeat(32))).rejects.toMatchObject({ code: 'slack_refused' });
    expect(await test()).toMatchObject({ ok: true, error: '' });
  });
});
