import { describe, expect, it } from '@jest/globals';
import type { Request } from 'express';
import { sessionCookie } from './session-cookie.js';

const TOKEN = `cns_${'a'.repeat(43)}`;

function request(cookie: string, secure = false): { request: Request; set: string[] } {
  const set: string[] = [];
  const res = { append: (_name: string, value: string) => set.push(value) };
  const get = (name: string) => (name === 'cookie' ? cookie : undefined);
  return { request: { get, secure, res } as unknown as Request, set };
}

describe('the cookie of a signed-in person', () => {
  it.each([
    ['a server behind TLS', true, false],
    ['a call over TLS', false, true],
  ])('belongs to this host and to TLS alone for %s', (_what, isHttps, secure) => {
    const { request: one, set } = request(`candor_session=${TOKEN}`, secure);
    const cookie = sessionCookie(one, isHttps);
    // What a page over plain http planted is not read.
    expect(cookie.brought).toBe('');
    cookie.keep(TOKEN, Date.UTC(2030, 0, 1) * 1000);
    expect(set).toEqual([
      `__Host-candor_session=${TOKEN}; Path=/; Expires=Tue, 01 Jan 2030 00:00:00 GMT; HttpOnly; SameSite=Lax; Secure`,
    ]);
    expect(sessionCookie(request(`x=1; __Host-candor_session=${TOKEN}`, secure).request, isHttps).brought).toBe(TOKEN);
  });

  it('has its plain name over http, and goes with its past', () => {
    const { request: one, set } = request(`a=b; candor_session=${TOKEN}; c=d`);
    const cookie = sessionCookie(one, false);
    expect(cookie.brought).toBe(TOKEN);
    cookie.drop();
    expect(set).toEqual(['candor_session=; Path=/; Expires=Thu, 01 Jan 1970 00:00:00 GMT; HttpOnly; SameSite=Lax']);
  });

  it.each([
    '',
    'candor_session',
    'candor_session=',
    'candor_session=a b',
    'candor_session="x"',
    `candor_session=${'a'.repeat(201)}`,
    'xcandor_session=a',
  ])('is none in %j', (header) => {
    expect(sessionCookie(request(header).request, false).brought).toBe('');
  });
});
