import { describe, expect, it } from '@jest/globals';
import { armFailpoint, failpoint } from './failpoints.js';

describe('a failpoint', () => {
  it('is passed when nothing is armed', async () => {
    await failpoint('a.b');
    expect(await Promise.race([failpoint('a.b').then(() => 'passed')])).toBe('passed');
  });

  it('stops whoever passes it until the action ends, once', async () => {
    let release = (): void => undefined;
    armFailpoint('a.b', () => new Promise<void>((resolve) => (release = resolve)));
    let passed = false;
    const passing = failpoint('a.b').then(() => (passed = true));
    await failpoint('a.b');
    expect(passed).toBe(false);
    release();
    await passing;
    expect(passed).toBe(true);
  });

  it('acts after the passings that it skips, unless it is disarmed', async () => {
    let acted = 0;
    const count = (): void => {
      acted++;
    };
    armFailpoint('a.b', count, 2);
    await failpoint('a.b');
    await failpoint('a.b');
    expect(acted).toBe(0);
    await failpoint('a.b');
    expect(acted).toBe(1);
    const disarm = armFailpoint('a.b', count);
    disarm();
    await failpoint('a.b');
    expect(acted).toBe(1);
  });
});
