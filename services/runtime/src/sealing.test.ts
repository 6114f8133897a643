import { describe, expect, it } from '@jest/globals';
import { Sealing } from './sealing.js';

describe('a sealed secret', () => {
  const sealing = new Sealing('the key of this installation');
  const sealed = sealing.seal('s3cret ✓', 'organization a');

  it('opens for its owner, and is never stored the same way twice', () => {
    expect(sealing.open(sealed, 'organization a')).toBe('s3cret ✓');
    expect(sealed).not.toContain('s3cret');
    expect(sealing.seal('s3cret ✓', 'organization a')).not.toBe(sealed);
  });

  it('opens for no other owner, with no other key, and not when it is damaged', () => {
    expect(sealing.open(sealed, 'organization b')).toBeUndefined();
    expect(new Sealing('another key').open(sealed, 'organization a')).toBeUndefined();
    expect(sealing.open(`${sealed.slice(0, -2)}AA`, 'organization a')).toBeUndefined();
    expect(sealing.open('', 'organization a')).toBeUndefined();
  });
});
