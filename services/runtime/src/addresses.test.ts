import { describe, expect, it } from '@jest/globals';
import { addressPart, domainName, emailAddress } from './addresses.js';

describe('an email address', () => {
  it.each([
    ['Ann@Example.COM ', 'ann@example.com'],
    ['ann@bücher.example', 'ann@bücher.example'],
    ['ann@xn--bcher-kva.example', 'ann@bücher.example'],
    ['ann@BÜCHER.example', 'ann@bücher.example'],
    ["o'neil+tag@example.co.uk", "o'neil+tag@example.co.uk"],
    ['jo\u0308rg@example.com', 'jörg@example.com'],
  ])('%j is stored as %j', (given, stored) => {
    expect(emailAddress(given)).toBe(stored);
    expect(emailAddress(stored)).toBe(stored);
  });

  it.each([
    '',
    'ann',
    'ann@',
    '@example.com',
    'ann@localhost',
    'ann@example.1',
    '.ann@example.com',
    'a..n@example.com',
    'an n@example.com',
    'ann@exa\u0000mple.com',
    'an\u0000n@example.com',
    'ann\u200b@example.com',
    '\u202eann@example.com',
    'an\ud83dn@example.com',
    `${'a'.repeat(65)}@example.com`,
    `ann@${'a'.repeat(300)}.com`,
  ])('%j is none', (given) => {
    expect(emailAddress(given)).toBeUndefined();
  });
});

describe('a part of an address', () => {
  it.each([
    [' Ann@B', 'ann@b'],
    ['@XN--bcher-kva.ex', '@bücher.ex'],
    ['xn--bcher-kva', 'bücher'],
    ['xn--', 'xn--'],
  ])('%j is looked for as %j', (given, part) => {
    expect(addressPart(given)).toBe(part);
  });
});

describe('a domain', () => {
  it('has one spelling', () => {
    expect(domainName(' BÜCHER.example')).toBe('xn--bcher-kva.example');
    expect(domainName('xn--bcher-kva.example')).toBe('xn--bcher-kva.example');
    expect(domainName('nowhere')).toBeUndefined();
    expect(domainName('-a.example')).toBeUndefined();
  });
});
