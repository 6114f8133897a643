import { describe, expect, it } from '@jest/globals';
import type { SlackConnection } from '../store/slack-connections.js';
import { answerMessage, expertMessage, statusMessage } from './messages.js';
import { cut, escaped, link, pieces, shortened } from './mrkdwn.js';
import { whyNotSent } from './not-sent.js';
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

describe('a text that is too long for Slack', () => {
  const family = '👩‍👩‍👧‍👦';

  it.each([
    ['a link', `see <https://ours.example/a|the words> ${'x'.repeat(50)}`, 20, 'see…'],
    ['an escaped sign', `a &amp; b &lt; c`, 9, 'a &amp;…'],
    ['an emoji of several parts', `ab${family}cd`, 6, 'ab…'],
    ['half a character', 'a😀😀', 4, 'a😀…'],
    ['nothing that fits', 'a &amp; b', 9, 'a &amp; b'],
  ])('is not cut within %s', (_what, text, most, shown) => {
    expect(cut(text, most)).toBe(shown);
  });

  it('is cut between words where it has any, so that addresses stay whole', () => {
    const address = `https://example.com/${'path/'.repeat(20)}`;
    const blocks = pieces(`${'word '.repeat(550)}${address} end`.repeat(3));
    expect(blocks.length).toBeGreaterThan(1);
    expect(blocks.flatMap((one) => one.split(' ')).filter((one) => one.startsWith('https'))).toEqual([
      ...[address, address, address],
    ]);
  });

  it('is cut all the same where marks are stacked on one sign without end', () => {
    const stacked = `a${'\u0301'.repeat(20_000)}`;
    expect(shortened(stacked, 100)).toHaveLength(100);
    expect(pieces(stacked).every((one) => one.length <= 3000)).toBe(true);
  });
});

describe('a message', () => {
  const awkward = `<&>"|'👩‍👩‍👧‍👦 \u{1F600}`;
  const citations = Array.from({ length: 9 }, (_, at) => ({
    sourceId: `s${at}`,
    sourceType: 'library',
    title: awkward.repeat(40),
    locator: awkward.repeat(40),
    quote: '',
  }));
  const asked = {
    conversationId: '00000000-0000-4000-8000-000000000000',
    answerStatus: 'AI_ANSWERED',
    smallTalk: false,
    answer: 'Yes',
    confidence: { score: 1, band: 'HIGH' },
    citations,
    reply: awkward.repeat(10_000),
  };
  const open = {
    id: awkward,
    title: awkward.repeat(99),
    companyName: awkward.repeat(99),
    status: awkward,
    questions: 1,
    answered: 0,
    deadline: undefined,
  };
  const publicUrl = 'https://candor.example.com';

  it.each([
    ['with an answer', answerMessage(asked, { publicUrl, mayOpen: true, canAsk: true })],
    ['with questionnaires', statusMessage({ items: Array.from({ length: 10 }, () => open), total: 99 }, publicUrl)],
    ['of an expert', expertMessage('U1', awkward.repeat(999), [awkward.repeat(9999), ''])],
  ])('%s keeps to the bounds of Slack, and nothing in it is cut through', (_what, { text, blocks }) => {
    interface Block {
      text?: { text: string };
      elements?: { text: string | { text: string }; value?: string }[];
    }
    const made = JSON.parse(blocks) as Block[];
    expect(made.length).toBeLessThanOrEqual(50);
    const marked = [text, ...made.map(({ text: own }) => own?.text ?? '')];
    for (const { elements = [] } of made)
      for (const { text: words, value = '' } of elements) {
        if (typeof words === 'string') marked.push(words);
        else expect(words.text.length).toBeLessThanOrEqual(75);
        expect(value.length).toBeLessThanOrEqual(2000);
      }
    for (const one of marked) {
      expect(one.length).toBeLessThanOrEqual(3000);
      const left = one.replace(/<(?:@\w+|https:[^<>|]*\|[^<>|]*)>/g, '').replace(/&(?:amp|lt|gt);/g, '');
      expect(left).not.toMatch(/[<>&]|\p{Cs}/u);
    }
  });
});

it('only what surely did not leave counts as not sent', () => {
  for (const code of ['ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN', 'EHOSTUNREACH', 'ENETUNREACH'])
    expect(whyNotSent(code)).toBeDefined();
  for (const code of ['', 'ECONNRESET', 'ETIMEDOUT', 'EPIPE', 'UND_ERR_SOCKET', 'constructor'])
    expect(whyNotSent(code)).toBeUndefined();
});

describe('what Slack sends', () => {
  const connection = { organizationId: 'o', teamId: 'T1', botUserId: 'UBOT' } as SlackConnection;
  const event = (inner: object, outer: object = {}): string =>
    JSON.stringify({
      type: 'event_callback',
      team_id: 'T1',
      event_id: 'Ev1',
      ...outer,
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

  it.each(['help', ' Hilfe ', '?', ''])('"%s" asks for help', (words) => {
    const form = { team_id: 'T1', user_id: 'U1', channel_id: 'C1', text: words, response_url: '', trigger_id: '1' };
    expect(readSlack('commands', new URLSearchParams(form).toString(), connection)).toEqual({ what: 'help' });
  });

  it('by a button that is not one of ours is nothing', () => {
    const press = (value: string) => {
      const actions = [{ action_id: 'candor_wrong', action_ts: '1', value }];
      const payload = { type: 'block_actions', team: { id: 'T1' }, user: { id: 'U1' }, channel: { id: 'C1' }, actions };
      const body = new URLSearchParams({ payload: JSON.stringify(payload) }).toString();
      return readSlack('interactions', body, connection).what;
    };
    expect(press('00000000-0000-4000-8000-000000000000')).toBe('deed');
    expect(press('x'.repeat(5000))).toBe('nothing');
  });

  it.each(['', '{', '[]', 'null', '{"type":"event_callback","event":[]}'])('as "%s" is nothing to us', (body) => {
    for (const kind of ['events', 'commands', 'interactions'] as const)
      expect(readSlack(kind, body, connection)).toEqual({ what: 'nothing' });
  });
});
