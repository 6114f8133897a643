import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { newId } from '@candor/runtime';
import type { People } from '../clients/people.js';
import { adminCall, startInstallation, type Installation, type Replica } from '../insights.fixture.js';
import { SLACK_INBOX, type SlackRow } from '../store/slack-inbox.js';
import { signatureOf } from './signature.js';

const SECRET = '0123456789abcdef0123456789abcdef';
const call = adminCall({ ownerId: newId() });
const { organizationId } = call.caller;
/** Before the second try; after that it is given up. */
const RETRY_AFTER_S = [3];

const people: People = {
  organizationNamed: () => Promise.resolve(organizationId),
  personWith: () => Promise.resolve(undefined),
  nameOf: () => Promise.resolve('Eve Expert'),
};

/** What Slack was asked to say, oldest first. */
const told: { text: string; blocks?: string }[] = [];
/** By method: what Slack answers in place of its reply, once each. */
const errors = new Map<string, string[]>();
const REPLIES: Readonly<Record<string, object>> = {
  'auth.test': { team_id: 'T1', team: 'Acme', user_id: 'UBOT', bot_id: 'B1' },
  'users.info': { user: { id: 'U1', team_id: 'T1', profile: { real_name: 'Al' } } },
};
const server = createServer((request, response) => void answer(request, response));
async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
  let body = '';
  for await (const piece of request) body += String(piece);
  const method = (request.url ?? '').replace('/api/', '');
  const error = errors.get(method)?.shift();
  const isJson = request.headers['content-type']?.startsWith('application/json') === true;
  const given = (isJson ? JSON.parse(body) : Object.fromEntries(new URLSearchParams(body))) as (typeof told)[0];
  if (method === 'chat.postMessage' || isJson) told.push(given);
  response.writeHead(200, { 'content-type': 'application/json' });
  response.end(JSON.stringify(error === undefined ? { ok: true, ...REPLIES[method] } : { ok: false, error }));
}

let installation: Installation;
let replica: Replica;
let origin: string;
/** Whether the question for the expert is read; how often that was asked. */
let isRead = true;
let asked = 0;
beforeAll(async () => {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  installation = await startInstallation();
  const questionnaires = {
    open: () => Promise.resolve({ items: [], total: 0 }),
    askExpert: () => Promise.resolve(++asked > 0 && isRead),
  };
  const slack = { apiUrl: `${origin}/api/`, questionnaires, retryAfterS: RETRY_AFTER_S };
  replica = await installation.replica({ people, slack });
  await replica.slack.setSlackChannel(
    {
      ...{ signingSecret: SECRET, botToken: 'xoxb-one', appToken: '', channelIds: [], userGroupIds: [] },
      ...{ allowGuests: false, allowSharedChannels: false, expert: undefined },
    },
    call,
  );
}, 60_000);
afterAll(async () => {
  await installation.close();
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
});
beforeEach(() => {
  told.length = 0;
  asked = 0;
  isRead = true;
  // Nobody asks so much within a minute.
  installation.clock.advance(120_000);
});

async function eventually<T>(what: string, condition: () => T | Promise<T>): Promise<NonNullable<T>> {
  const until = Date.now() + 50_000;
  for (;;) {
    const found = await condition();
    if (found) return found;
    if (Date.now() > until) throw new Error(`It did not come to be: ${what}`);
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}
const send = (kind: string, text: string) => {
  const body = Buffer.from(text);
  const timestamp = String(Math.floor(installation.clock.now() / 1000));
  const signature = signatureOf(body, timestamp, SECRET);
  return replica.slack.takeFromSlack({ tenantName: 'acme', kind, body, signature, timestamp }, { requestId: newId() });
};
let sent = 0;
const ask = () => {
  const event = { type: 'message', channel_type: 'im', user: 'U1', channel: 'D1', ts: `${++sent}.1`, text: 'MFA?' };
  return send('events', JSON.stringify({ type: 'event_callback', team_id: 'T1', event }));
};
/** Presses "Ask an expert" below the reply to a question. */
async function askExpert(): Promise<void> {
  await ask();
  const reply = await eventually('a reply', () => told[0]);
  const value = /"value":"([^"]+)"/.exec(reply.blocks ?? '')?.[1] ?? '';
  const payload = {
    ...{ type: 'block_actions', team: { id: 'T1' }, user: { id: 'U1', team_id: 'T1' }, channel: { id: 'D1' } },
    ...{ container: { message_ts: '1.1' }, response_url: `${origin}/response` },
    actions: [{ action_id: 'candor_expert', action_ts: `${++sent}`, value }],
  };
  await send('interactions', new URLSearchParams({ payload: JSON.stringify(payload) }).toString());
}
const lastError = async () => (await replica.slack.getSlackChannel({}, call)).lastError;
const outcomes = async () => {
  const rows = await replica.db.collection<SlackRow>(SLACK_INBOX).find({}).sort({ received_at: 1 }).toArray();
  return rows.map(({ outcome }) => outcome);
};
const saying = (words: string) => eventually(`"${words}" is said`, () => told.find(({ text }) => text.includes(words)));

describe('what is asked in Slack', () => {
  it('is tried again when that is due, not later', async () => {
    errors.set('users.info', ['internal_error']);
    await ask();
    await eventually('it failed', async () => (await lastError()) !== '');
    installation.clock.advance(RETRY_AFTER_S[0]! * 1100);
    await eventually('a reply', () => told[0]);
    await eventually('all is well', async () => (await lastError()) === '');
  });

  it('may wait for an expert as often as it takes, and fail in between', async () => {
    isRead = false;
    await askExpert();
    for (let poll = 1; poll <= 3; poll++) {
      await eventually(`look ${poll}`, () => asked >= poll);
      if (poll === 3) errors.set('users.info', ['internal_error']);
      installation.clock.advance(2000);
    }
    await eventually('it failed', async () => (await lastError()) !== '');
    isRead = true;
    installation.clock.advance(RETRY_AFTER_S[0]! * 1100);
    await saying('Eve Expert');
  });

  it('ends with a word when the expert could not be asked within an hour', async () => {
    isRead = false;
    await askExpert();
    await eventually('a look', () => asked > 0);
    installation.clock.advance(3_601_000);
    await saying('did not work');
    await eventually('nothing waits', async () => (await outcomes()).every((outcome) => outcome !== ''));
    expect(await lastError()).toContain('longer than an hour');
  });

  it('is told to have failed when it cannot be worked on, and the administrator is told why', async () => {
    errors.set('users.info', ['missing_scope']);
    await ask();
    await saying('did not work');
    await eventually('nothing waits', async () => (await outcomes()).every((outcome) => outcome !== ''));
    expect(await lastError()).toContain('missing_scope');
    expect(told).toHaveLength(1);
  });

  it('is left when Slack refuses the reply itself', async () => {
    errors.set('chat.postMessage', ['not_in_channel']);
    await ask();
    await eventually('nothing waits', async () => (await outcomes()).every((outcome) => outcome !== ''));
    expect((await outcomes()).at(-1)).toBe('refused');
    expect(told).toHaveLength(1);
  });
});
