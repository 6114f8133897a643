import { durationInDays } from './durations.js';

/** A time that a yes/no question states: "at least annually", "within 72 hours", "for 12 months". */
export interface StatedPeriod {
  /** every: how often something is done at least; within: how long it takes at most; atLeast: how long it lasts at least. */
  kind: 'every' | 'within' | 'atLeast';
  days: number;
  /** Place of the words in the question, in UTF-16 units. */
  start: number;
  end: number;
}

const NUMBER = '(?:\\d+(?:\\.\\d+)?|one|two|three|four|five|six|seven|eight|nine|ten|twelve|eighteen)';
const UNIT = '(?:second|minute|hour|(?:business |working |calendar )?day|week|month|quarter|year)s?';
const NUMBERS: Record<string, number> = {
  one: 1,
  two: 2,
  three: 3,
  four: 4,
  five: 5,
  six: 6,
  seven: 7,
  eight: 8,
  nine: 9,
  ten: 10,
  twelve: 12,
  eighteen: 18,
};
const DAYS: Record<string, number> = { day: 1, night: 1, week: 7, fortnight: 14, month: 30, quarter: 91, year: 365 };

/** Days between two times; the first that fits counts. */
const FREQUENCIES: [RegExp, (match: RegExpExecArray) => number][] = [
  [/\b(?:continuous(?:ly)?|real[- ]time|constantly|permanently)\b/i, () => 0],
  [/\b(?:every|each) (?:other|second) (week|month|year)\b/i, (m) => 2 * unit(m[1]!)],
  [new RegExp(`\\b(?:every|each)\\s+(${NUMBER})\\s+(${UNIT})`, 'i'), (m) => amount(m[1]!) * unit(m[2]!)],
  [
    new RegExp(`\\b(${NUMBER}) times (?:an?|per|each|every) (week|month|quarter|year)\\b`, 'i'),
    (m) => unit(m[2]!) / amount(m[1]!),
  ],
  [/\btwice (?:an?|per|each|every) (week|month|quarter|year)\b/i, (m) => unit(m[1]!) / 2],
  [/\b(?:semi-?annual(?:ly)?|half-?yearly|bi-?annual(?:ly)?)\b/i, () => 182],
  [/\b(?:bi-?weekly|fortnightly)\b/i, () => 14],
  [/\bbienni(?:al|ally)\b/i, () => 730],
  [/\b(?:(?:once )?(?:every|each)|once an?|per|once per) (day|night|week|month|quarter|year)\b/i, (m) => unit(m[1]!)],
  [/\b(?:daily|nightly)\b/i, () => 1],
  [/\bweekly\b/i, () => 7],
  [/\bmonthly\b/i, () => 30],
  [/\bquarterly\b/i, () => 91],
  [/\b(?:annual(?:ly)?|yearly)\b/i, () => 365],
];

/** How often a text says that something is done, in days between two times; undefined when it does not say. */
export function frequencyInDays(text: string): number | undefined {
  for (const [pattern, days] of FREQUENCIES) {
    const match = pattern.exec(text);
    if (match) return days(match);
  }
  return undefined;
}

const STATED_FREQUENCY = new RegExp(
  `(?:\\b(?:at least|no less than|at a minimum|minimum)\\s+)?(?:${FREQUENCIES.slice(1)
    .map(([pattern]) => pattern.source)
    .join('|')})(?:\\s+or (?:more often|more frequently))?`,
  'i',
);
const WITHIN = new RegExp(
  `\\b(?:within|in (?:less|fewer) than|in under|no later than|not later than|at most|no more than|not more than|maximum of|up to)\\s+(?:a maximum of )?(?:the )?(?:first |next )?${NUMBER}\\s*(?:\\(\\d+\\)\\s*)?-?\\s?${UNIT}\\b`,
  'i',
);
const AT_LEAST = new RegExp(
  `\\b(?:for )?(?:at least|a minimum of|minimum of|not less than|no less than|longer than|more than|for)\\s+(?:the (?:last|past) )?${NUMBER}\\s*(?:\\(\\d+\\)\\s*)?-?\\s?${UNIT}\\b`,
  'i',
);

/** The time that a question states, to be compared with what the evidence says; undefined when it states none. */
export function statedPeriod(question: string): StatedPeriod | undefined {
  const frequency = STATED_FREQUENCY.exec(question);
  if (frequency && !/^\s*(?:annual|quarterly|monthly|weekly|daily) [a-z]/i.test(question.slice(frequency.index))) {
    const days = frequencyInDays(frequency[0]);
    if (days !== undefined) return placed('every', days, frequency);
  }
  for (const [kind, pattern] of [
    ['within', WITHIN],
    ['atLeast', AT_LEAST],
  ] as const) {
    const match = pattern.exec(question);
    const days = match && durationInDays(match[0]);
    if (match && days !== null && days !== undefined && !/\b(?:last|past)\b/i.test(match[0]))
      return placed(kind, days, match);
  }
  return undefined;
}

const placed = (kind: StatedPeriod['kind'], days: number, match: RegExpExecArray): StatedPeriod => ({
  kind,
  days,
  start: match.index,
  end: match.index + match[0].length,
});

/** Months and quarters differ in length. */
const ABOUT = 1.05;

/** Whether a statement's time keeps what the question states; undefined when the statement gives no such time. */
export function keeps(stated: StatedPeriod, statement: string): boolean | undefined {
  const told = stated.kind === 'every' ? frequencyInDays(statement) : durationInDays(statement);
  if (told === undefined) return undefined;
  return stated.kind === 'atLeast' ? told * ABOUT >= stated.days : told <= stated.days * ABOUT;
}

const amount = (text: string): number => NUMBERS[text.toLowerCase()] ?? Number(text);

function unit(text: string): number {
  const name = text
    .toLowerCase()
    .replace(/^(?:business|working|calendar) /, '')
    .replace(/s$/, '');
  return DAYS[name] ?? { second: 1 / 86_400, minute: 1 / 1_440, hour: 1 / 24 }[name] ?? 1;
}
