import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import type { Caller } from '@candor/runtime';
import { AgentWorld, pkce } from '../agents/agents.fixture.js';
import { Letterbox } from '../sign-in/sign-in.fixture.js';
import { Workplace } from './notifications.fixture.js';

const ACCOUNT = 'https://candor.example.com/console/settings/account';
const letterbox = new Letterbox();
let world: AgentWorld;
let place: Workplace;

beforeAll(async () => {
  world = await AgentWorld.start({ mail: letterbox.mailer, sweepEveryMs: 20 });
  place = new Workplace(world.replica, world.admin, letterbox, world.installation);
}, 60_000);
afterAll(() => world.close());
afterEach(async () => {
  await place.quiet();
  letterbox.mails.length = 0;
});

const toldOf = async (person: Caller) => (await place.list(person)).notifications;

async function connectExtension(person: Caller): Promise<string> {
  const { verifier, challenge } = pkce();
  const { code } = await world.replica.keys.allowExtension({ challenge }, place.call(person));
  return (await world.replica.keys.redeemExtensionCode({ code, verifier }, { requestId: 'r' })).key;
}

describe('an email about what was connected in a person’s name', () => {
  it('says which agent, where it is, what it may do and since when, and leads to where it is ended', async () => {
    const ann = await world.person('ann@example.com');
    await world.exchange(await world.allow(ann, await world.client('Helper')));
    const [mail] = await place.mails('ann@example.com', 1);
    expect(mail?.subject).toBe('The agent ‘Helper (agent.example.com)’ was connected in your name');
    const year = new Date(world.installation.clock.now()).getUTCFullYear();
    expect(mail?.text).toMatch(new RegExp(`Connected on \\w+ \\d+, ${year} at [\\d:]+ [AP]M UTC`));
    expect(mail?.text).toContain('What it may do: Questionnaires: read');
    expect(mail?.text).toContain('If this was not you');
    expect(mail?.text).toContain(ACCOUNT);
    expect(mail?.html).toContain(ACCOUNT);
    expect(mail?.headers).toHaveProperty('List-Unsubscribe');
    expect(await toldOf(ann)).toMatchObject([{ kind: 'connected', mail: 'sent', subject: { type: 'agent' } }]);
  });

  it('comes once, though the program lost the reply and brings its code again', async () => {
    const bob = await world.person('bob@example.com');
    const allowed = await world.allow(bob, await world.client());
    for (let tries = 0; tries < 3; tries++) await world.exchange(allowed);
    await place.mails('bob@example.com', 1);
    await place.quiet();
    expect(letterbox.mails).toHaveLength(1);
  });

  it('comes when the service was killed after it connected the agent and before it told anybody', async () => {
    const cleo = await world.person('cleo@example.com');
    const allowed = await world.allow(cleo, await world.client());
    const connectedAt = { connected_at: world.installation.clock.now() * 1000, family_hash: 'lost' };
    await world.replica.db.collection('agent_connections').updateOne({ user_id: cleo.ownerId }, { $set: connectedAt });
    expect(await toldOf(cleo)).toEqual([]);
    await world.exchange(allowed);
    await place.mails('cleo@example.com', 1);
    await place.quiet();
    expect(letterbox.mails).toHaveLength(1);
  });

  it('tells of a browser extension, in the language of the person', async () => {
    const dora = await world.person('dora@example.com');
    const german = { kinds: {}, language: 'de', timeZone: 'Europe/Berlin' };
    await world.replica.notifications.changeNotificationPreferences(german, place.call(dora));
    await connectExtension(dora);
    const [mail] = await place.mails('dora@example.com', 1);
    expect(mail?.subject).toBe('In Ihrem Namen verbunden: eine Browser-Erweiterung');
    expect(mail?.text).toMatch(/Verbunden am \d+\. \S+ \d{4} um [\d:]+ (MEZ|MESZ)/);
    expect(mail?.text).toContain('Das ist erlaubt: Insights: ask, Questionnaires: write');
    expect(mail?.text).toContain(ACCOUNT);
  });

  it('does not come for signing in to the console', async () => {
    const eve = await world.person('eve@example.com');
    await world.person('fay@example.com');
    await place.quiet();
    expect(await toldOf(eve)).toEqual([]);
    expect(letterbox.mails).toEqual([]);
  });

  it('does not come to who switched it off, and stands in the console all the same', async () => {
    const gus = await world.person('gus@example.com');
    const off = { kinds: { connected: 'off' } };
    await world.replica.notifications.changeNotificationPreferences(off, place.call(gus));
    await connectExtension(gus);
    await world.connect(gus);
    await place.quiet();
    expect(letterbox.mails).toEqual([]);
    expect((await toldOf(gus)).map(({ subject }) => subject?.type).sort()).toEqual(['agent', 'extension']);
  });
});
