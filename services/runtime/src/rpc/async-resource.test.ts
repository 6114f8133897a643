import { AsyncLocalStorage, AsyncResource } from 'node:async_hooks';
import { expect, it } from '@jest/globals';
import { bindWithoutDeprecatedProperty } from './async-resource.js';

it('a bound function runs where it was bound, with its arguments and its this, and keeps no deprecated property', () => {
  bindWithoutDeprecatedProperty();
  const place = new AsyncLocalStorage<string>();
  const told = function (this: unknown, a: number, b: number): unknown[] {
    return [place.getStore(), this, a, b];
  };
  const owner = { told: place.run('inside', () => new AsyncResource('TEST').bind(told)) };
  const fixed = place.run('inside', () => AsyncResource.bind(told, 'TEST', 'other'));
  place.run('outside', () => {
    expect(owner.told(1, 2)).toEqual(['inside', owner, 1, 2]);
    expect(fixed(3, 4)).toEqual(['inside', 'other', 3, 4]);
  });
  expect(owner.told).toHaveLength(2);
  expect(owner.told).not.toHaveProperty('asyncResource');
});
