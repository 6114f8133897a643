import { describe, expect, it } from '@jest/globals';
import { CHALLENGE, sameSecret } from './secrets.js';

describe('A secret that was sent', () => {
  it.each([
    ['the known one', 'sesame', true],
    ['another one', 'sesamf', false],
    ['the beginning of the known one', 'sesam', false],
    ['the known one and more', 'sesame2', false],
    ['nothing', '', false],
    ['none', undefined, false],
  ])('is compared: %s', (_name, given, same) => {
    expect(sameSecret(given, 'sesame')).toBe(same);
  });

  it('is not the known one when none is known and none was sent', () => {
    expect(sameSecret(undefined, '')).toBe(false);
  });

  it('is shown as its hash, 43 characters', () => {
    expect(CHALLENGE.test('E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM')).toBe(true);
    expect(CHALLENGE.test('E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-c')).toBe(false);
  });
});
