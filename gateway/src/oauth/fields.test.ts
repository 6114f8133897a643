import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { startTestGateway, tenantHandlers, type TestGateway } from '../services.fixture.js';
import { Fields } from './fields.js';

let gateway: TestGateway;
beforeAll(async () => {
  gateway = await startTestGateway({ handlers: tenantHandlers() });
});
afterAll(() => gateway.close());

const LETTERS = Array.from('abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-_.~');

/** A form of distinct names of one to three letters, about as long as it may be. */
function manyNames(bytes: number): string {
  const pairs: string[] = [];
  let size = 0;
  for (const a of ['', ...LETTERS])
    for (const b of a === '' ? [''] : ['', ...LETTERS])
      for (const c of LETTERS) {
        if (size > bytes) return pairs.join('&');
        pairs.push(`${a}${b}${c}=`);
        size += a.length + b.length + 3;
      }
  return pairs.join('&');
}

const send = (path: string, body: string, headers: Record<string, string> = {}): Promise<Response> =>
  fetch(gateway.url + path, {
    method: 'POST',
    headers: { 'content-type': 'application/x-www-form-urlencoded', ...headers },
    body,
  });

describe('a form of a stranger', () => {
  // Anybody may send these: one that took its time would hold up every organization of the server.
  it('is read or refused without holding up everybody else, whatever is in it', async () => {
    const bodies = [manyNames(64_500), manyNames(16_000), '&'.repeat(16_000), 'a=1&'.repeat(4000), '%'.repeat(16_000)];
    for (const path of ['/oauth/token', '/oauth/revoke'])
      for (const body of bodies) {
        const began = performance.now();
        const { status } = await send(path, body);
        expect([status, performance.now() - began < 1000]).toEqual([400, true]);
      }
  });

  it('is refused above thirty parameters, and above 16 KB', async () => {
    const of = (count: number): string => LETTERS.slice(0, count).join('=&');
    expect(() => Fields.of(of(31))).toThrow('Send 30 parameters at most.');
    expect(Fields.of(`${of(29)}=&last=1`).get('last')).toBe('1');
    const long = await send('/oauth/token', `grant_type=x&more=${'x'.repeat(17_000)}`);
    expect(await long.json()).toMatchObject({
      error: 'invalid_request',
      error_description: expect.stringContaining('16 KB'),
    });
    const many = await fetch(`${gateway.url}/oauth/authorize?${of(40)}`);
    expect([many.status, await many.text()]).toEqual([400, expect.stringContaining('30 parameters')]);
  });

  it('keeps the first of what is named as parts of objects are', () => {
    expect(Fields.of('__proto__=1&constructor=2').get('__proto__')).toBe('1');
    expect(Fields.of('client_id=1').get('constructor')).toBe('');
    expect(() => Fields.of('a=1&b=2&a=1')).toThrow('The parameter a is given more than once.');
  });
});
