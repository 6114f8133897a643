import { isTakenTime, YEARS_TAKEN } from '@candor/runtime';

/** A time that a client sent, or why it is none: a public sentence. */
export type ParsedTime = { at: number } | { mistake: string };

const ISO = /^(\d{4})-(\d\d)-(\d\d)(?:[T ](\d\d):(\d\d)(?::(\d\d)(?:[.,](\d{1,9}))?)?)?\s?(Z|[+-]\d\d(?::?\d\d)?)?$/i;
const HOUR = 3_600_000;

/**
 * Reads `2030-03-31T02:30`, local to `timezone` unless it has an offset; or 10 digits of seconds, or 16 of microseconds.
 * Resolves to microseconds since the epoch, of the years that can be stored and shown. A local time that daylight saving skips is moved on by the gap, one that
 * occurs twice is the first of the two (as RFC 5545 and the ECMAScript Temporal proposal's "compatible" have it).
 */
export function parseTime(value: string, timezone: string): ParsedTime {
  const read = readTime(value, timezone);
  if ('mistake' in read || isTakenTime(read.at)) return read;
  return { mistake: `This time is too far away: ${YEARS_TAKEN}.` };
}

function readTime(value: string, timezone: string): ParsedTime {
  const text = value.trim();
  if (/^\d+$/.test(text)) {
    if (text.length === 10) return { at: Number(text) * 1_000_000 };
    if (text.length === 16) return { at: Number(text) };
    return { mistake: 'A time as a number has 10 digits (seconds) or 16 (microseconds); milliseconds are not taken.' };
  }
  const match = ISO.exec(text);
  if (!match) return { mistake: 'A time looks like 2030-01-31T09:00:00Z, or has no offset and is local to timezone.' };
  const [year, month, day, hour, minute, second] = [1, 2, 3, 4, 5, 6].map((group) => Number(match[group] ?? 0)) as Six;
  const fraction = Number((match[7] ?? '').padEnd(6, '0').slice(0, 6));
  const wall = wallClock(year, month, day, hour, minute, second);
  if (wall === undefined) return { mistake: 'There is no such date or time of day.' };
  const offset = match[8] === undefined ? undefined : offsetOf(match[8]);
  if (offset !== undefined && Math.abs(offset) >= 24 * HOUR) return { mistake: 'There is no such offset.' };
  const instant = offset === undefined ? instantOf(wall, timezone) : wall - offset;
  return { at: instant * 1000 + fraction };
}

type Six = [number, number, number, number, number, number];

/** Whether the runtime knows the IANA name. */
export function isTimezone(name: string): boolean {
  if (!/^[A-Za-z][A-Za-z0-9_+/-]*$/.test(name)) return false;
  try {
    new Intl.DateTimeFormat('en', { timeZone: name });
    return true;
  } catch {
    return false;
  }
}

/** Milliseconds of the wall clock read as UTC; undefined when the calendar has no such time. */
function wallClock(...[year, month, day, hour, minute, second]: Six): number | undefined {
  const date = new Date(0);
  date.setUTCFullYear(year, month - 1, day);
  const real = date.getUTCFullYear() === year && date.getUTCMonth() === month - 1 && date.getUTCDate() === day;
  if (!real || hour > 23 || minute > 59 || second > 59) return undefined;
  return date.setUTCHours(hour, minute, second);
}

function offsetOf(text: string): number {
  if (text.toUpperCase() === 'Z') return 0;
  const digits = text.slice(1).replace(':', '').padEnd(4, '0');
  if (Number(digits.slice(2)) > 59) return Infinity;
  const size = Number(digits.slice(0, 2)) * HOUR + Number(digits.slice(2)) * 60_000;
  return text.startsWith('-') ? -size : size;
}

function instantOf(wall: number, timezone: string): number {
  const before = zoneOffset(wall - 24 * HOUR, timezone);
  const after = zoneOffset(wall + 24 * HOUR, timezone);
  const instants = [wall - before, wall - after].filter((at) => at + zoneOffset(at, timezone) === wall);
  // None: the wall clock skips this time; the offset before the gap moves it on.
  return instants.length > 0 ? Math.min(...instants) : wall - before;
}

/** How far the zone's wall clock is ahead of UTC at an instant, milliseconds. */
function zoneOffset(at: number, timezone: string): number {
  const format = new Intl.DateTimeFormat('en-US', {
    timeZone: timezone,
    hourCycle: 'h23',
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
    hour: 'numeric',
    minute: 'numeric',
    second: 'numeric',
  });
  const parts = new Map(format.formatToParts(at).map((part) => [part.type, Number(part.value)]));
  const part = (type: Intl.DateTimeFormatPartTypes): number => parts.get(type) ?? 0;
  const wall = Date.UTC(part('year'), part('month') - 1, part('day'), part('hour'), part('minute'), part('second'));
  return wall - Math.floor(at / 1000) * 1000;
}
