import { describe, expect, it } from '@jest/globals';
import { nextHour } from './day-times.js';

const micros = (iso: string): number => Date.parse(iso) * 1000;
const next = (now: string, hour: number, zone: string): string => {
  const { at, day } = nextHour(micros(now), hour, zone);
  return `${new Date(at / 1000).toISOString()} ${day}`;
};

describe('the hour of the daily mail', () => {
  it.each([
    ['2030-01-01T07:59:00Z', 8, 'UTC', '2030-01-01T08:00:00.000Z 2030-01-01'],
    ['2030-01-01T08:00:00Z', 8, 'UTC', '2030-01-02T08:00:00.000Z 2030-01-02'],
    ['2030-01-01T23:10:00Z', 0, 'UTC', '2030-01-02T00:00:00.000Z 2030-01-02'],
    ['2030-07-01T05:00:00Z', 8, 'Europe/Berlin', '2030-07-01T06:00:00.000Z 2030-07-01'],
    ['2030-01-01T01:00:00Z', 9, 'Asia/Kathmandu', '2030-01-01T03:15:00.000Z 2030-01-01'],
    ['2030-01-01T12:00:00Z', 8, 'Pacific/Auckland', '2030-01-01T19:00:00.000Z 2030-01-02'],
    ['2030-01-01T12:00:00Z', 8, 'Pacific/Niue', '2030-01-01T19:00:00.000Z 2030-01-01'],
    ['2030-01-01T12:00:00Z', 8, 'Pacific/Kiritimati', '2030-01-01T18:00:00.000Z 2030-01-02'],
  ])('after %s it is %d in %s at %s', (now, hour, zone, expected) => expect(next(now, hour, zone)).toBe(expected));

  it('is the first moment after the gap on the day that skips it', () => {
    expect(next('2030-03-30T12:00:00Z', 2, 'Europe/Berlin')).toBe('2030-03-31T01:00:00.000Z 2030-03-31');
  });

  it('comes once on the day that has it twice', () => {
    const first = nextHour(micros('2030-10-26T12:00:00Z'), 2, 'Europe/Berlin');
    expect(new Date(first.at / 1000).toISOString()).toBe('2030-10-27T00:00:00.000Z');
    expect(nextHour(first.at, 2, 'Europe/Berlin').day).toBe('2030-10-28');
  });
});
