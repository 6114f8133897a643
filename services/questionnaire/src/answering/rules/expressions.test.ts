import { describe, expect, it } from '@jest/globals';
import { hasExpression, tellsPlace } from './expressions.js';

const NOTHING_KNOWN: ReadonlySet<string> = new Set();

describe('expressions of places', () => {
  it.each(['eu-west-1', 'us-northeast-2', 'ap-southeast-1', 'app.harbour.example', 'files-2.harbour.io'])(
    'finds the place "%s"',
    (place) => {
      expect(hasExpression('place', `it runs in ${place} today`, NOTHING_KNOWN)).toBe(true);
      expect(tellsPlace(`it runs in ${place} today`)).toBe(true);
    },
  );

  it.each([
    ['points of the compass', `aa-${'northeast'.repeat(26)}x`],
    ['words tied by hyphens', 'aa-'.repeat(20_000)],
  ])('reads endless %s in no time', (_, text) => {
    const before = process.cpuUsage();
    expect(tellsPlace(text)).toBe(false);
    // Of the processor: it took seconds, and twice as long for each word more.
    expect(process.cpuUsage(before).user / 1000).toBeLessThan(500);
  });
});
