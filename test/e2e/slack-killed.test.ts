import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { ManagedProcess } from '../support/managed-process.js';
import { eventually } from '../support/poll.js';
import { freePort } from '../support/ports.js';
import { directOf, eventOf, member, SlackDouble, SlackWorkspace, type SlackMessage } from '../support/slack-double.js';

const SECRET = '0123456789abcdef0123456789abcdef';
const KEY = `cnd_slackkil_${'k'.repeat(43)}`;
const PATIENCE = 90_000;

let slack: SlackDouble;
let folder: string;
let candor: ManagedProcess;
let url: string;
beforeAll(async () => {
  slack = await new SlackDouble().start();
  slack.bots.set('xoxb-one', { team_id: 'T1', team: 'Acme', user_id: 'UBOT', bot_id: 'B1' });
  slack.users.set('U1', member('U1', 'Ann Lee', 'ann@example.com'));
  slack.channels.set('C1', { id: 'C1', is_ext_shared: false });
  folder = await mkdtemp(join(tmpdir(), 'candor-slack-'));
  const port = await freePort();
  url = `http://127.0.0.1:${port}`;
  candor = new ManagedProcess(
    'candor',
    'deploy/embedded/dist/main.js',
    {
      CANDOR_DATA_DIR: join(folder, 'data'),
      CANDOR_HTTP_PORT: String(port),
      CANDOR_HTTP_HOST: '127.0.0.1',
      CANDOR_INTERNAL_PORT: '0',
      CANDOR_BOOTSTRAP_API_KEY: KEY,
      CANDOR_SLACK_API_URL: slack.url,
      LOG_LEVEL: 'error',
    },
    join(folder, 'log'),
  );
  await candor.start();
  const connect = { signing_secret: SECRET, bot_token: 'xoxb-one' };
  expect((await call('PUT', '/v1/channels/slack', connect)).status).toBe(200);
}, 240_000);
afterAll(async () => {
  await candor.kill();
  await slack.close();
  await rm(folder, { recursive: true, force: true });
}, 60_000);

const call = (method: string, path: string, body?: object): Promise<Response> =>
  fetch(`${url}${path}`, {
    method,
    headers: { 'x-api-key': KEY, 'content-type': 'application/json' },
    ...(body && { body: JSON.stringify(body) }),
  });
const repliesTo = (ts: string): SlackMessage[] => slack.messages.filter((one) => one.thread_ts === ts);
async function conversationsOf(question: string): Promise<number> {
  const listed = await call('GET', '/v1/insights/conversations?page_size=100');
  const { data } = (await listed.json()) as { data: { question: string; source_type: string }[] };
  return data.filter((one) => one.question === question && one.source_type === 'slack_dm').length;
}

/** Kills the process as soon as Slack is called so, once. */
function killedAt(method: string): Promise<unknown> {
  return new Promise((resolve) => {
    slack.onCall = async (made) => {
      if (made.method !== method) return;
      slack.onCall = () => undefined;
      await candor.kill();
      resolve(undefined);
    };
  });
}

describe('a question in Slack whose process is killed', () => {
  it.each([
    ['as soon as Slack heard that it was taken', undefined],
    ['before it is answered', 'users.info'],
    ['when the reply has arrived and nobody recorded it', 'chat.postMessage'],
  ])(
    '%s is one conversation and has one reply',
    async (_when, method) => {
      const question = `Which airline is taken ${method ?? 'at once'}?`;
      const ts = slack.nextTs();
      const body = JSON.stringify(eventOf({ text: question, ts }));
      const deliver = () => new SlackWorkspace(url, 'default', SECRET).send('events', body, 'application/json');
      const killed = method === undefined ? undefined : killedAt(method);
      expect((await deliver()).status).toBe(200);
      if (killed) await killed;
      else await candor.kill();
      await candor.start();
      // Slack, which may not have heard of it, sends it again.
      expect((await deliver()).status).toBe(200);
      await eventually('a reply', () => repliesTo(ts).length > 0, PATIENCE);
      const after = slack.nextTs();
      await new SlackWorkspace(url, 'default', SECRET).event({ text: 'Anything after it?', ts: after });
      await eventually('the reply to what came after', () => repliesTo(after).length > 0, PATIENCE);
      const waiting = async (): Promise<boolean> => (await conversationsOf(question)) > 0;
      await eventually('it is recorded', waiting, PATIENCE);
      expect(await conversationsOf(question)).toBe(1);
      expect(repliesTo(ts)).toHaveLength(1);
    },
    400_000,
  );

  it('by a command has its reply in the direct messages once, when nobody knows whether it arrived', async () => {
    const response_url = slack.responseUrl;
    const killed = killedAt('response_url');
    const workspace = new SlackWorkspace(url, 'default', SECRET);
    expect((await workspace.command('Which train is taken?', { response_url })).status).toBe(200);
    await killed;
    await candor.start();
    const copies = () => slack.messages.filter(({ channel }) => channel === directOf('U1'));
    await eventually('a copy', () => copies().length > 0, PATIENCE);
    const after = slack.nextTs();
    await workspace.event({ text: 'Anything after the train?', ts: after });
    await eventually('the reply to what came after', () => repliesTo(after).length > 0, PATIENCE);
    expect(copies()).toHaveLength(1);
    expect(slack.callsOf('response_url')).toHaveLength(1);
    expect(await conversationsOf('Which train is taken?')).toBe(1);
  }, 400_000);
});
