import { readFileSync } from 'node:fs';
import { fold } from '@candor/runtime/text';

interface Dating {
  labelled: RegExp;
  inName: RegExp;
  months: ReadonlyMap<string, number>;
}

const DAY_US = 86_400_000_000;
/** Characters at the beginning of a passage in which a date is looked for. */
const READ = 2_000;

let known: Dating | undefined;

function dating(): Dating {
  if (known) return known;
  const file = new URL('../../data/document-dates.json', import.meta.url);
  const { labels, months } = JSON.parse(readFileSync(file, 'utf8')) as Record<
    'labels' | 'months',
    Record<string, string[]>
  >;
  const numbers = new Map(Object.values(months).flatMap((names) => names.map((name, i) => [name, i + 1] as const)));
  const longestFirst = (words: Iterable<string>): string => [...words].sort((a, b) => b.length - a.length).join('|');
  const iso = String.raw`(?<y1>\d{4})-(?<m1>\d{2})-(?<d1>\d{2})`;
  const dotted = String.raw`(?<d2>\d{1,2})\.(?<m2>\d{1,2})\.(?<y2>\d{4})`;
  const month = longestFirst(numbers.keys());
  const dayFirst = String.raw`(?<d3>\d{1,2})\.? (?:de )?(?<m3>${month}),? (?:de )?(?<y3>\d{4})`;
  const monthFirst = String.raw`(?<m4>${month}) (?:(?<d4>\d{1,2}), )?(?<y4>\d{4})`;
  const label = longestFirst(Object.values(labels).flat());
  const date = `(?:${iso}|${dotted}|${dayFirst}|${monthFirst})`;
  known = {
    labelled: new RegExp(String.raw`(?<!\p{L})(?:${label})[\s:|*_–-]{1,8}${date}(?!\d)`, 'gu'),
    inName: new RegExp(String.raw`(?<!\d)${iso}(?!\d)`, 'gu'),
    months: numbers,
  };
  return known;
}

/**
 * From when a document says that it holds: the latest date with a label ("Effective date: 1 March 2025") in these texts, or a
 * date in its name; in microseconds, the beginning of that day in UTC. Undefined where it does not say so.
 */
export function ownDateOf(name: string, opening: readonly string[]): number | undefined {
  const { labelled, inName } = dating();
  const found = [...opening.flatMap((text) => datesIn(text.slice(0, READ), labelled)), ...datesIn(name, inName)];
  return found.length === 0 ? undefined : Math.max(...found);
}

function datesIn(text: string, pattern: RegExp): number[] {
  return [...fold(text).matchAll(pattern)].flatMap(({ groups = {} }) => {
    const part = (of: string): string | undefined => ['1', '2', '3', '4'].flatMap((n) => groups[of + n] ?? [])[0];
    const [year, month, day] = [Number(part('y')), monthOf(part('m') ?? ''), Number(part('d') ?? 1)];
    const at = Date.UTC(year, month - 1, day);
    const isDay = month >= 1 && month <= 12 && new Date(at).getUTCDate() === day;
    return isDay ? [(at / 86_400_000) * DAY_US] : [];
  });
}

const monthOf = (text: string): number => dating().months.get(text) ?? Number(text);
