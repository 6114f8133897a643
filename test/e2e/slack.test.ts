import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Api } from '../support/api.js';
import { startSystem, type TestSystem } from '../support/harness.js';
import { eventually } from '../support/poll.js';
import { freePort } from '../support/ports.js';
import { eventOf, member, SCOPES, SlackDouble, SlackWorkspace, type SlackMessage } from '../support/slack-double.js';

const SECRET = '0123456789abcdef0123456789abcdef';
const CONNECT = { signing_secret: SECRET, bot_token: 'xoxb-one' };
/** Machines that do much else answer late. */
const PATIENCE = 60_000;

let slack: SlackDouble;
let system: TestSystem;
let workspace: SlackWorkspace;
let admin: Api;
let expertId: string;
let metrics: string;
beforeAll(async () => {
  slack = await new SlackDouble().start();
  slack.bots.set('xoxb-one', { team_id: 'T1', team: 'Acme', user_id: 'UBOT', bot_id: 'B1' });
  slack.bots.set('xoxb-two', { team_id: 'T2', team: 'Other', user_id: 'UBOT2', bot_id: 'B2' });
  slack.users.set('U1', member('U1', 'Ann Lee', 'ann@example.com'));
  slack.users.set('U2', member('U2', 'Max Unknown', 'max@example.com'));
  slack.users.set('UGUEST', member('UGUEST', 'Guest', 'guest@example.com', { is_restricted: true }));
  slack.users.set('UOTHER', member('UOTHER', 'Stranger', 's@other.example', { team_id: 'T9', is_stranger: true }));
  slack.channels.set('C1', { id: 'C1', is_ext_shared: false });
  slack.channels.set('CSHARED', { id: 'CSHARED', is_ext_shared: true });
  const port = await freePort();
  metrics = `http://127.0.0.1:${port}/metrics`;
  system = await startSystem({
    CANDOR_SLACK_API_URL: slack.url,
    CANDOR_PUBLIC_URL: 'https://candor.example.com',
    CANDOR_INTERNAL_PORT: String(port),
  });
  admin = system.api;
  workspace = new SlackWorkspace(system.url, 'default', SECRET);
  for (const [question, answer] of [
    ['Is customer data encrypted at rest?', 'Yes, all customer data is encrypted at rest with AES-256.'],
    ['Who approves changes?', 'Owner & manager, if risk < high; ask <!channel> or <https://evil.example|us>.'],
  ]) {
    await admin.post('/v1/knowledge/answers', { json: { question, answer } });
  }
  const users = await Promise.all(
    [
      { name: 'Ann Lee', email: 'ann@example.com', role: 'MEMBER' },
      { name: 'Eve Expert', email: 'eve@example.com', role: 'MEMBER' },
    ].map((json) => admin.post('/v1/users', { json })),
  );
  expertId = (users[1]?.body as { id: string }).id;
}, 240_000);
afterAll(async () => {
  await system.close();
  await slack.close();
});

const connect = (change: object = {}) =>
  admin.call('PUT', '/v1/channels/slack', { json: { ...CONNECT, expert: { id: expertId, type: 'USER' }, ...change } });
const conversations = async (): Promise<Record<string, unknown>[]> =>
  (
    (await admin.get('/v1/insights/conversations?page_size=100&include=feedback')).body as {
      data: Record<string, unknown>[];
    }
  ).data;
const repliesTo = (ts: string): SlackMessage[] => slack.messages.filter((one) => one.thread_ts === ts);
const replyTo = (ts: string): Promise<SlackMessage> => eventually(`a reply to ${ts}`, () => repliesTo(ts)[0], PATIENCE);
const whole = (message: SlackMessage): string => JSON.stringify(message.blocks);
/** Ann again under another id: nobody asks so much within a minute. */
let anns = 0;
function oneOfAnns(): string {
  const id = `UANN${++anns}`;
  slack.users.set(id, member(id, 'Ann Lee', 'ann@example.com'));
  return id;
}
const ask = async (text: string, message: object = {}, outer: Record<string, unknown> = {}): Promise<string> => {
  const ts = slack.nextTs();
  const { status } = await workspace.event({ text, ts, user: oneOfAnns(), ...message }, outer);
  expect(status).toBe(200);
  return ts;
};
/** Nothing that came waits to be worked on, and nothing is worked on. */
const settled = () =>
  eventually(
    'nothing waits',
    async () => (await (await fetch(metrics)).text()).includes('\ncandor_work_open{job="insights.slack"} 0\n'),
    PATIENCE,
  );

describe('a Slack workspace', () => {
  it('is connected by an administrator, tested, and its secrets are never shown', async () => {
    expect((await admin.get('/v1/channels/slack')).body).toMatchObject({ connected: false, team_id: null });
    expect((await admin.post('/v1/channels/slack/test')).status).toBe(404);
    const { status, body } = await connect();
    expect([status, body]).toMatchObject([
      200,
      { connected: true, team_id: 'T1', team_name: 'Acme', missing_scopes: [] },
    ]);
    expect(body).toMatchObject({
      has_signing_secret: true,
      has_bot_token: true,
      has_app_token: false,
      last_error: null,
    });
    expect(body).toMatchObject({ events_url: 'https://candor.example.com/channels/slack/default/events' });
    expect(JSON.stringify([body, (await admin.get('/v1/channels/slack')).body])).not.toMatch(/xoxb|0123456789abcdef/);
    slack.scopes = 'chat:write';
    expect((await admin.post('/v1/channels/slack/test')).body).toMatchObject({
      ok: false,
      missing_scopes: expect.arrayContaining(['users:read.email']) as unknown,
    });
    slack.scopes = SCOPES;
    expect((await admin.post('/v1/channels/slack/test')).body).toMatchObject({ ok: true, error: null });
  });

  it('is refused with a wrong token, an unknown expert, or while Slack is away', async () => {
    const wrong = await connect({ bot_token: 'xoxb-wrong' });
    expect([wrong.status, JSON.stringify(wrong.body)]).toEqual([422, expect.stringContaining('invalid_auth')]);
    expect((await connect({ expert: { id: crypto.randomUUID(), type: 'USER' } })).status).toBe(422);
    expect((await connect({ signing_secret: undefined, bot_token: 'xoxb-two' })).status).toBe(422);
    slack.trouble('auth.test', 'lost before');
    const away = await connect();
    expect([away.status, away.body]).toMatchObject([503, { code: 'slack_unreachable' }]);
  });

  it('has a manifest that names the addresses and the scopes', async () => {
    const { manifest, create_url: url } = (await admin.get('/v1/channels/slack/manifest')).body as Record<
      string,
      string
    >;
    const made = JSON.parse(manifest ?? '') as { settings: object; oauth_config: { scopes: { bot: string[] } } };
    expect(made.settings).toMatchObject({
      event_subscriptions: { request_url: 'https://candor.example.com/channels/slack/default/events' },
    });
    expect(made.oauth_config.scopes.bot.join(',')).toBe(slack.scopes);
    expect(new URL(url ?? '').searchParams.get('manifest_json')).toBe(manifest);
  });
});

describe('a question in Slack', () => {
  it('is answered in the thread with band, source and buttons, and is one conversation under triple delivery', async () => {
    const ts = slack.nextTs();
    const body = JSON.stringify(eventOf({ text: 'Is customer data <@U2> *encrypted* at rest?', ts }));
    const sent = await Promise.all([1, 2, 3].map(() => workspace.send('events', body, 'application/json')));
    expect(sent.map(({ status }) => status)).toEqual([200, 200, 200]);
    const reply = await replyTo(ts);
    expect(reply.text).toContain('AES-256');
    expect(whole(reply)).toMatch(/Confidence: \*\w+\*/);
    expect(whole(reply)).toContain('https://candor.example.com/console/knowledge?q=');
    expect(reply.blocks.at(-1)?.elements?.map(({ action_id: id }) => id)).toEqual([
      ...['candor_helpful', 'candor_wrong', 'candor_expert'],
    ]);
    await settled();
    expect(repliesTo(ts)).toHaveLength(1);
    const found = (await conversations()).filter(({ question }) => question === 'Is customer data encrypted at rest?');
    expect(found.filter(({ user_name: name }) => name === 'Ann Lee').length).toBeGreaterThan(0);
    expect(found.at(-1)).toMatchObject({
      source_type: 'slack_dm',
      origin: 'slack',
      user_name: 'Ann Lee',
      user_email: 'ann@example.com',
      user_profile_image: 'https://pictures.example/U1.png',
      feedback: null,
    });
  });

  it('has no links for who has no account, and mentions nobody with the words of others', async () => {
    const reply = await replyTo(await ask('Who approves changes?', { user: 'U2' }));
    expect(whole(reply)).not.toContain('candor.example.com');
    expect(`${reply.text}${whole(reply)}`).toContain('Owner &amp; manager, if risk &lt; high');
    expect(`${reply.text}${whole(reply)}`).not.toMatch(/<!channel>|<https:\/\/evil/);
  });

  it('of which nothing is known is told so, noted as a gap, and offers the expert', async () => {
    const reply = await replyTo(await ask('Which airline do your auditors fly with?'));
    expect(whole(reply)).toContain('noted as a gap');
    expect(reply.blocks.at(-1)?.elements?.map(({ action_id: id }) => id)).toEqual(['candor_expert']);
    const summary = (await admin.get('/v1/insights/summary')).body as { unanswered: { question: string }[] };
    expect(summary.unanswered.map(({ question }) => question)).toContain('Which airline do your auditors fly with?');
  });

  it('may be a mention in a channel, not a bot, an edit, a join or another workspace', async () => {
    const mention = { type: 'app_mention', channel: 'C1', channel_type: undefined };
    expect((await replyTo(await ask('<@UBOT> Is customer data encrypted at rest?', mention))).text).toContain(
      'AES-256',
    );
    const question = 'Is customer data encrypted at rest?';
    const silent = await Promise.all([
      ask(question, { bot_id: 'B9' }),
      ask(question, { user: 'UBOT' }),
      ask(question, { subtype: 'message_changed' }),
      ask(question, { channel_type: 'channel', channel: 'C1' }),
      ask(question, {}, { authorizations: [{ team_id: 'T9' }] }),
      ask(question, { user: 'UOTHER', team: 'T9' }),
      ask(question, { ...mention, channel: 'CSHARED' }),
    ]);
    const guest = await replyTo(await ask(question, { user: 'UGUEST' }));
    expect(guest.text).toMatch(/^Guests/);
    await settled();
    expect(silent.flatMap(repliesTo)).toEqual([]);
  });

  it('is taken from guests, shared channels, channels and groups as the administrator says', async () => {
    slack.groups.set('S01', ['U2']);
    const question = 'Is customer data encrypted at rest?';
    await connect({ allow_guests: true, allow_shared_channels: true });
    expect((await replyTo(await ask(question, { user: 'UGUEST' }))).text).toContain('AES-256');
    expect((await replyTo(await ask(question, { user: 'UOTHER', team: 'T9' }))).text).toContain('AES-256');
    await connect({ channel_ids: ['C001'] });
    expect((await replyTo(await ask(question))).text).toContain('<#C001>');
    await connect({ user_group_ids: ['S01'] });
    expect((await replyTo(await ask(question))).text).toMatch(/Only certain groups/);
    expect((await replyTo(await ask(question, { user: 'U2' }))).text).toContain('AES-256');
    await connect();
  });
});

describe('what is done with a reply', () => {
  const told = (word: string) =>
    eventually(
      `a word about ${word}`,
      () => slack.callsOf('response_url').find(({ arguments: given }) => String(given['text']).includes(word)),
      PATIENCE,
    );
  const valueOf = (reply: SlackMessage): string => reply.blocks.at(-1)?.elements?.at(-1)?.value ?? '';

  it('helpful and wrong are kept with the conversation, the last word counts', async () => {
    const reply = await replyTo(await ask('Is customer data encrypted at rest?'));
    const feedback = async (): Promise<unknown> =>
      (await conversations()).find(({ id }) => id === valueOf(reply))?.['feedback'];
    await workspace.press(reply, 'candor_helpful', valueOf(reply), { response_url: slack.responseUrl });
    await told('helped');
    expect(await feedback()).toBe('helpful');
    await workspace.press(reply, 'candor_wrong', valueOf(reply), { response_url: slack.responseUrl });
    await told('is wrong');
    expect(await feedback()).toBe('wrong');
  });

  it('an expert is asked once, however often the button is pressed, and answers what waits for them', async () => {
    const question = 'Which airline do your auditors fly with to Mars?';
    const reply = await replyTo(await ask(question));
    for (const action_ts of ['1', '2']) {
      const actions = [{ action_id: 'candor_expert', action_ts, value: valueOf(reply) }];
      await workspace.press(reply, 'candor_expert', '', { actions, response_url: slack.responseUrl });
    }
    await eventually(
      'both are told',
      () =>
        slack.callsOf('response_url').filter(({ arguments: given }) => String(given['text']).includes('Eve Expert'))
          .length === 2,
      60_000,
    );
    const asked = (await admin.get(`/v1/questions/assigned?assignee=${expertId}`)).body as {
      questions: { question: { text: string } }[];
    };
    expect(JSON.stringify(asked).split(question)).toHaveLength(2);
    expect(JSON.stringify(asked)).toContain('Ann Lee asked this in Slack');
  }, 90_000);

  it('a button of a conversation that is not there does nothing', async () => {
    const reply = await replyTo(await ask('Is customer data encrypted at rest?'));
    await workspace.press(reply, 'candor_expert', crypto.randomUUID(), { response_url: slack.responseUrl });
    await told('not known any more');
  });
});

describe('the command /candor', () => {
  const privately = (word: string) =>
    eventually(
      `a reply to a command about ${word}`,
      () => slack.callsOf('response_url').find(({ arguments: given }) => JSON.stringify(given).includes(word)),
      PATIENCE,
    );

  it('helps at once, answers to whoever asked alone, and tells questionnaires to people of the organization', async () => {
    expect(await (await workspace.command('help', {})).json()).toMatchObject({
      response_type: 'ephemeral',
      text: expect.stringContaining('/candor status') as unknown,
    });
    const url = slack.responseUrl;
    expect((await workspace.command('Who approves changes?', { response_url: url })).status).toBe(200);
    expect((await privately('Owner')).arguments).toMatchObject({
      response_type: 'ephemeral',
      replace_original: false,
    });
    await admin.post('/v1/questionnaire/upload/text', {
      json: {
        text_content: 'Is data encrypted at rest and in transit everywhere?\nWho approves?',
        company_name: 'Zed & <Co>',
      },
    });
    await workspace.command('status', { response_url: url });
    expect(JSON.stringify(await privately('under way'))).toContain('Zed &amp; &lt;Co&gt;');
    await workspace.command('status', { response_url: url, user_id: 'U2' });
    await privately('Only people with an account');
  });
});
