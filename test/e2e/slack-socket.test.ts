import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { WebSocketServer, type WebSocket } from 'ws';
import { startSystem, type TestSystem } from '../support/harness.js';
import { eventually } from '../support/poll.js';
import { eventOf, member, SlackDouble } from '../support/slack-double.js';

const QUESTION = 'Is customer data encrypted at rest?';
const PATIENCE = 60_000;

let slack: SlackDouble;
let sockets: WebSocketServer;
let system: TestSystem;
const acknowledged: { envelope_id: string; payload: { text?: string } }[] = [];
beforeAll(async () => {
  slack = await new SlackDouble().start();
  slack.bots.set('xoxb-one', { team_id: 'T1', team: 'Acme', user_id: 'UBOT', bot_id: 'B1' });
  slack.users.set('U1', member('U1', 'Ann Lee', 'ann@example.com'));
  sockets = new WebSocketServer({ host: '127.0.0.1', port: 0 });
  sockets.on('connection', (socket: WebSocket) => {
    socket.on('message', (data: Buffer) => acknowledged.push(JSON.parse(data.toString()) as (typeof acknowledged)[0]));
    socket.send(JSON.stringify({ type: 'hello', num_connections: 1, connection_info: { app_id: 'A1' } }));
  });
  await once(sockets, 'listening');
  slack.socketUrl = `ws://127.0.0.1:${(sockets.address() as AddressInfo).port}/link`;
  system = await startSystem({ CANDOR_SLACK_API_URL: slack.url });
  await system.api.post('/v1/knowledge/answers', { json: { question: QUESTION, answer: 'Yes, with AES-256.' } });
}, 240_000);
afterAll(async () => {
  await system.close();
  for (const socket of sockets.clients) socket.terminate();
  sockets.close();
  await slack.close();
}, 60_000);

const open = (): Promise<WebSocket> =>
  eventually('a connection', () => [...sockets.clients].find(({ readyState }) => readyState === 1), PATIENCE);
const acknowledgedAs = (id: string) =>
  eventually(`${id} is acknowledged`, () => acknowledged.find(({ envelope_id: one }) => one === id), PATIENCE);

describe('a workspace with an app-level token alone', () => {
  it('is listened to by a connection of our own, and answered once', async () => {
    const json = { bot_token: 'xoxb-one', app_token: 'xapp-one' };
    const { status, body } = await system.api.call('PUT', '/v1/channels/slack', { json });
    expect([status, body]).toMatchObject([200, { has_app_token: true, has_signing_secret: false }]);
    const socket = await open();
    expect(slack.callsOf('apps.connections.open').at(-1)?.token).toBe('xapp-one');
    const ts = slack.nextTs();
    for (const envelope_id of ['e1', 'e2'])
      socket.send(JSON.stringify({ envelope_id, type: 'events_api', payload: eventOf({ text: QUESTION, ts }) }));
    await Promise.all(['e1', 'e2'].map(acknowledgedAs));
    const replies = () => slack.messages.filter(({ thread_ts: thread }) => thread === ts);
    await eventually('a reply', () => replies().length > 0, PATIENCE);
    const help = { team_id: 'T1', user_id: 'U1', channel_id: 'C1', text: 'help', response_url: '', trigger_id: '1' };
    socket.send(JSON.stringify({ envelope_id: 'e3', type: 'slash_commands', payload: help }));
    expect((await acknowledgedAs('e3')).payload.text).toContain('/candor status');
    expect(replies()).toHaveLength(1);
  });

  it('is connected again when Slack ends the connection, and no more when it is disconnected here', async () => {
    const before = await open();
    before.send(JSON.stringify({ type: 'disconnect', reason: 'refresh_requested' }));
    await eventually('the old one is closed', () => before.readyState === 3, PATIENCE);
    await open();
    expect((await system.api.call('DELETE', '/v1/channels/slack')).status).toBe(200);
    await eventually('none is open', () => sockets.clients.size === 0, PATIENCE);
  });

  it('is told that the token is refused', async () => {
    slack.socketUrl = '';
    const json = { bot_token: 'xoxb-one', app_token: 'xapp-two' };
    expect((await system.api.call('PUT', '/v1/channels/slack', { json })).status).toBe(200);
    const told = await eventually(
      'it is told',
      async () => ((await system.api.get('/v1/channels/slack')).body as { last_error: string | null }).last_error,
      PATIENCE,
    );
    expect(told).toContain('app-level token');
  });
});
