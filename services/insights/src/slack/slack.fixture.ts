import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { armFailpoint, newId } from '@candor/runtime';
import type { People } from '../clients/people.js';
import type { ExpertAnswer } from '../clients/questionnaires.js';
import { adminCall, startInstallation } from '../insights.fixture.js';
import { SLACK_INBOX, type SlackRow } from '../store/slack-inbox.js';
import { signatureOf } from './signature.js';

export const SECRET = '0123456789abcdef0123456789abcdef';
/** Before the second try; after that it is given up. */
export const RETRY_AFTER_S = [3];

/** What Slack was asked to say. */
export interface Told {
  channel?: string;
  thread_ts?: string;
  text: string;
  blocks?: string;
  metadata?: string;
}

/** Forms carry blocks as JSON, response addresses as they are. */
function toldBy({ text = '', blocks, ...others }: Record<string, unknown>): Told {
  const json = typeof blocks === 'string' ? blocks : JSON.stringify(blocks);
  return { ...others, text: String(text), ...(blocks !== undefined && { blocks: json }) };
}

export async function eventually<T>(what: string, condition: () => T | Promise<T>): Promise<NonNullable<T>> {
  const until = Date.now() + 50_000;
  for (;;) {
    const found = await condition();
    if (found) return found;
    if (Date.now() > until) throw new Error(`It did not come to be: ${what}`);
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}

/**
 * Holds the work at a failpoint, as if the process had died there. Resolves when it came there; `bury` ends what is held.
 */
export function deathAt(point: string) {
  const corpses: ((error: Error) => void)[] = [];
  let passed = false;
  const disarm = armFailpoint(point, () => {
    passed = true;
    return new Promise((_resolve, reject) => corpses.push(reject));
  });
  return {
    happened: () => eventually(`it came to ${point}`, () => passed),
    bury: () => {
      disarm();
      for (const reject of corpses) reject(new Error('the process died here'));
    },
  };
}

/** One replica with a connected workspace; Slack is a small server that keeps what it was asked. */
export async function startSlack() {
  const call = adminCall({ ownerId: newId() });
  const { organizationId } = call.caller;
  const state = {
    /** Oldest first. */
    told: [] as Told[],
    calls: [] as { method: string; given: Record<string, string> }[],
    /** By method: what Slack answers in place of its reply, once each; "lost" does it and ends the connection. */
    errors: new Map<string, string[]>(),
    /** By id; others are called Al. */
    users: new Map<string, object | undefined>(),
    /** Whether the question for the expert is read; how often that was asked; what the expert answered. */
    isRead: true,
    asked: 0,
    answer: { state: 'open' } as ExpertAnswer,
    looks: 0,
  };
  const replies = (method: string, given: Record<string, string>): object => {
    const id = given['user'] ?? '';
    if (method === 'auth.test') return { team_id: 'T1', team: 'Acme', user_id: 'UBOT', bot_id: 'B1' };
    if (method === 'users.info') {
      const known = { id, team_id: 'T1', profile: { real_name: 'Al' } };
      return { user: state.users.has(id) ? state.users.get(id) : known };
    }
    if (method === 'conversations.list') return { channels: [{ id: 'DU1', user: 'U1' }] };
    const { channel, ts } = given;
    const here = state.told.filter((one) => (ts === undefined ? `D${one.channel}` === channel : one.thread_ts === ts));
    return { messages: here.map(({ metadata = '{}' }) => ({ metadata: JSON.parse(metadata) as object })) };
  };
  const answer = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    let body = '';
    for await (const piece of request) body += String(piece);
    const method = (request.url ?? '').replace('/api/', '');
    const isJson = request.headers['content-type']?.startsWith('application/json') === true;
    const given = (isJson ? JSON.parse(body) : Object.fromEntries(new URLSearchParams(body))) as Record<string, string>;
    const error = state.errors.get(method)?.shift();
    state.calls.push({ method, given });
    if (method === 'chat.postMessage' || isJson) state.told.push(toldBy(given));
    if (error === 'lost') return void request.socket.destroy();
    response.writeHead(200, { 'content-type': 'application/json' });
    response.end(JSON.stringify(error === undefined ? { ok: true, ...replies(method, given) } : { ok: false, error }));
  };
  const server = createServer((request, response) => void answer(request, response));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const installation = await startInstallation();
  const people: People = {
    organizationNamed: () => Promise.resolve(organizationId),
    personWith: () => Promise.resolve(undefined),
    nameOf: () => Promise.resolve('Eve Expert'),
  };
  const questionnaires = {
    open: () => Promise.resolve({ items: [], total: 0 }),
    askExpert: () => Promise.resolve(++state.asked > 0 && state.isRead),
    expertAnswer: () => Promise.resolve(++state.looks > 0 ? state.answer : state.answer),
  };
  const options = { apiUrl: `${origin}/api/`, questionnaires, retryAfterS: RETRY_AFTER_S };
  const replica = await installation.replica({ people, slack: options });
  const connect = (more: object = {}) =>
    replica.slack.setSlackChannel(
      {
        signingSecret: SECRET,
        botToken: 'xoxb-one',
        appToken: '',
        channelIds: [],
        userGroupIds: [],
        allowGuests: false,
        allowSharedChannels: false,
        expert: undefined,
        ...more,
      },
      call,
    );
  await connect();
  const rows = () => replica.db.collection<SlackRow>(SLACK_INBOX).find({}).sort({ received_at: 1 }).toArray();
  const send = (kind: string, text: string, secret = SECRET) => {
    const body = Buffer.from(text);
    const timestamp = String(Math.floor(installation.clock.now() / 1000));
    const request = { tenantName: 'acme', kind, body, signature: signatureOf(body, timestamp, secret), timestamp };
    return replica.slack.takeFromSlack(request, { requestId: newId() });
  };
  let sent = 0;
  /** Resolves with the message's time stamp. */
  const ask = async (more: object = {}): Promise<string> => {
    const ts = `${++sent}.1`;
    const event = { type: 'message', channel_type: 'im', user: 'U1', channel: 'D1', ts, text: 'MFA?', ...more };
    await send('events', JSON.stringify({ type: 'event_callback', team_id: 'T1', event }));
    return ts;
  };
  const command = (text: string) => {
    const form = { team_id: 'T1', user_id: 'U1', channel_id: 'C1', channel_name: 'sales', text };
    const addresses = { trigger_id: String(++sent), response_url: `${origin}/response` };
    return send('commands', new URLSearchParams({ ...form, ...addresses }).toString());
  };
  /** Presses a button below a reply that carries the id of the conversation. */
  const press = async (action: string, reply: Told, container: object = { message_ts: '1.1' }): Promise<void> => {
    const value = /"value":"([^"]+)"/.exec(reply.blocks ?? '')?.[1] ?? '';
    const payload = {
      type: 'block_actions',
      team: { id: 'T1' },
      user: { id: 'U1', team_id: 'T1' },
      channel: { id: 'C1' },
      container,
      response_url: `${origin}/response`,
      actions: [{ action_id: action, action_ts: `${++sent}`, value }],
    };
    await send('interactions', new URLSearchParams({ payload: JSON.stringify(payload) }).toString());
  };
  return {
    state,
    call,
    installation,
    replica,
    connect,
    rows,
    send,
    ask,
    command,
    press,
    lastError: async () => (await replica.slack.getSlackChannel({}, call)).lastError,
    outcomes: async () => (await rows()).map(({ outcome }) => outcome),
    /** Something failed, and when it is tried again is stored. The last error may be of a test before, and is stored earlier. */
    failed: () =>
      eventually('it failed', async () =>
        (await rows()).some(({ state, failures = 0 }) => state === 'waiting' && failures > 0),
      ),
    /** What experts have to answer does not count. */
    settled: () =>
      eventually('nothing waits', async () =>
        (await rows()).every(({ outcome, deed }) => outcome !== '' || deed?.kind === 'expert_answer'),
      ),
    saying: (words: string) =>
      eventually(`"${words}" is said`, () => state.told.find(({ text }) => text.includes(words))),
    callsOf: (method: string) => state.calls.filter((one) => one.method === method).length,
    /** Nobody asks so much within a minute; what was before is forgotten. */
    begin: () => {
      Object.assign(state, { isRead: true, asked: 0, answer: { state: 'open' }, looks: 0 });
      for (const list of [state.told, state.calls]) list.length = 0;
      for (const map of [state.errors, state.users]) map.clear();
      installation.clock.advance(600_000);
    },
    close: async () => {
      await installation.close();
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
