import { describe, expect, it } from '@jest/globals';
import { Registry } from 'prom-client';
import { measureOpenWork, meterOf } from './meter.js';

describe('a meter', () => {
  it('counts under one name from several places', async () => {
    const registry = new Registry();
    const meter = meterOf(registry);
    meter.counter('things_total', 'Things.', ['kind'])({ kind: 'a' });
    meter.counter('things_total', 'Things.', ['kind'])({ kind: 'a' }, 2);
    expect(await registry.metrics()).toContain('things_total{kind="a"} 3');
  });

  it('reads gauges when asked, forgets what is gone, and leaves out what cannot be read', async () => {
    const registry = new Registry();
    const meter = meterOf(registry);
    let open = [{ job: 'a.b', count: 2, oldestMs: 1500 }];
    measureOpenWork(meter, () => Promise.resolve(open));
    measureOpenWork(meter, () => Promise.reject(new Error('the database is away')));
    expect(await registry.metrics()).toContain('candor_work_oldest_seconds{job="a.b"} 1.5');
    open = [];
    const text = await registry.metrics();
    expect(text).toContain('# TYPE candor_work_open gauge');
    expect(text).not.toContain('a.b');
  });
});
