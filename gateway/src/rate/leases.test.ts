import { systemClock } from '@candor/runtime';
import { describe, expect, it, jest } from '@jest/globals';
import type { KeyIdentity } from '../http/context.js';
import type { RateBudget, RateGrant } from './budget.js';
import { RateLeases } from './leases.js';

const identity: KeyIdentity = {
  keyId: 'key-1',
  organizationId: 'org-1',
  role: 'ADMIN',
  scopes: [],
  ownerId: '',
  expiresAt: undefined,
};
const from = { requestId: 'r' };
const WINDOW_MS = 60_000;

/** One minute's window of `limit` calls, as the tenant service keeps it for all replicas. */
class SharedWindow {
  now = 1_000_000;
  used = 0;
  asked: number[] = [];
  private endsAt = 0;

  constructor(private readonly limit: number) {}

  readonly clock = { now: (): number => this.now };

  readonly take = (_identity: KeyIdentity, _budget: RateBudget, count: number): Promise<RateGrant> => {
    this.asked.push(count);
    if (this.endsAt <= this.now) {
      this.endsAt = this.now + WINDOW_MS;
      this.used = 0;
    }
    const granted = Math.min(count, Math.max(0, this.limit - this.used));
    this.used += count;
    const left = this.endsAt - this.now;
    return Promise.resolve({
      granted,
      limit: this.limit,
      remaining: Math.max(0, this.limit - this.used),
      resetAt: this.endsAt * 1000,
      resetSeconds: Math.ceil(left / 1000),
    });
  };
}

async function allowedOf(leases: RateLeases, calls: number, budget: RateBudget): Promise<number> {
  const decisions = await Promise.all(Array.from({ length: calls }, () => leases.take(identity, budget, from)));
  return decisions.filter(({ allowed }) => allowed).length;
}

describe('calls of one key', () => {
  it.each<[RateBudget, number]>([
    ['insights', 120],
    ['general', 1200],
  ])(
    'of the budget %s pass up to its limit over two replicas, and pass again in the next window',
    async (budget, limit) => {
      const window = new SharedWindow(limit);
      const replicas = [new RateLeases(window.take, window.clock), new RateLeases(window.take, window.clock)];
      const pass = async (): Promise<number> => {
        const counts = await Promise.all(replicas.map((leases) => allowedOf(leases, limit, budget)));
        return counts.reduce((sum, count) => sum + count, 0);
      };
      expect(await pass()).toBe(limit);
      expect(await pass()).toBe(0);
      window.now += WINDOW_MS;
      expect(await pass()).toBe(limit);
    },
  );

  it('of a wide window are fetched a second’s share at a time, of a narrow one as before', async () => {
    for (const [limit, expected] of [
      [60_000, [20, 1000, 1000]],
      [1200, [20, 20, 20]],
    ] as const) {
      const window = new SharedWindow(limit);
      const leases = new RateLeases(window.take, window.clock);
      while (window.asked.length < 3) await leases.take(identity, 'general', from);
      expect(window.asked).toEqual(expected);
    }
  });

  it('are known to be refused once the window is used up, and no longer when it has ended', async () => {
    const window = new SharedWindow(2);
    const leases = new RateLeases(window.take, window.clock);
    const spent = (): boolean => leases.isSpent(identity, 'insights');
    const before = [spent()];
    for (let call = 0; call < 3; call++) {
      await leases.take(identity, 'insights', from);
      before.push(spent());
    }
    expect(before).toEqual([false, false, false, true]);
    window.now += WINDOW_MS;
    expect(spent()).toBe(false);
  });

  it('say what is left, and when the window ends', async () => {
    const window = new SharedWindow(120);
    const leases = new RateLeases(window.take, window.clock);
    expect(await leases.take(identity, 'insights', from)).toEqual({
      allowed: true,
      limit: 120,
      remaining: 119,
      resetSeconds: 60,
    });
    window.now += 59_900;
    expect(await leases.take(identity, 'insights', from)).toMatchObject({ remaining: 118, resetSeconds: 1 });
  });

  it('of the large budget are fetched in blocks, of the small one as they come', async () => {
    const window = new SharedWindow(1200);
    const leases = new RateLeases(window.take, window.clock);
    for (let i = 0; i < 40; i++) await leases.take(identity, 'general', from);
    expect(window.asked).toEqual([20, 20]);
    window.asked = [];
    for (let i = 0; i < 3; i++) await leases.take(identity, 'insights', from);
    expect(window.asked).toEqual([1, 1, 1]);
  });

  it('that are refused cost the tenant service nothing until the window ends', async () => {
    const window = new SharedWindow(20);
    const leases = new RateLeases(window.take, window.clock);
    await allowedOf(leases, 21, 'general');
    const before = window.asked.length;
    expect(await allowedOf(leases, 500, 'general')).toBe(0);
    expect(window.asked).toHaveLength(before);
  });

  it('keep nothing of a block beyond its window', async () => {
    const window = new SharedWindow(100);
    const leases = new RateLeases(window.take, window.clock);
    await leases.take(identity, 'general', from);
    window.now += WINDOW_MS;
    await leases.take(identity, 'general', from);
    expect(window.asked).toEqual([20, 20]);
  });

  it('fail together when the tenant service does, and are counted anew afterwards', async () => {
    const window = new SharedWindow(100);
    let down = true;
    let attempts = 0;
    const leases = new RateLeases((who, budget, count) => {
      attempts++;
      return down ? Promise.reject(new Error('down')) : window.take(who, budget, count);
    }, window.clock);
    const results = await Promise.allSettled(Array.from({ length: 30 }, () => leases.take(identity, 'general', from)));
    expect(results.every(({ status }) => status === 'rejected')).toBe(true);
    expect(attempts).toBe(1);
    down = false;
    expect((await leases.take(identity, 'general', from)).allowed).toBe(true);
  });

  it('wait no longer when the clock is set back two days', async () => {
    const window = new SharedWindow(2);
    const wall = Date.now();
    window.now = wall;
    const leases = new RateLeases(window.take, systemClock);
    await allowedOf(leases, 3, 'insights');
    jest.spyOn(Date, 'now').mockReturnValue(wall - 2 * 86_400_000);
    const refused = await leases.take(identity, 'insights', from);
    expect(refused.allowed).toBe(false);
    expect(refused.resetSeconds).toBeLessThanOrEqual(60);
    const steady = performance.now();
    jest.spyOn(performance, 'now').mockReturnValue(steady + WINDOW_MS);
    window.now += WINDOW_MS;
    expect((await leases.take(identity, 'insights', from)).allowed).toBe(true);
    jest.restoreAllMocks();
  });

  it('of a tenant service whose clock is behind still have a window', async () => {
    const window = new SharedWindow(100);
    const leases = new RateLeases(window.take, { now: () => window.now + 3_600_000 });
    for (let i = 0; i < 20; i++) await leases.take(identity, 'general', from);
    expect(window.asked).toEqual([20]);
  });
});
