import { createHmac, randomUUID } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A call of a method, or a post to a response address (method "response_url"), as it came. */
export interface SlackCall {
  method: string;
  token: string;
  arguments: Record<string, unknown>;
}

export interface SlackMessage {
  channel: string;
  ts: string;
  thread_ts: string;
  text: string;
  blocks: {
    type: string;
    text?: { text: string };
    elements?: { action_id?: string; value?: string; text?: unknown }[];
  }[];
  metadata: { event_type: string; event_payload: Record<string, string> };
}

/** What the double answers in place of its own reply, once. */
export type Trouble = { status: number; headers?: Record<string, string>; body?: object } | 'lost' | 'lost before';

export const SCOPES =
  'app_mentions:read,channels:history,channels:read,chat:write,commands,groups:history,groups:read,im:history,im:read,mpim:history,mpim:read,usergroups:read,users:read,users:read.email';

/** Slack's Web API as its documentation tells it, as far as Candor calls it, over real HTTP. */
export class SlackDouble {
  readonly calls: SlackCall[] = [];
  readonly messages: SlackMessage[] = [];
  readonly users = new Map<string, Record<string, unknown>>();
  readonly channels = new Map<string, Record<string, unknown>>();
  readonly groups = new Map<string, string[]>();
  /** By token. */
  readonly bots = new Map<string, { team_id: string; team: string; user_id: string; bot_id: string }>();
  scopes = SCOPES;
  /** Where a connection for socket mode leads; '': none is given. */
  socketUrl = '';
  /** Called when a call has had its effect, before it is answered. */
  onCall: (call: SlackCall) => unknown = () => undefined;
  private readonly troubles = new Map<string, Trouble[]>();
  private readonly server = createServer((request, response) => void this.answer(request, response));
  private lastTs = 1_700_000_000;

  async start(): Promise<this> {
    await new Promise<void>((resolve) => this.server.listen(0, '127.0.0.1', resolve));
    return this;
  }

  get url(): string {
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}/api/`;
  }

  get responseUrl(): string {
    return `${new URL(this.url).origin}/commands/${randomUUID()}`;
  }

  /** Answers the next call of a method so; several wait for their turn. */
  trouble(method: string, ...troubles: Trouble[]): void {
    this.troubles.set(method, [...(this.troubles.get(method) ?? []), ...troubles]);
  }

  callsOf(method: string): SlackCall[] {
    return this.calls.filter((call) => call.method === method);
  }

  /** Slack's own time stamps: seconds, and a number that makes them different. */
  nextTs = (): string => `${++this.lastTs}.000100`;

  async close(): Promise<void> {
    this.server.closeAllConnections();
    await new Promise((resolve) => this.server.close(resolve));
  }

  private async answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const pieces: Buffer[] = [];
    for await (const piece of request) pieces.push(piece as Buffer);
    const body = Buffer.concat(pieces).toString('utf8');
    const path = new URL(request.url ?? '/', 'http://slack').pathname;
    const method = path.startsWith('/api/') ? path.slice('/api/'.length) : 'response_url';
    const given = argumentsOf(body, request.headers['content-type'] ?? '');
    const token = (request.headers.authorization ?? '').replace(/^Bearer /, '');
    this.calls.push({ method, token, arguments: given });
    const trouble = this.troubles.get(method)?.shift();
    if (trouble === 'lost before') return void request.socket.destroy();
    if (trouble && trouble !== 'lost') {
      response.writeHead(trouble.status, { 'content-type': 'application/json', ...trouble.headers });
      return void response.end(JSON.stringify(trouble.body ?? {}));
    }
    const reply = method === 'response_url' ? {} : this.reply(method, token, given);
    await this.onCall({ method, token, arguments: given });
    if (trouble === 'lost') return void request.socket.destroy();
    response.writeHead(200, { 'content-type': 'application/json', 'x-oauth-scopes': this.scopes });
    response.end(method === 'response_url' ? 'ok' : JSON.stringify(reply));
  }

  private reply(method: string, token: string, given: Record<string, unknown>): object {
    const bot = this.bots.get(token);
    if (!bot && method !== 'apps.connections.open') return { ok: false, error: 'invalid_auth' };
    const found = (name: string, value: unknown, error: string) =>
      value === undefined ? { ok: false, error } : { ok: true, [name]: value };
    switch (method) {
      case 'auth.test':
        return { ok: true, url: 'https://test.slack.com/', user: 'candor', ...bot };
      case 'users.info':
        return found('user', this.users.get(String(given['user'])), 'user_not_found');
      case 'conversations.info':
        return found('channel', this.channels.get(String(given['channel'])), 'channel_not_found');
      case 'usergroups.users.list':
        return found('users', this.groups.get(String(given['usergroup'])), 'no_such_subteam');
      case 'conversations.replies':
        return { ok: true, messages: this.messages.filter(({ thread_ts: ts }) => ts === given['ts']), has_more: false };
      case 'conversations.list':
        return { ok: true, channels: [...this.users.keys()].map((user) => ({ id: directOf(user), user })) };
      case 'conversations.history':
        return { ok: true, messages: this.messages.filter(({ channel }) => channel === given['channel']) };
      case 'chat.postMessage': {
        // Whoever writes to a person writes into the direct messages with them.
        const to = String(given['channel']);
        const channel = this.users.has(to) ? directOf(to) : to;
        const message = { blocks: [], ...given, channel, ts: this.nextTs() } as unknown as SlackMessage;
        this.messages.push(message);
        return { ok: true, channel: message.channel, ts: message.ts, message };
      }
      case 'apps.connections.open':
        return this.socketUrl === ''
          ? { ok: false, error: 'not_allowed_token_type' }
          : { ok: true, url: this.socketUrl };
      default:
        return { ok: false, error: 'unknown_method' };
    }
  }
}

/** The channel of the app's direct messages with a person. */
export const directOf = (user: string): string => `D${user}`;

/** The client sends forms in which objects are JSON; response addresses get JSON. */
function argumentsOf(body: string, type: string): Record<string, unknown> {
  if (type.startsWith('application/json')) return JSON.parse(body) as Record<string, unknown>;
  return Object.fromEntries(
    [...new URLSearchParams(body)].map(([name, value]) => [
      name,
      /^[[{]/.test(value) || value === 'true' || value === 'false' ? (JSON.parse(value) as unknown) : value,
    ]),
  );
}

export const member = (id: string, name: string, email: string, more: object = {}): Record<string, unknown> => ({
  id,
  team_id: 'T1',
  name: name.toLowerCase(),
  deleted: false,
  is_bot: false,
  is_restricted: false,
  is_ultra_restricted: false,
  is_email_confirmed: true,
  profile: {
    real_name: name,
    display_name: '',
    email,
    image_72: `https://pictures.example/${id}-72.png`,
    image_192: `https://pictures.example/${id}.png`,
  },
  ...more,
});

/** What a workspace sends to one organization of a Candor server, signed as Slack signs it. */
export class SlackWorkspace {
  constructor(
    private readonly candor: string,
    readonly tenantName: string,
    public secret: string,
  ) {}

  /** Of an event about a message; `message` is the inner event. */
  event(message: Record<string, unknown>, outer: Record<string, unknown> = {}): Promise<Response> {
    return this.send('events', JSON.stringify(eventOf(message, outer)), 'application/json');
  }

  command(text: string, more: Record<string, string>): Promise<Response> {
    const form = { command: '/candor', team_id: 'T1', user_id: 'U1', channel_id: 'C1', channel_name: 'sales', text };
    const response_url = 'https://hooks.slack.com/commands/1';
    const body = new URLSearchParams({ ...form, trigger_id: randomUUID(), response_url, ...more }).toString();
    return this.send('commands', body, 'application/x-www-form-urlencoded');
  }

  press(message: { channel: string; ts: string; thread_ts: string }, action: string, value: string, more: object = {}) {
    const payload = {
      type: 'block_actions',
      team: { id: 'T1' },
      user: { id: 'U1', team_id: 'T1' },
      channel: { id: message.channel },
      container: { type: 'message', message_ts: message.ts, channel_id: message.channel },
      message: { ts: message.ts, thread_ts: message.thread_ts },
      actions: [{ type: 'button', action_id: action, block_id: 'b', action_ts: '1700000000.5', value }],
      ...more,
    };
    const body = new URLSearchParams({ payload: JSON.stringify(payload) }).toString();
    return this.send('interactions', body, 'application/x-www-form-urlencoded');
  }

  send(
    kind: string,
    body: string,
    type: string,
    { at = Date.now(), secret = this.secret, signature }: { at?: number; secret?: string; signature?: string } = {},
  ): Promise<Response> {
    const timestamp = String(Math.floor(at / 1000));
    const signed = createHmac('sha256', secret).update(`v0:${timestamp}:${body}`).digest('hex');
    return fetch(`${this.candor}/channels/slack/${this.tenantName}/${kind}`, {
      method: 'POST',
      headers: {
        'content-type': type,
        'x-slack-request-timestamp': timestamp,
        'x-slack-signature': signature ?? `v0=${signed}`,
      },
      body,
    });
  }
}

export const eventOf = (message: Record<string, unknown>, outer: Record<string, unknown> = {}): object => ({
  token: 'unused',
  team_id: 'T1',
  api_app_id: 'A1',
  type: 'event_callback',
  event_id: `Ev${randomUUID()}`,
  event_time: 1_700_000_000,
  authorizations: [{ team_id: 'T1', user_id: 'UBOT', is_bot: true }],
  is_ext_shared_channel: false,
  event: { type: 'message', channel_type: 'im', user: 'U1', team: 'T1', channel: 'D1', ...message },
  ...outer,
});
