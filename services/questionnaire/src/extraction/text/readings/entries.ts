import type { ShapeCache } from '../../language/text-shape.js';
import { isOpenLabel } from '../asking-forms.js';
import type { TextUnit } from '../units.js';
import { formsOf, numberForm } from './entry-forms.js';

/** What an entry leaves for its answer, plainest first. */
export type EntryRoom = 'field' | 'blank' | 'boxes' | 'repeated' | 'empty';

/** How plainly each kind is made for answers: 1 = the file says so. */
export const PLAIN: Readonly<Record<EntryRoom, number>> = {
  field: 1,
  blank: 1,
  boxes: 1,
  repeated: 0.9,
  empty: 0.7,
};

/** A unit that a reading asks, with what stands below it up to the next one. */
export interface Entry {
  at: number;
  unit: TextUnit;
  room: EntryRoom | undefined;
  /** Empty paragraphs below it. */
  empties: number;
  /** The position of the last unit that belongs to it. */
  end: number;
  /** The unit at the end of what belongs to it, and the line that comes again below each entry. */
  last: TextUnit;
  line: TextUnit | undefined;
  /** It shows by a mark, a colon, or by words that we know, that something is to be said. */
  asks: boolean;
  /** It does so by a mark or by words. */
  asksInWords: boolean;
  /** What stands below it says more than a hint does. */
  told: boolean;
  /** The next thing below it asks in another way. */
  heads: boolean;
}

/** What stands around the units of a document, by their positions. */
export interface Surroundings {
  units: readonly TextUnit[];
  shapes: ShapeCache;
  /** A form field without a label, or an empty box, follows directly. */
  placeAfter: (at: number) => boolean;
  /** A table follows directly. */
  tableAfter: (at: number) => boolean;
  /** Empty paragraphs behind a unit. */
  empties: (at: number) => number;
  /** Short lines that repeat below entries. */
  repeated: ReadonlySet<string>;
  /** Texts of entries of lists that come again below other texts: choices. */
  choices: ReadonlySet<string>;
  /** What the readers of known layouts found to ask. */
  asked: ReadonlySet<TextUnit>;
  /** What they know to be no question. */
  other: ReadonlySet<TextUnit>;
  /** Words before each unit, and before the end. */
  wordsBefore: readonly number[];
}

/** Units and words that a hint below an entry has at most. */
const HINT_UNITS = 2;
const HINT_WORDS = 30;
/** Blank paragraphs in a row that are more than a gap between two others. */
const GAP = 1;
/** Choices on one line, and characters of one. */
const FEWEST_CHOICES = 3;
const LONGEST_CHOICE = 24;
/** Points by which a line is larger than another and stands above it. */
const LOUDER = 0.6;

/** The entries of a form: the units at these positions, with what each leaves. */
export function entriesAt(positions: readonly number[], around: Surroundings): Entry[] {
  const set = new Set(positions);
  return positions.map((at) => entryOf(at, set, around));
}

function entryOf(at: number, all: ReadonlySet<number>, around: Surroundings): Entry {
  const { units, shapes } = around;
  const unit = units[at]!;
  const inside: number[] = [at];
  let room: EntryRoom | undefined = ownRoom(unit);
  let hint = 0;
  let listed = false;
  let heads = false;
  let line: TextUnit | undefined;
  for (let i = at + 1; i < units.length && !all.has(i); i++) {
    const below = units[i]!;
    if (around.asked.has(below)) heads = true;
    if (heads || rises(unit, below)) break;
    room ??= roomBelow(unit, below, around);
    if (room === 'repeated') line ??= below;
    if (below.text !== '' && !around.repeated.has(below.text)) {
      hint += shapes.of(below.text).words;
      listed ||= below.listLevel !== undefined || below.bullet || below.number !== '';
    }
    if (inside.length > HINT_UNITS && room === undefined) break;
    inside.push(i);
    // What stands below the room belongs to no entry.
    if (around.empties(i) > GAP || around.placeAfter(i)) break;
    if (around.empties(at) > 0) break;
  }
  const end = inside.at(-1)!;
  if (inside.some((i) => around.placeAfter(i))) room = 'field';
  const told = hint > HINT_WORDS || (room === undefined && inside.length - 1 > HINT_UNITS);
  const empties = Math.max(...inside.map((i) => around.empties(i)));
  if (room === undefined && empties > GAP && !told) room = 'empty';
  const shape = shapes.of(unit.text);
  const label = (shape.endsWithColon || isOpenLabel(unit)) && !listed;
  const table = around.tableAfter(end) && shape.endsWithColon;
  const gap = /[:：]\s*\t/.test(unit.blocks.at(-1)?.text ?? '');
  const asksInWords = shape.hasMark || shape.manner === 'question' || around.asked.has(unit);
  const asks = asksInWords || (label && !told) || table || gap;
  return { at, unit, room, empties, end, last: units[end]!, line, asks, asksInWords, told, heads };
}

/** Whether a unit stands above an entry in the order of the document: a heading, something louder, or counted in another way. */
function rises(entry: TextUnit, unit: TextUnit): boolean {
  if (unit.heading !== undefined || (unit.bold && !entry.bold)) return true;
  if ((unit.blocks[0]?.fontSize ?? 0) > (entry.blocks[0]?.fontSize ?? 0) + LOUDER) return true;
  if (unit.listLevel !== undefined || unit.number === '' || entry.number === '') return false;
  return numberForm(unit.number) !== numberForm(entry.number) && !/^\(?\p{L}[.)]?$/u.test(unit.number);
}

function ownRoom(unit: TextUnit): EntryRoom | undefined {
  if (unit.blank) return 'blank';
  return unit.options.length > 0 ? 'boxes' : undefined;
}

function roomBelow(entry: TextUnit, unit: TextUnit, { repeated, choices }: Surroundings): EntryRoom | undefined {
  if (unit.text === '') return unit.options.length > 0 ? 'boxes' : 'blank';
  const listed = unit.bullet || unit.listLevel !== undefined;
  if (choices.has(unit.text) && listed && formsOf(unit)[0] !== formsOf(entry)[0]) return 'boxes';
  if (isLineOfChoices(unit)) return 'boxes';
  return repeated.has(unit.text) ? 'repeated' : undefined;
}

/** "Never  Seldom  Often": short choices on one line, parted by gaps. */
function isLineOfChoices({ blocks, number, bullet }: TextUnit): boolean {
  const choices = (blocks.length === 1 ? blocks[0]!.text : '').trim().split(/\s{2,}|\t+/u);
  return (
    number === '' &&
    !bullet &&
    choices.length >= FEWEST_CHOICES &&
    choices.every((choice) => choice.length <= LONGEST_CHOICE && !/[.。:：?？_]\s*$/u.test(choice))
  );
}
