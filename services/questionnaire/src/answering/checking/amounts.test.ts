import { describe, expect, it } from '@jest/globals';
import { amountsOf } from './amounts.js';

const keysOf = (text: string): string[] => amountsOf(text).map(({ key, bound }) => `${key} ${bound}`.trim());

describe('an amount in other words', () => {
  it.each([
    ['every other Thursday', 'every two weeks'],
    ['three days a week', 'three days per week'],
    ['at 17.00', 'at 5 pm'],
    ["at 2 o'clock", 'at 2 a.m.'],
    ['within 7 days, high within 30.', 'within seven days, high within 30 days.'],
    ['at least 12 characters', '12 characters or more'],
  ])('is the same amount: %s, %s', (one, other) => {
    expect(keysOf(one)).toEqual(keysOf(other));
  });
});

describe('another amount', () => {
  it.each([
    ['every Thursday', 'every other Thursday'],
    ['three days', 'three days a week'],
    ['version 17.00', 'at 17.00'],
    ['within 7 days, at most 30 attempts', 'within 7 days, at most 30 days'],
    ['12 characters', '12 characters or more'],
  ])('stays another one: %s, %s', (one, other) => {
    expect(keysOf(one)).not.toEqual(keysOf(other));
  });
});
