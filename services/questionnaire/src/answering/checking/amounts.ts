import { claimWords } from './claim-words.js';

/** A number, period or share that a text states, in one form whatever the words ("a year" is twelve months). */
export interface Amount {
  /** every: how often; span: how long; share: of a hundred; number: any other, with the standard that it belongs to. */
  kind: 'every' | 'span' | 'share' | 'number';
  /** Equal for equal amounts. */
  key: string;
  bound: 'atLeast' | 'atMost' | '';
  start: number;
  end: number;
  /** As it stands there. */
  text: string;
}

const ONES =
  'one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen'.split(
    ' ',
  );
const TENS = 'twenty thirty forty fifty sixty seventy eighty ninety'.split(' ');
const ROMAN = ['i', 'ii', 'iii', 'iv', 'v'];
const WORDS = `(?:(?:${TENS.join('|')})(?:[- ](?:${ONES.slice(0, 9).join('|')}))?|(?:one|a) hundred|${[...ONES].reverse().join('|')})`;
const DIGITS = '\\d+(?:[.,]\\d+)*';
const NUMBER = `(?:${DIGITS}|${WORDS})`;
const SMALL = '(?:half an?|an?)';
const DAY = '(?:working |business |calendar )?day';
const UNIT = `(?:second|minute|min|hour|hr|${DAY}|night|week|fortnight|month|quarter|year)`;
const LONG_UNIT = `(?:hour|${DAY}|night|(?:calendar )?(?:week|month|quarter|year)|fortnight)`;
const SEASON =
  '(?:january|february|march|april|may|june|july|august|september|october|november|december|spring|summer|autumn|winter)';
const WEEKDAY = '(?:mon|tues|wednes|thurs|fri|satur|sun)day';

interface Length {
  unit: 'days' | 'months' | 'working days';
  value: number;
}

const LENGTHS: Record<string, Length> = {
  second: { unit: 'days', value: 1 / 86_400 },
  minute: { unit: 'days', value: 1 / 1_440 },
  min: { unit: 'days', value: 1 / 1_440 },
  hour: { unit: 'days', value: 1 / 24 },
  hr: { unit: 'days', value: 1 / 24 },
  day: { unit: 'days', value: 1 },
  night: { unit: 'days', value: 1 },
  week: { unit: 'days', value: 7 },
  fortnight: { unit: 'days', value: 14 },
  month: { unit: 'months', value: 1 },
  quarter: { unit: 'months', value: 3 },
  year: { unit: 'months', value: 12 },
};

type Found = Pick<Amount, 'kind' | 'key'>;
type Rule = [string, (match: RegExpExecArray, before: string) => Found];

const every = (unit: string, times: number): Found => keyed('every', unit, times);
/** "Three days a week": neither three days nor every week. */
const rate = (unit: string, times: number, of: string): Found => ({
  kind: 'span',
  key: `${keyed('span', unit, times).key} of ${keyed('span', of, 1).key}`,
});
const ADVERBS: [string, string, number][] = [
  ['(?:semi|bi)[- ]?annual(?:ly)?|half[- ]?yearly', 'month', 6],
  ['biennial(?:ly)?', 'year', 2],
  ['(?:bi-?weekly|fortnightly)', 'week', 2],
  ['daily|nightly', 'day', 1],
  ['weekly', 'week', 1],
  ['monthly', 'month', 1],
  ['quarterly', 'quarter', 1],
  ['annual(?:ly)?|yearly', 'year', 1],
];

/** The first rule that fits at a place counts; what it takes no later rule sees. */
const RULES: Rule[] = [
  [`(?:every|each) (?:other|second) (${LONG_UNIT})`, (m) => every(m[1]!, 2)],
  [`(?:every|each) (?:other|second) ${WEEKDAY}`, () => every('week', 2)],
  [`(${NUMBER}) (${UNIT})s? (?:an?|per|each|every) (${LONG_UNIT})`, (m) => rate(m[2]!, numberOf(m[1]!), m[3]!)],
  [`(?:once )?(?:every|each) (${NUMBER}) (${UNIT})s?`, (m) => every(m[2]!, numberOf(m[1]!))],
  [`(${NUMBER}) times (?:an?|per|each|every) (${LONG_UNIT})`, (m) => every(m[2]!, 1 / numberOf(m[1]!))],
  [`twice (?:an?|per|each|every) (${LONG_UNIT})`, (m) => every(m[1]!, 1 / 2)],
  [
    `(?:once (?:an?|per|every|each|in an?)|every|each|per) (?:single )?(${LONG_UNIT})(?! (?:of|that|who))`,
    (m) => every(m[1]!, 1),
  ],
  [`of the (week|month|quarter|year)`, (m) => every(m[1]!, 1)],
  [`(?:every|each)(?= ${SEASON})`, () => every('year', 1)],
  [`(?:every|each|on)(?= ${WEEKDAY}(?:s)?)`, () => every('week', 1)],
  ...ADVERBS.map(([words, unit, times]): Rule => [`(?:${words})`, () => every(unit, times)]),
  [`(${NUMBER})(?:\\s?\\(\\d+\\))?[- ]?(${UNIT})s?(?:['’])?`, (m) => keyed('span', m[2]!, numberOf(m[1]!))],
  [`(${SMALL}) (${LONG_UNIT})`, (m) => keyed('span', m[2]!, m[1]!.startsWith('half') ? 0.5 : 1)],
  [`(\\d{1,2})(?:[.:](\\d\\d))? ?(a|p)\\.?m`, (m) => clock((Number(m[1]!) % 12) + (/p/i.test(m[3]!) ? 12 : 0), m[2])],
  [`(\\d{1,2}):(\\d\\d)`, (m) => clock(Number(m[1]!), m[2])],
  [`(\\d{1,2}) o['’]clock`, (m) => clock(Number(m[1]!), undefined)],
  [`(${NUMBER})\\s?(?:%|per ?cent)`, (m) => ({ kind: 'share', key: `share ${numberOf(m[1]!)}` })],
  // "v4.0" is "4.0"; other letters that a number is written to, as in "AES256" or "P1", name what it belongs to.
  [`v(${DIGITS})`, (m, before) => standard(nameBefore(before), m[1]!)],
  [`(\\p{L}{1,10})(${DIGITS})`, (m) => standard(m[1], m[2]!, true)],
  [`(${DIGITS})`, (m, before) => hourAt(m[1]!, before) ?? standard(nameBefore(before), m[1]!, /\p{L}-$/u.test(before))],
  [`(type|tier|level|soc|phase) (${[...ROMAN].reverse().join('|')})`, (m) => standard(m[1], m[2]!)],
  // "One" is a pronoun more often than a number.
  [`(?!one(?! hundred))${WORDS}`, (m) => ({ kind: 'number', key: `number ${numberOf(m[0])}` })],
];

const PATTERN = new RegExp(
  RULES.map(([source], i) => `(?<r${i}>(?<![\\p{L}\\p{N}])${uncaptured(source)}(?![\\p{L}\\p{N}]))`).join('|'),
  'giu',
);
const SINGLE = RULES.map(([source, read]) => [new RegExp(`^${source}(?![\\p{L}\\p{N}])`, 'iu'), read] as const);

/** A time of day, the same with "pm" and in 24 hours. */
const clock = (hour: number, minute = '00'): Found => ({ kind: 'number', key: `clock ${hour}:${minute}` });

/** "At 17.00" is a time, "version 17.00" none. */
function hourAt(digits: string, before: string): Found | undefined {
  const [, hour, minute] = /^([01]?\d|2[0-3])\.([0-5]\d)$/.exec(digits) ?? [];
  const isTime = hour !== undefined && /\b(?:at|from|to|until|till|before|after|by)\s$/i.test(before);
  return isTime ? clock(Number(hour), minute) : undefined;
}

/** The word in front of a number: "TLS" of "TLS 1.2", "ISO" of "ISO/IEC 27001". */
function nameBefore(before: string): string | undefined {
  return /(?<!\p{L})(\p{L}{1,20})(?:\/IEC)?[- ]?$/iu.exec(before)?.[1];
}

/** What a text states in numbers, digits and words alike, in its order. */
export function amountsOf(text: string): Amount[] {
  const { atLeast, atMost } = claimWords();
  const amounts: Amount[] = [];
  let unit: string | undefined;
  for (const match of text.matchAll(PATTERN)) {
    const index = RULES.findIndex((_, i) => match.groups?.[`r${i}`] !== undefined);
    const start = match.index;
    const rule = SINGLE[index];
    const parts = rule?.[0].exec(text.slice(start));
    if (!rule || !parts) continue;
    const read = rule[1](parts, text.slice(Math.max(0, start - 24), start));
    const end = start + match[0].length;
    const bound = boundAt(text, start, end, atLeast, atMost, read);
    // "Critical within 7 days, high within 30."
    const isShort =
      unit !== undefined && bound !== '' && /^number \d+$/.test(read.key) && /^\s*(?:[,;.)]|$)/.test(text.slice(end));
    const found = isShort ? keyed('span', unit!, numberOf(match[0])) : read;
    if (read.kind === 'span') unit = new RegExp(`${UNIT}(?=s?['’]?$)`, 'i').exec(match[0])?.[0] ?? unit;
    amounts.push({ ...found, start, end, text: match[0], bound });
  }
  return amounts;
}

function boundAt(
  text: string,
  start: number,
  end: number,
  atLeast: string,
  atMost: string,
  { kind }: Found,
): Amount['bound'] {
  const before = text.slice(Math.max(0, start - 40), start);
  const after = text.slice(end, end + 24);
  const LINK = '(?:\\s+(?:an?|the|of|every|once|first|next))?[\\s(]*$';
  const leads = (words: string): boolean => new RegExp(`(?:^|[^\\p{L}])(?:${words})${LINK}`, 'iu').test(before);
  // "12 or more", and "12 characters or more".
  const follows = (words: string): boolean =>
    new RegExp(`^(?:[\\s,]*|(?: \\p{L}{1,20}){1,2} (?=(?:or|and) ))(?:${words})(?!\\p{L})`, 'iu').test(after);
  // "Switching over once a quarter" bounds nothing.
  if (kind === 'every' && /\b(?:over|above|under|below|within)\s+$/i.test(before)) return '';
  if (leads(atMost) || follows(atMost)) return 'atMost';
  if (leads(atLeast) || follows(atLeast)) return 'atLeast';
  return kind === 'span' && /(?:^|\s)in\s+$/i.test(before) ? 'atMost' : '';
}

function keyed(kind: 'every' | 'span', unit: string, times: number): Found {
  const name = unit
    .toLowerCase()
    .replace(/\s+/g, ' ')
    .replace(/^calendar /, '');
  const isWorking = /^(?:working|business) day$/.test(name);
  const length: Length = isWorking ? { unit: 'working days', value: 1 } : (LENGTHS[name] ?? LENGTHS.day!);
  return { kind, key: `${kind} ${Math.round(length.value * times * 1e6) / 1e6} ${length.unit}` };
}

/** "TLS 1.2" is another number than "version 1.2"; a year is a number like others. */
function standard(word: string | undefined, number: string, glued = false): Found {
  const name = word?.toLowerCase();
  const roman = ROMAN.indexOf(number.toLowerCase());
  const value = roman >= 0 ? String(roman + 1) : String(numberOf(number));
  return {
    kind: 'number',
    // "IAM-03" is the name of a control, and no number.
    key: `${name !== undefined && (glued || claimWords().standards.has(name)) ? name : 'number'} ${value}`,
  };
}

function numberOf(text: string): number {
  const word = text.toLowerCase();
  if (/^\d/.test(word))
    return Number(/^\d+(?:,\d{3})+(?:\.\d+)?$/.test(word) ? word.replace(/,/g, '') : versionOf(word));
  if (word.endsWith('hundred')) return 100;
  return word
    .split(/[- ]/)
    .reduce((sum, part) => sum + (ONES.indexOf(part) >= 0 ? ONES.indexOf(part) + 1 : (TENS.indexOf(part) + 2) * 10), 0);
}

/** "1.2.3" as a number of its own; "99,95" is a decimal. */
function versionOf(digits: string): string {
  const [whole = '', ...rest] = digits.split(/[.,]/);
  return rest.length === 0
    ? whole
    : `${whole}.${rest.map((part, i) => (i === 0 ? part : part.padStart(4, '0'))).join('')}`;
}

function uncaptured(source: string): string {
  return source.replace(/\((?!\?)/g, '(?:');
}
