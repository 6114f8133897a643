import type { Schema } from './api-values.js';
import type { Random } from './random.js';

/** What grown texts repeat: characters, words, and what some grammar opens, nests or lines up. */
export const UNITS: readonly string[] = [
  ...[
    'a',
    '0',
    '9',
    '[',
    '(',
    '{',
    '<',
    '>',
    '"',
    "'",
    '`',
    '$',
    '.',
    '_',
    '#',
    '@',
    '\\',
    ' ',
    '\t',
    '\n',
    '|',
    '-',
    '*',
  ],
  ...['Is data encrypted? ', 'word ', 'A, ', 'Yes\n', 'yes ', '1. ', '1.1 ', '- ', 'Q: ', 'a) ', 'No. '],
  ...[
    '| a |',
    '| a | b |\n',
    '|---',
    '|-',
    '*_',
    '**',
    '~~a',
    '> ',
    '>\n',
    '[x](',
    '![',
    '[1,',
    '{{',
    '{%',
    '<a ',
    '</',
    '&amp;',
  ],
  ...['<!--', '[ ] ', '☐ ', 'http://a.b ', 'a@b.c ', '"a" ', '@title:"', '(a ', '[A: ', '..... ', '\r\n', '\u00a0'],
  ...[
    'é',
    'e\u0301',
    'ß',
    'ﬁ',
    'İ',
    '问',
    'か',
    'ش',
    '\u0915\u094d',
    '👩‍👩‍👧‍👦',
    '\u200b',
    '\u202e',
    '\uFEFF',
    '\uE001',
    '𝒳',
  ],
];
/** Behind them, now and then: what keeps an expression from matching what it has read. */
export const ENDS: readonly string[] = ['', '', 'x', '!', '\n', ' ?', '"', ')', ']'];
const MANY = 4000;
/** Of a text that the document gives no bound. */
const UNBOUNDED = 10_000;

/** A text of repeated units, often as long as the schema allows, counted in code points. */
export function grownText(schema: Schema, random: Random): string {
  const most = Number(schema['maxLength'] ?? UNBOUNDED);
  const length = random.chance(0.4) ? most : Math.min(most, random.int(1, MANY));
  return repeated(random.pick(UNITS), length, random.pick(ENDS));
}

/** Exactly so many code points: the unit again and again, and the end. */
export function repeated(unit: string, length: number, end = ''): string {
  const points = Array.from(unit);
  const tail = Array.from(end).slice(0, length);
  const room = length - tail.length;
  const whole = unit.repeat(Math.floor(room / points.length));
  return whole + points.slice(0, room % points.length).join('') + tail.join('');
}

/** How many entries a grown array has. */
export function grownCount(schema: Schema, random: Random): number {
  const most = Number(schema['maxItems'] ?? UNBOUNDED);
  return random.chance(0.4) ? most : Math.min(most, random.int(1, 200));
}

/** A file of repeated units. */
export const grownFile = (random: Random): string =>
  repeated(random.pick(UNITS), random.pick([2_000, 20_000, 100_000]), random.pick(ENDS));
