import { describe, expect, it } from '@jest/globals';
import { isTimezone, parseTime } from './times.js';

const micros = (iso: string): number => Date.parse(iso) * 1000;

describe('a time that a client sends', () => {
  it.each([
    ['2030-01-31T09:00:00Z', 'UTC', '2030-01-31T09:00:00Z'],
    ['2030-01-31T09:00:00+05:30', 'America/New_York', '2030-01-31T03:30:00Z'],
    ['2030-01-31T09:00-0800', 'UTC', '2030-01-31T17:00:00Z'],
    ['2030-01-31 09:00', 'Asia/Tokyo', '2030-01-31T00:00:00Z'],
    ['2030-01-31', 'America/New_York', '2030-01-31T05:00:00Z'],
    ['2030-07-01T12:00', 'Europe/Berlin', '2030-07-01T10:00:00Z'],
    ['2030-12-01T12:00', 'Europe/Berlin', '2030-12-01T11:00:00Z'],
    ['1893456000', 'Asia/Tokyo', '2030-01-01T00:00:00Z'],
    // The wall clock skips 02:00 to 03:00: moved on by the hour.
    ['2030-03-31T02:30', 'Europe/Berlin', '2030-03-31T01:30:00Z'],
    ['2030-03-10T02:30', 'America/New_York', '2030-03-10T07:30:00Z'],
    // 02:00 to 03:00 (01:00 to 02:00) come twice: the first.
    ['2030-10-27T02:30', 'Europe/Berlin', '2030-10-27T00:30:00Z'],
    ['2030-11-03T01:30', 'America/New_York', '2030-11-03T05:30:00Z'],
    // The gap of half an hour on Lord Howe Island.
    ['2030-10-06T02:15', 'Australia/Lord_Howe', '2030-10-05T15:45:00Z'],
  ])('%s in %s is %s', (value, timezone, instant) => {
    expect(parseTime(value, timezone)).toEqual({ at: micros(instant) });
  });

  it('keeps microseconds', () => {
    expect(parseTime('2030-01-01T00:00:00.123456Z', 'UTC')).toEqual({ at: micros('2030-01-01T00:00:00Z') + 123_456 });
    expect(parseTime('1893456000123456', 'UTC')).toEqual({ at: 1_893_456_000_123_456 });
  });

  it.each([
    '1893456000000',
    '12',
    'tomorrow',
    '2030-02-30T00:00Z',
    '2030-01-01T24:00Z',
    '2030-01-01T10:60Z',
    '2030-13-01',
    '2030-01-01T10:00+99:00',
    '2030-01-01T10:00+01:75',
    '0000-01-01',
    '0001-01-01T00:00:00Z',
    '1969-12-31T23:59:59Z',
    '2201-01-01T00:00:00Z',
    '9999-12-31T23:59:59Z',
    '9999999999',
    '9999999999999999',
    '',
  ])('"%s" is a mistake', (value) => {
    expect(parseTime(value, 'UTC')).toEqual({ mistake: expect.any(String) });
  });
});

describe('a timezone', () => {
  it.each([
    ['Europe/Berlin', true],
    ['UTC', true],
    ['Mars/Olympus', false],
    ['+02:00', false],
    ['', false],
  ])('%s: %s', (name, known) => {
    expect(isTimezone(name)).toBe(known);
  });
});
