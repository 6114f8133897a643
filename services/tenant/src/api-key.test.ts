import { describe, expect, it } from '@jest/globals';
import { generateApiKey, prefixOf } from './api-key.js';

describe('an API key', () => {
  it('has 8 id characters and 43 secret ones, and is never the same twice', () => {
    const keys = Array.from({ length: 200 }, () => generateApiKey());
    for (const { key, prefix } of keys) {
      expect(key).toMatch(/^cnd_[0-9A-Za-z]{8}_[0-9A-Za-z_-]{43}$/);
      expect(key.startsWith(`${prefix}_`)).toBe(true);
      expect(prefixOf(key)).toBe(prefix);
    }
    expect(new Set(keys.map(({ key }) => key)).size).toBe(200);
  });

  it('of an operator in another form shows nothing of itself', () => {
    expect(prefixOf('0123456789abcdef')).toBe('custom');
    expect(prefixOf('cnd_short_secret')).toBe('custom');
  });
});
