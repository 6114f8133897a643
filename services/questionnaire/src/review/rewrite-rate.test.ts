import { describe, expect, it } from '@jest/globals';
import { RewriteRate } from './rewrite-rate.js';

describe('the rate of rewritten answers', () => {
  it('is of each organization, says when to come back, and begins anew with the minute', () => {
    let now = 1_000;
    const rate = new RewriteRate({ now: () => now });
    for (let i = 0; i < 30; i++) rate.take('a');
    now += 20_000;
    const refused = (): void => rate.take('a');
    expect(refused).toThrow(expect.objectContaining({ kind: 'rate_limited', data: { retry_after: 40 } }));
    expect(() => rate.take('b')).not.toThrow();
    now += 40_000;
    expect(refused).not.toThrow();
  });
});
