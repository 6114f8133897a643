import { EventEmitter } from 'node:events';
import type { ServerResponse } from 'node:http';
import { describe, expect, it } from '@jest/globals';
import { capacityForUploads, type Holder, type Capacity } from './capacity.js';

const response = (): ServerResponse => new EventEmitter() as unknown as ServerResponse;
const refused = { kind: 'unavailable', code: 'too_many_uploads' };

/** How many of `count` places such holders get. */
function enter(capacity: Capacity, count: number, holder: (n: number) => Holder): ServerResponse[] {
  const entered: ServerResponse[] = [];
  for (let n = 0; n < count; n++) {
    const one = response();
    try {
      capacity.enter(one, holder(n));
      entered.push(one);
    } catch (error) {
      expect(error).toMatchObject(refused);
    }
  }
  return entered;
}

describe('the capacity for uploads', () => {
  it('is never all of one key, organization or network', () => {
    const capacity = capacityForUploads(100);
    expect(enter(capacity, 100, () => ({ key: 'a', organization: 'A', network: '1' }))).toHaveLength(25);
    expect(enter(capacity, 100, (n) => ({ key: `a${n}`, organization: 'A', network: '1' }))).toHaveLength(25);
    expect(enter(capacity, 100, (n) => ({ key: `b${n}`, organization: `B${n}`, network: '1' }))).toHaveLength(25);
    expect(enter(capacity, 100, (n) => ({ key: `c${n}`, organization: `C${n}`, network: '2' }))).toHaveLength(25);
    expect(() => capacity.enter(response(), { key: 'd', organization: 'D', network: '3' })).toThrow(
      /too many uploads at once/,
    );
  });

  it('tells whose share is used up, and is free again when the responses are over', () => {
    const capacity = capacityForUploads(8);
    const held = enter(capacity, 2, () => ({ key: 'a', organization: 'A', network: '1' }));
    expect(() => capacity.enter(response(), { key: 'a', organization: 'A', network: '1' })).toThrow(
      'There are too many uploads of this key at once. Try again shortly.',
    );
    for (const one of held) one.emit('close');
    expect(enter(capacity, 2, () => ({ key: 'a', organization: 'A', network: '1' }))).toHaveLength(2);
  });

  it('of one place has a place for whoever comes', () => {
    expect(enter(capacityForUploads(1), 2, () => ({ key: 'a', organization: 'A', network: '1' }))).toHaveLength(1);
  });
});
