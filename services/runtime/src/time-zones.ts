const QUARTER = 15 * 60_000;
/** Clocks are ahead of UTC, or behind it, by less than this. */
const MOST_OFFSET = 16 * 3_600_000;

export const DEFAULT_TIME_ZONE = 'UTC';

const formats = new Map<string, Intl.DateTimeFormat>();

/** Whether the runtime knows the IANA name. */
export function isTimeZone(name: string): boolean {
  if (!/^[A-Za-z][A-Za-z0-9_+/-]{0,99}$/.test(name)) return false;
  try {
    formatOf(name);
    return true;
  } catch {
    return false;
  }
}

/** What the clocks of a time zone show at a moment (milliseconds): the date, YYYY-MM-DD, and the hour, 0 to 23. */
export function localOf(ms: number, timeZone: string): { day: string; hour: number } {
  const parts = new Map(
    formatOf(timeZone)
      .formatToParts(ms)
      .map(({ type, value }) => [type, value]),
  );
  const part = (type: Intl.DateTimeFormatPartTypes): string => parts.get(type) ?? '';
  return { day: `${part('year')}-${part('month')}-${part('day')}`, hour: Number(part('hour')) };
}

/** The date, YYYY-MM-DD, that it is in a time zone at a moment (microseconds). */
export const dayIn = (at: number, timeZone: string): string => localOf(at / 1000, timeZone).day;

/** The date so many days after another one, both YYYY-MM-DD. */
export const dayAfter = (day: string, days = 1): string => {
  const date = new Date(`${day}T00:00:00Z`);
  date.setUTCDate(date.getUTCDate() + days);
  return date.toISOString().slice(0, 10);
};

/**
 * The last millisecond of a date (YYYY-MM-DD) in a time zone, in microseconds, however long daylight saving makes the day.
 * Days begin at quarters of an hour of UTC everywhere, so quarters are looked at.
 */
export function endOfDayIn(day: string, timeZone: string): number {
  const next = dayAfter(day);
  const midnight = Date.parse(`${next}T00:00:00Z`);
  // The first quarter of an hour of the next date, or of a later one where a zone left a date out.
  let before = Math.floor((midnight - MOST_OFFSET) / QUARTER);
  let reached = Math.ceil((midnight + MOST_OFFSET) / QUARTER);
  while (reached - before > 1) {
    const middle = Math.floor((before + reached) / 2);
    if (localOf(middle * QUARTER, timeZone).day >= next) reached = middle;
    else before = middle;
  }
  return (reached * QUARTER - 1) * 1000;
}

function formatOf(timeZone: string): Intl.DateTimeFormat {
  const known = formats.get(timeZone);
  if (known) return known;
  const options = { year: 'numeric', month: '2-digit', day: '2-digit', hour: '2-digit' } as const;
  const format = new Intl.DateTimeFormat('en-US', { timeZone, hourCycle: 'h23', ...options });
  formats.set(timeZone, format);
  return format;
}
