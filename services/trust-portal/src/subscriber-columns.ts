import { emailAddress, fold } from '@candor/runtime';
import { SUBSCRIBER_WORDS } from './subscriber-words.js';

/** What a row says of its subscription; undefined: nothing. */
export type Standing = 'unsubscribed' | 'bounced' | 'pending' | 'subscribed' | undefined;

/** Where the fields of a list stand, columns counted from 0. */
export interface Columns {
  email: number;
  /** Further columns of addresses, which are not read. */
  otherEmails: number[];
  categories: number | undefined;
  states: number[];
  optOuts: number[];
  optIns: number[];
  bounces: number[];
  /** Undefined: the list has no headings. */
  headings: string[] | undefined;
}

const plain = (text: string): string => {
  const folded = fold(text).trim();
  const words = folded.replace(/[^\p{L}\p{N}]+/gu, ' ').trim();
  // "✓" and "-" are words of their own.
  return words === '' ? folded : words;
};
const languages = Object.values(SUBSCRIBER_WORDS);
const words = (of: (language: (typeof languages)[number]) => string[]): Set<string> =>
  new Set(languages.flatMap((language) => of(language).map(plain)));

const EMAIL = words((language) => language.email);
const CATEGORIES = new Set(['categories', 'category', 'topics']);
const STATUS = words((language) => language.status);
/** "State" may be a part of a country: it is of the subscription when a state of one stands below it. */
const VAGUE = words((language) => language.vague);
const OPT_OUT = words((language) => language.optOut);
const OPT_IN = words((language) => language.optIn);
const BOUNCED = words((language) => language.bounced);
const YES = words((language) => language.yes);
const NO = words((language) => language.no);
const STATES = new Map<string, NonNullable<Standing>>(
  (['subscribed', 'pending', 'bounced', 'unsubscribed'] as const).flatMap((state) =>
    [...words((language) => language.states[state])].map((word) => [word, state] as const),
  ),
);
/** 2026-05-01, 1.5.2026, 5/1/26 10:00: something happened then. */
const DATE = /^(?:\d{4}[-./]\d{1,2}[-./]\d{1,2}|\d{1,2}[-./]\d{1,2}[-./]\d{2,4})(?:$|[T ])/;
const LONGEST = 100;

/**
 * Finds the columns by their headings, and the addresses by what stands in them: a heading such as "Email" wins where
 * addresses stand below it, else the column with most of them, the first of equals.
 */
export function columnsOf(records: string[][]): Columns {
  const first = records[0] ?? [];
  const headings = first.some((field) => field.includes('@')) ? undefined : first;
  const body = headings ? records.slice(1) : records;
  const width = Math.max(0, ...records.map((record) => record.length));
  const all = Array.from({ length: width }, (_, column) => column);
  const names = (headings ?? []).map((name) => plain(name.slice(0, LONGEST)));
  const named = (set: ReadonlySet<string>): number[] => all.filter((column) => set.has(names[column] ?? ''));
  const found = all.map((column) => body.filter((record) => emailAddress(record[column] ?? '')).length);
  const most = Math.max(0, ...found);
  const email =
    named(EMAIL).find((column) => most === 0 || (found[column] ?? 0) * 2 >= most) ??
    (most === 0 ? 0 : found.indexOf(most));
  const states = named(STATUS).filter(
    (column) => !VAGUE.has(names[column] ?? '') || body.some((record) => knownState(record[column] ?? '')),
  );
  const flags = [...named(OPT_OUT), ...named(OPT_IN), ...named(BOUNCED)];
  const silent = all.filter((column) => column !== email && !states.includes(column) && !flags.includes(column));
  return {
    email,
    // One address in a note makes no column of addresses.
    otherEmails: all.filter((column) => column !== email && (found[column] ?? 0) * 2 >= Math.max(1, most)),
    categories: named(CATEGORIES)[0],
    states: [...states, ...silent.filter((column) => saysStates(body, column))],
    optOuts: named(OPT_OUT),
    optIns: named(OPT_IN),
    bounces: named(BOUNCED),
    headings,
  };
}

const knownState = (field: string): Standing => STATES.get(plain(field.slice(0, LONGEST)));

/** A column without a known heading in which nothing but states stands, those who left among them. */
function saysStates(body: string[][], column: number): boolean {
  const said = body.map((record) => record[column] ?? '').filter((field) => field.trim() !== '');
  const states = said.map(knownState);
  return (
    states.every((state) => state !== undefined) &&
    states.some((state) => state === 'unsubscribed' || state === 'bounced' || state === 'pending')
  );
}

/** "Work email", or "column 3" of a list without headings. */
export const columnName = ({ headings }: Columns, column: number): string =>
  headings?.[column]?.trim().slice(0, LONGEST) || `column ${column + 1}`;

/**
 * What the columns of a row say together, the strictest word of them: who left anywhere is not written to. 'unknown' when
 * one of them holds a word that nobody knows; it is not guessed.
 */
export function standingOf(columns: Columns, record: string[]): Standing | 'unknown' {
  const said: (Standing | 'unknown')[] = [
    ...columns.states.map((column) => stateOf(record[column] ?? '')),
    ...columns.optOuts.map((column) => flag(record[column] ?? '', 'unsubscribed', undefined, undefined)),
    ...columns.bounces.map((column) => flag(record[column] ?? '', 'bounced', undefined, undefined)),
    // An empty box of consent is no consent, and no word of leaving.
    ...columns.optIns.map((column) => flag(record[column] ?? '', 'subscribed', 'unsubscribed', 'unknown')),
  ];
  return (['unsubscribed', 'bounced', 'unknown', 'pending', 'subscribed'] as const).find((word) => said.includes(word));
}

function stateOf(field: string): Standing | 'unknown' {
  const text = plain(field.slice(0, LONGEST));
  return text === '' ? undefined : (STATES.get(text) ?? 'unknown');
}

function flag<Yes, No, Empty>(field: string, yes: Yes, no: No, empty: Empty): Yes | No | Empty | Standing | 'unknown' {
  const text = plain(field.slice(0, LONGEST));
  if (text === '') return empty;
  if (NO.has(text)) return no;
  if (YES.has(text) || DATE.test(field.trim())) return yes;
  return STATES.get(text) ?? 'unknown';
}
