import { describe, expect, it } from '@jest/globals';
import { safeReturn } from './return-to.js';

describe('where somebody goes after signing in', () => {
  it.each([
    '/console',
    '/console/questionnaires/1?tab=2#q',
    '/console?x=1',
    '/ask',
    '/ask?organization=acme',
    '/console#x',
    '/oauth/authorize?client_id=1&redirect_uri=https%3A%2F%2Fa.example',
  ])('may be a page of ours: %s', (path) => {
    expect(safeReturn(path)).toBe(path);
  });

  it.each([
    ...['', null, undefined, 'https://evil.example', '//evil.example', '/\\evil.example', '\\/evil.example'],
    ...['/console.evil.example', '/consoles', '/v1/session', '/', 'console', ' /console', 'javascript:alert(1)'],
    ...['/console/../v1/users', '/console/%2e%2e/v1/users', '/console/..//evil.example', '/console\\@evil.example'],
    ...[
      '/console\n/x',
      '/console/\t//evil.example',
      '/ask@evil.example',
      '/console:80',
      `/console/${'a'.repeat(2000)}`,
    ],
    ...['/console/./../../docs', 'http:/console', '/console/ä', '/oauth/token', '/oauth/authorizes', '/oauth'],
  ])('is nothing else: %j', (given) => {
    expect(safeReturn(given)).toBe('');
  });
});
