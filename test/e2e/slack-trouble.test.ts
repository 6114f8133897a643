import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { startSystem, type TestSystem } from '../support/harness.js';
import { eventually as within } from '../support/poll.js';
import { eventOf, member, SlackDouble, SlackWorkspace, type SlackMessage } from '../support/slack-double.js';

const SECRET = '0123456789abcdef0123456789abcdef';
const QUESTION = 'Is customer data encrypted at rest?';
const JSON_TYPE = 'application/json';

/** Machines that do much else answer late. */
const eventually = <T>(what: string, condition: () => T | Promise<T>) => within(what, condition, 60_000);

let slack: SlackDouble;
let system: TestSystem;
let workspace: SlackWorkspace;
beforeAll(async () => {
  slack = await new SlackDouble().start();
  slack.bots.set('xoxb-one', { team_id: 'T1', team: 'Acme', user_id: 'UBOT', bot_id: 'B1' });
  for (const id of ['U1', 'UFAST']) slack.users.set(id, member(id, 'Ann Lee', 'ann@example.com'));
  system = await startSystem({ CANDOR_SLACK_API_URL: slack.url });
  workspace = new SlackWorkspace(system.url, 'default', SECRET);
  await system.api.post('/v1/knowledge/answers', { json: { question: QUESTION, answer: 'Yes, with AES-256.' } });
  expect((await connect()).status).toBe(200);
}, 240_000);
afterAll(async () => {
  await system.close();
  await slack.close();
});

const connect = (json: object = { signing_secret: SECRET, bot_token: 'xoxb-one' }) =>
  system.api.call('PUT', '/v1/channels/slack', { json });
const repliesTo = (ts: string): SlackMessage[] => slack.messages.filter((one) => one.thread_ts === ts);
const replyTo = (ts: string): Promise<SlackMessage> => eventually(`a reply to ${ts}`, () => repliesTo(ts)[0]);
const ask = async (more: object = {}): Promise<string> => {
  const ts = slack.nextTs();
  expect((await workspace.event({ text: QUESTION, ts, ...more })).status).toBe(200);
  return ts;
};
const channel = async () => (await system.api.get('/v1/channels/slack')).body as Record<string, unknown>;

describe('a request that claims to be of Slack', () => {
  const body = JSON.stringify({ type: 'url_verification', challenge: 'say this' });

  it('is answered when it is signed, with the challenge that it holds', async () => {
    const answer = await workspace.send('events', body, JSON_TYPE);
    expect([answer.status, await answer.json()]).toEqual([200, { challenge: 'say this' }]);
    expect((await channel())['last_event_at']).not.toBeNull();
  });

  it('is refused alike with a wrong signature, an old or coming time, another secret, or for another organization', async () => {
    const { body: made } = await system.api.with({ 'x-session-id': 'maker' }).post('/v1/organizations/tenant/create', {
      json: { name: 'Second' },
    });
    const other = (made as { slug: string }).slug;
    const refused = await Promise.all([
      workspace.send('events', body, JSON_TYPE, { signature: 'v0=00' }),
      workspace.send('events', body, JSON_TYPE, { signature: '' }),
      workspace.send('events', body, JSON_TYPE, { at: Date.now() - 301_000 }),
      workspace.send('events', body, JSON_TYPE, { at: Date.now() + 310_000 }),
      workspace.send('events', body, JSON_TYPE, { secret: 'f'.repeat(32) }),
      new SlackWorkspace(system.url, other, SECRET).send('events', body, JSON_TYPE),
      new SlackWorkspace(system.url, 'nobody', SECRET).send('events', body, JSON_TYPE),
    ]);
    const told = await Promise.all(
      refused.map(async (one) => [one.status, ((await one.json()) as { code: string }).code]),
    );
    expect(new Set(told.map((one) => JSON.stringify(one)))).toEqual(new Set(['[401,"slack_refused"]']));
  });

  it('is refused when it is too large, of another method or of another kind', async () => {
    const large = await workspace.send('events', 'x'.repeat(300_000), JSON_TYPE);
    expect(large.status).toBe(413);
    expect((await fetch(`${system.url}/channels/slack/default/events`)).status).toBe(405);
    expect((await workspace.send('files', body, JSON_TYPE)).status).toBe(404);
  });

  it('of no meaning is taken and passed over', async () => {
    for (const sent of [
      '',
      '[]',
      '{"type":"event_callback"}',
      '{"type":"event_callback","event":{"type":1}}',
      '\u0000',
    ])
      expect((await workspace.send('events', sent, JSON_TYPE)).status).toBe(200);
    for (const kind of ['commands', 'interactions'])
      expect((await workspace.send(kind, 'payload=%7B&x', 'application/x-www-form-urlencoded')).status).toBe(200);
  });
});

describe('a reply that Slack does not take at once', () => {
  it('waits as long as Slack asks, and is sent once', async () => {
    slack.trouble('chat.postMessage', { status: 429, headers: { 'retry-after': '2' } });
    const before = slack.callsOf('chat.postMessage').length;
    const started = Date.now();
    const ts = await ask();
    await eventually('the first try', () => slack.callsOf('chat.postMessage').length > before);
    // Another reply in the meantime is not tried either: the method is held.
    const other = await ask();
    await replyTo(ts);
    await replyTo(other);
    expect(Date.now() - started).toBeGreaterThanOrEqual(2000);
    expect(slack.callsOf('chat.postMessage')).toHaveLength(before + 3);
  });

  it('is not sent again when it arrived though its answer was lost', async () => {
    slack.trouble('chat.postMessage', 'lost');
    const ts = await ask();
    await replyTo(ts);
    await eventually('it was looked for', () => slack.callsOf('conversations.replies').length > 0);
    await eventually('all is well', async () => (await channel())['last_error'] === null);
    expect(repliesTo(ts)).toHaveLength(1);
  }, 240_000);

  it('is sent when it did not arrive, and what went wrong is told meanwhile', async () => {
    slack.trouble('chat.postMessage', 'lost before');
    const ts = await ask();
    await eventually('it is told', async () => String((await channel())['last_error']).includes('chat.postMessage'));
    await replyTo(ts);
    expect(repliesTo(ts)).toHaveLength(1);
  }, 240_000);

  it('is given up when Slack refuses it, and the administrator is told why', async () => {
    slack.trouble('chat.postMessage', { status: 200, body: { ok: false, error: 'not_in_channel' } });
    const ts = await ask();
    await eventually('it is told', async () => String((await channel())['last_error']).includes('not_in_channel'));
    expect(repliesTo(ts)).toEqual([]);
    await replyTo(await ask());
    await eventually('all is well', async () => (await channel())['last_error'] === null);
  });

  it('is followed by a word of caution when somebody asks too fast, once', async () => {
    const sent = await Promise.all(Array.from({ length: 14 }, () => ask({ user: 'UFAST' })));
    await eventually('eleven replies', () => sent.flatMap(repliesTo).length === 11);
    await replyTo(await ask());
    const texts = sent.flatMap(repliesTo).map(({ text }) => text);
    expect(texts.filter((text) => text.includes('more than 10 in a minute'))).toHaveLength(1);
  }, 240_000);
});

describe('an address that Slack tells', () => {
  const person = { name: 'Pat Poe', email: 'pat@example.com', role: 'MEMBER' };
  const { email } = person;
  beforeAll(async () => {
    expect((await system.api.post('/v1/users', { json: person })).status).toBe(200);
    await connect({ signing_secret: SECRET, bot_token: 'xoxb-one', allow_guests: true, allow_shared_channels: true });
  });
  afterAll(() => connect());

  const conversationOf = (name: string) =>
    eventually(`a conversation of ${name}`, async () => {
      const { body } = await system.api.get('/v1/insights/conversations?page_size=100');
      return (body as { data: Record<string, unknown>[] }).data.find(({ user_name: one }) => one === name);
    });
  const statusFor = async (user: string): Promise<string> => {
    const response_url = slack.responseUrl;
    const before = slack.callsOf('response_url').length;
    await workspace.command('status', { response_url, user_id: user });
    const call = await eventually(`a status for ${user}`, () => slack.callsOf('response_url')[before]);
    return String(call.arguments['text']);
  };

  it('is of the person here for a member of the workspace', async () => {
    slack.users.set('UPAT', member('UPAT', 'Pat Own', email));
    const reply = await replyTo(await ask({ user: 'UPAT' }));
    expect(JSON.stringify(reply.blocks)).toContain('/console/knowledge');
    expect(await conversationOf('Pat Own')).toMatchObject({ user_email: email });
    expect(await statusFor('UPAT')).not.toContain('Only people with an account');
  });

  it.each([
    ['a guest', 'Pat Guest', { is_restricted: true }, 'T1'],
    ['a guest of one channel', 'Pat Single', { is_ultra_restricted: true }, 'T1'],
    ['a stranger', 'Pat Stranger', { is_stranger: true, team_id: 'T9' }, 'T9'],
    ['somebody of another workspace', 'Pat Other', { team_id: 'T9' }, 'T9'],
  ])('is nobody’s for %s', async (_who, name, more, team) => {
    const user = `U${name.replace(/\W/g, '').toUpperCase()}`;
    slack.users.set(user, member(user, name, email, more));
    const shared = { type: 'app_mention', channel: 'CSHARED', channel_type: undefined };
    const reply = await replyTo(await ask({ user, team, ...shared }));
    expect(reply.text).toContain('AES-256');
    expect(JSON.stringify(reply.blocks)).not.toContain('/console/');
    expect(await conversationOf(name)).toMatchObject({ user_email: null });
    expect(await statusFor(user)).toContain('Only people with an account');
  });
});

describe('a question of one word', () => {
  it('reaches the expert, whoever asks it', async () => {
    const eve = { name: 'Eve Expert', email: 'eve@example.com', role: 'MEMBER' };
    const { id } = (await system.api.post('/v1/users', { json: eve })).body as { id: string };
    await connect({ signing_secret: SECRET, bot_token: 'xoxb-one', expert: { id, type: 'USER' } });
    slack.users.set('UAL', member('UAL', 'Al', 'al@example.com'));
    const reply = await replyTo(await ask({ user: 'UAL', text: 'MFA?' }));
    const value = reply.blocks.at(-1)?.elements?.at(-1)?.value ?? '';
    const al = { response_url: slack.responseUrl, user: { id: 'UAL', team_id: 'T1' } };
    await workspace.press(reply, 'candor_expert', value, al);
    await eventually('Al is told', () =>
      slack.callsOf('response_url').find(({ arguments: given }) => String(given['text']).includes('Eve Expert')),
    );
    const assigned = (await system.api.get(`/v1/questions/assigned?assignee=${id}`)).body as {
      questions: { questionnaire: { id: string }; question: { id: string; text: string } }[];
    };
    expect(assigned.questions.map(({ question }) => question.text)).toEqual(['MFA?']);
    const [{ questionnaire, question }] = assigned.questions as [(typeof assigned.questions)[0]];
    const path = `/v1/questionnaire/${questionnaire.id}/questions/${question.id}`;
    const json = { answer: 'Yes, by hardware keys.' };
    expect((await system.api.call('PATCH', path, { json })).status).toBe(200);
    expect(JSON.stringify(repliesTo(reply.thread_ts))).not.toContain('hardware keys');
    expect((await system.api.post(`${path}/approve`)).status).toBe(200);
    const told = () => repliesTo(reply.thread_ts).filter(({ text }) => text.includes('hardware keys'));
    await eventually('the answer is told', () => told()[0]);
    expect(told()[0]?.text).toContain('<@UAL>');
    await replyTo(await ask({ user: 'UAL' }));
    expect(told()).toHaveLength(1);
    await connect();
  }, 120_000);
});

describe('a workspace that is no longer connected', () => {
  it('is known by its new secret alone after it was changed', async () => {
    const fresh = 'fedcba9876543210fedcba9876543210';
    expect((await connect({ signing_secret: fresh })).status).toBe(200);
    expect((await workspace.event({ text: QUESTION, ts: slack.nextTs() })).status).toBe(401);
    workspace.secret = fresh;
    await replyTo(await ask());
  });

  it('is told to install the app again when it was removed there', async () => {
    const body = JSON.stringify(eventOf({ type: 'app_uninstalled' }));
    expect((await workspace.send('events', body, JSON_TYPE)).status).toBe(200);
    expect(String((await channel())['last_error'])).toContain('Install it again');
  });

  it('is refused, and forgotten with its secrets', async () => {
    expect((await system.api.call('DELETE', '/v1/channels/slack')).body).toEqual({ removed: true });
    expect((await system.api.call('DELETE', '/v1/channels/slack')).status).toBe(404);
    expect((await workspace.event({ text: QUESTION, ts: slack.nextTs() })).status).toBe(401);
    expect(await channel()).toMatchObject({ connected: false, has_bot_token: false });
  });
});
