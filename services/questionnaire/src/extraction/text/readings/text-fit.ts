import type { ShapeCache } from '../../language/text-shape.js';
import type { TextUnit } from '../units.js';
import { countsOn, numberForm } from './entry-forms.js';
import { PLAIN, type Entry, type EntryRoom, type Surroundings } from './entries.js';

/** What a reading of running text is judged by; each from 0 to 1. */
export interface TextMeasures {
  /** Entries that show by themselves that they ask, or leave a plain room. */
  signs: number;
  /** How plainly, and at how many entries alike, there is room for the answer. */
  room: number;
  /** How much the texts look like points: different ones, of some words, not told to the end. */
  texts: number;
  /** Entries, and what belongs to them, of all that the document says outside of its headings. */
  explained: number;
  /** Entries that say themselves, below, what they are about: those of a report or a contract. */
  told: number;
}

/** What each measure counts; the first four make 1. */
const WEIGHTS: Readonly<Record<keyof TextMeasures, number>> = {
  signs: 0.35,
  room: 0.3,
  texts: 0.2,
  explained: 0.15,
  told: -0.5,
};

/** The fit of a reading: about 1 where all speaks for it. */
export function textFitOf(measures: TextMeasures): number {
  const keys = Object.keys(WEIGHTS) as (keyof TextMeasures)[];
  return keys.reduce((sum, key) => sum + WEIGHTS[key] * measures[key], 0);
}

/** Words of a text that is a whole point, and most words of one. */
const FULL_WORDS = 3;
const MOST_WORDS = 45;
/** Share of counted entries that go on with the number before, from which on they are a series. */
const COUNTED = 0.8;
/** What a series of numbers whose entries show that they ask counts in place of room. */
const COUNTED_ROOM = 0.6;

/** Measures a reading by all its entries. */
export function measuresOf(entries: readonly Entry[], around: Surroundings): TextMeasures {
  const count = entries.length;
  const kinds = new Map<EntryRoom, number>();
  for (const { room } of entries) if (room !== undefined) kinds.set(room, (kinds.get(room) ?? 0) + 1);
  const alone = aloneOf(entries, around);
  const plain = (room: EntryRoom): number => PLAIN[room] * (room === 'empty' ? alone : 1);
  const rooms = [...kinds].map(([room, times]) => (times / count) * plain(room));
  const signs = entries.map(({ asks, room }) => (asks ? 1 : room === undefined ? 0 : plain(room)));
  return {
    signs: sum(signs) / count,
    room: Math.max(isCounted(entries) ? COUNTED_ROOM * (sum(signs) / count) : 0, ...rooms),
    texts: textsMeasure(entries, around.shapes),
    explained: explainedBy(entries, around),
    told: entries.filter(({ told }) => told).length / count,
  };
}

/** Share of the places with empty paragraphs that stand below entries: in a document that is merely spaced out they are everywhere. */
function aloneOf(entries: readonly Entry[], { units, empties }: Surroundings): number {
  const own = entries.filter((entry) => entry.room === 'empty').map((entry) => entry.empties);
  if (own.length === 0) return 0;
  const usual = [...own].sort((a, b) => a - b)[Math.floor(own.length / 4)]!;
  let all = 0;
  units.forEach((_, i) => (all += empties(i) >= usual ? 1 : 0));
  const share = Math.min(1, own.filter((times) => times >= usual).length / Math.max(1, all));
  return share * share;
}

function textsMeasure(entries: readonly Entry[], shapes: ShapeCache): number {
  const texts = entries.map(({ unit }) => unit.text);
  const good = entries.filter(({ unit, asks }) => {
    const { words, manner } = shapes.of(unit.text);
    if (manner === 'other' || words > MOST_WORDS) return false;
    return asks || !/[.。;；]\s*$/u.test(unit.text);
  }).length;
  const words = sum(texts.map((text) => Math.min(1, shapes.of(text).words / FULL_WORDS))) / texts.length;
  return (good / texts.length) * (new Set(texts).size / texts.length) * (0.5 + 0.5 * words);
}

/** Words of the entries and of what stands below them, of all words outside of headings from the first entry on. */
function explainedBy(entries: readonly Entry[], { wordsBefore }: Surroundings): number {
  const wordsOf = (from: number, to: number): number => wordsBefore[to]! - wordsBefore[from]!;
  const own = sum(entries.map(({ at, end }) => wordsOf(at, end + 1)));
  return own / Math.max(1, wordsOf(entries[0]!.at, wordsBefore.length - 1));
}

/** How many words stand before each unit, and before the end; headings have none. */
export function wordsBefore(units: readonly TextUnit[], shapes: ShapeCache): number[] {
  const counts = [0];
  for (const { heading, text } of units)
    counts.push(counts.at(-1)! + (heading === undefined ? shapes.of(text).words + 1 : 0));
  return counts;
}

/** Whether entries have numbers at all. */
const isCounted = (entries: readonly Entry[]): boolean =>
  entries.every(({ unit }) => numberForm(unit.number) !== '' || unit.blocks[0]?.number !== undefined);

/** Whether the numbers of entries count on from one to the next; entries without numbers need not. */
export function isSeries(entries: readonly Entry[]): boolean {
  const numbers = entries.map(({ unit }) => unit.number);
  if (numbers.every((number) => numberForm(number) === '')) return true;
  // Whoever types "1、" in front of every line counts nothing: it is a bullet.
  if (new Set(numbers).size === 1) return true;
  const counted = numbers.filter((number, i) => i === 0 || countsOn(numbers[i - 1]!, number)).length;
  return counted >= COUNTED * numbers.length;
}

const sum = (numbers: readonly number[]): number => numbers.reduce((total, one) => total + one, 0);
