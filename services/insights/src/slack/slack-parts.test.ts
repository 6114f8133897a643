import { describe, expect, it } from '@jest/globals';
import type { SlackConnection } from '../store/slack-connections.js';
import { escaped, link, pieces } from './mrkdwn.js';
import { readSlack } from './payloads.js';
import { isSigned, signatureOf } from './signature.js';

describe('a signature', () => {
  // The request, secret and signature of Slack's own documentation have this form; these are ours.
  const body = Buffer.from('token=x&command=%2Fcandor&text=Is+data+encrypted%3F');
  const now = 1_767_225_600_000;
  const timestamp = String(now / 1000);
  const signature = signatureOf(body, timestamp, 'secret');

  it('counts for its bytes, its time and its secret alone', () => {
    expect(isSigned({ body, signature, timestamp }, 'secret', now)).toBe(true);
    expect(isSigned({ body: Buffer.concat([body, Buffer.from(' ')]), signature, timestamp }, 'secret', now)).toBe(
      false,
    );
    expect(isSigned({ body, signature, timestamp: String(now / 1000 + 1) }, 'secret', now)).toBe(false);
    expect(isSigned({ body, signature, timestamp }, 'other', now)).toBe(false);
    expect(isSigned({ body, signature: signature.toUpperCase(), timestamp }, 'secret', now)).toBe(false);
  });

  it('counts for five minutes', () => {
    expect(isSigned({ body, signature, timestamp }, 'secret', now + 300_000)).toBe(true);
    expect(isSigned({ body, signature, timestamp }, 'secret', now + 301_000)).toBe(false);
    expect(isSigned({ body, signature, timestamp }, 'secret', now - 301_000)).toBe(false);
  });

  it.each(['', 'now', '1e9', '-1', '17672256000001234'])('does not count at the time "%s"', (at) => {
    expect(isSigned({ body, signature: signatureOf(body, at, 'secret'), timestamp: at }, 'secret', now)).toBe(false);
  });
});

describe('words of others in a message', () => {
  it.each([
    ['<!channel>', '&lt;!channel&gt;'],
    ['<@U1> & <https://a.example|b>', '&lt;@U1&gt; &amp; &lt;https://a.example|b&gt;'],
    ['&lt;!here&gt;', '&amp;lt;!here&amp;gt;'],
  ])('%s mention nobody and lead nowhere', (text, shown) => {
    expect(escaped(text)).toBe(shown);
    expect(pieces(text)).toEqual([shown]);
    expect(link('https://ours.example', text)).not.toMatch(/<!|<@|\|b/);
  });

  it('are cut into blocks that Slack takes, and never within a sign', () => {
    const text = '<&>'.repeat(3000);
    const blocks = pieces(text);
    expect(blocks.every((one) => one.length <= 3000)).toBe(true);
    expect(blocks.join('')).toBe(escaped(text));
    expect(pieces('x\n'.repeat(100_000))).toHaveLength(21);
    expect(pieces(' ')).toEqual([]);
  });
});

describe('what Slack sends', () => {
  const connection = { organizationId: 'o', teamId: 'T1', botUserId: 'UBOT' } as SlackConnection;
  const event = (inner: object, outer: object = {}): string =>
    JSON.stringify({
      ...{ type: 'event_callback', team_id: 'T1', event_id: 'Ev1', ...outer },
      event: { type: 'message', channel_type: 'im', user: 'U1', channel: 'D1', ts: '1.1', text: 'Why?', ...inner },
    });
  const read = (inner: object, outer?: object) => readSlack('events', event(inner, outer), connection);

  it('is one thing for all deliveries of a message, and another for another message', () => {
    const first = read({});
    expect(first).toMatchObject({ what: 'deed', deed: { text: 'Why?', threadTs: '1.1', isDirect: true } });
    expect(read({}, { event_id: 'Ev2' })).toEqual(first);
    const mention = read({ type: 'app_mention', channel_type: undefined });
    expect(mention).toMatchObject({ id: (first as { id: string }).id, deed: { isDirect: false } });
    expect(read({ ts: '1.2', thread_ts: '1.1' })).not.toMatchObject({ id: (first as { id: string }).id });
  });

  it.each<[string, object, object?]>([
    ['of a bot', { bot_id: 'B1' }],
    ['of ourselves', { user: 'UBOT' }],
    ['of nobody', { user: undefined }],
    ['changed', { subtype: 'message_changed' }],
    ['with an edit', { edited: { user: 'U1' } }],
    ['hidden', { hidden: true }],
    ['in a channel without a mention', { channel_type: 'channel' }],
    ['of another workspace', {}, { team_id: 'T2' }],
    ['for another workspace', {}, { authorizations: [{ team_id: 'T2' }] }],
    ['about something else', { type: 'reaction_added' }],
  ])('%s is nothing to us', (_what, inner, outer = {}) => {
    expect(read(inner, outer)).toEqual({ what: 'nothing' });
  });

  it.each(['', '{', '[]', 'null', '{"type":"event_callback","event":[]}'])('as "%s" is nothing to us', (body) => {
    for (const kind of ['events', 'commands', 'interactions'] as const)
      expect(readSlack(kind, body, connection)).toEqual({ what: 'nothing' });
  });
});
