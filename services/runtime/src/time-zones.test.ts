import { describe, expect, it } from '@jest/globals';
import { dayAfter, dayIn, endOfDayIn, isTimeZone } from './time-zones.js';

const micros = (iso: string): number => Date.parse(iso) * 1000;

describe('a day in a time zone', () => {
  it.each([
    ['2026-12-10', 'UTC', '2026-12-10T23:59:59.999Z'],
    ['2026-12-10', 'Pacific/Niue', '2026-12-11T10:59:59.999Z'],
    ['2026-12-10', 'Pacific/Kiritimati', '2026-12-10T09:59:59.999Z'],
    ['2026-12-10', 'Asia/Kathmandu', '2026-12-10T18:14:59.999Z'],
    // 23 hours, and 25.
    ['2026-03-29', 'Europe/Berlin', '2026-03-29T21:59:59.999Z'],
    ['2026-10-25', 'Europe/Berlin', '2026-10-25T22:59:59.999Z'],
    // The clock goes from midnight to one o'clock, or back from midnight: the day ends the second time.
    ['2026-04-23', 'Africa/Cairo', '2026-04-23T21:59:59.999Z'],
    ['2018-02-17', 'America/Sao_Paulo', '2018-02-18T02:59:59.999Z'],
    // Samoa left out the 30th.
    ['2011-12-29', 'Pacific/Apia', '2011-12-30T09:59:59.999Z'],
  ])('%s in %s ends at %s', (day, zone, end) => {
    const at = endOfDayIn(day, zone);
    expect(new Date(at / 1000).toISOString()).toBe(end);
    expect([dayIn(at, zone), dayIn(at + 1000, zone) > day]).toEqual([day, true]);
  });

  it('is the one that its clocks show, and is followed by the next', () => {
    const noon = micros('2026-12-31T11:00:00Z');
    expect(['Pacific/Niue', 'UTC', 'Pacific/Kiritimati'].map((zone) => dayIn(noon, zone))).toEqual([
      '2026-12-31',
      '2026-12-31',
      '2027-01-01',
    ]);
    expect([dayAfter('2026-12-31'), dayAfter('2028-02-28'), dayAfter('2026-01-01', -1)]).toEqual([
      '2027-01-01',
      '2028-02-29',
      '2025-12-31',
    ]);
  });

  it('is refused of a zone that nobody knows', () => {
    const zones = ['UTC', 'Europe/Berlin', 'Mars/Base', '', "UTC'; x"];
    expect(zones.map(isTimeZone)).toEqual([true, true, false, false, false]);
  });
});
