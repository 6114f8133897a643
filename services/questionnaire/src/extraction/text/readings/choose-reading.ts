import type { ShapeCache } from '../../language/text-shape.js';
import { isPaperTitle } from '../../language/title-signs.js';
import { isTemplateSign } from '../filled-labels.js';
import { isBracketed } from '../remarks.js';
import type { TextUnit } from '../units.js';
import { formsOf, isOfBody, lookOf } from './entry-forms.js';
import { entriesAt, type Entry, type Surroundings } from './entries.js';
import { linesBelowEntries, repeatedChoices } from './repeated-lines.js';
import { isSeries, measuresOf, textFitOf, wordsBefore, type TextMeasures } from './text-fit.js';

/** What stands around the units, and how many questions tables and fields ask. */
export type Around = Omit<Surroundings, 'repeated' | 'choices' | 'wordsBefore'> & { others: number };

/** One way to read running text: the units of one form ask. */
export interface TextReading {
  form: string;
  entries: Entry[];
  measures: TextMeasures;
  fit: number;
}

/** Entries of a reading at least. */
const FEWEST = 4;
/** Fit from which on a reading is believed: where nothing else was found, where it goes on with what was found, and beside other things. */
const FITS_ALONE = 0.72;
const FITS_SERIES = 0.65;
const FITS_BESIDE = 0.85;
/** Share of the entries that ask in words, from which on they are a series of which some were lost. */
const FOUND = 0.3;
/** Share of the entries that show that they ask, at least. */
const FEWEST_SIGNS = 0.5;
/** Share of the entries that leave room, from which on each has to. */
const ROOMY = 0.5;
/** Words of an entry at most. */
const MOST_WORDS = 80;

/** All readings of running text that are believed, best fit first, none of whose entries stands in another. */
export function chooseReadings(around: Around): TextReading[] {
  const taken = new Set<number>();
  const chosen: TextReading[] = [];
  for (const reading of textReadings(around)) {
    if (!isBelieved(reading, around) || reading.entries.some(({ at }) => taken.has(at))) continue;
    for (const { at } of reading.entries) taken.add(at);
    chosen.push(reading);
  }
  return chosen;
}

/** All readings of running text, best fit first. */
export function textReadings(around: Around): TextReading[] {
  const { units, shapes } = around;
  const repeated = linesBelowEntries(units, shapes);
  const choices = repeatedChoices(units, shapes);
  const whole = { ...around, repeated, choices, wordsBefore: wordsBefore(units, shapes) };
  const body = usualLook(units, shapes);
  const readings: TextReading[] = [];
  const seen = new Set<string>();
  for (const [form, positions] of positionsByForm(whole)) {
    // One whose units all ask already adds nothing.
    if (positions.length < FEWEST || positions.every((at) => around.asked.has(units[at]!))) continue;
    const key = positions.join();
    if (seen.has(key)) continue;
    seen.add(key);
    const all = withoutLoud(entriesAt(positions, whole)).filter((entry) => !isTitle(entry, whole));
    const entries = likeOthers(all.filter((entry) => standsOut(entry, body, around)));
    if (entries.length < FEWEST || !isSeries(entries)) continue;
    const measures = measuresOf(entries, whole);
    readings.push({ form, entries, measures, fit: textFitOf(measures) });
  }
  return readings.sort((a, b) => b.fit - a.fit || b.entries.length - a.entries.length);
}

/** Where the units of each form stand. */
function positionsByForm(around: Surroundings & Around): Map<string, number[]> {
  const forms = new Map<string, number[]>();
  around.units.forEach((unit, i) => {
    if (!mayAsk(unit, around) || around.repeated.has(unit.text) || around.choices.has(unit.text)) return;
    for (const form of formsOf(unit)) {
      const list = forms.get(form);
      if (list === undefined) forms.set(form, [i]);
      else list.push(i);
    }
  });
  return forms;
}

/** The weight and size of most words. */
function usualLook(units: readonly TextUnit[], shapes: ShapeCache): string {
  const words = new Map<string, number>();
  for (const unit of units)
    if (unit.heading === undefined)
      words.set(lookOf(unit), (words.get(lookOf(unit)) ?? 0) + shapes.of(unit.text).words);
  return [...words].sort(([, a], [, b]) => b - a)[0]?.[0] ?? '';
}

/** Lines that look like running text are entries only where they leave a plain room. */
const standsOut = ({ unit, room }: Entry, body: string, { asked }: Around): boolean =>
  !isOfBody(unit, body) || asked.has(unit) || (room !== undefined && room !== 'empty' && !/[.。]\s*$/u.test(unit.text));

/** It leaves no room, and the next thing below it asks in another way: the title of a part. */
const isTitle = ({ unit, room, heads }: Entry, { shapes, asked }: Surroundings): boolean =>
  heads && room === undefined && !asked.has(unit) && !shapes.of(unit.text).hasMark;

/** Without bold ones among plain ones, and those counted as zero ("3.0"), that neither ask in words nor leave room: titles of parts. */
function withoutLoud(entries: Entry[]): Entry[] {
  const bold = entries.filter(({ unit }) => unit.bold).length * 2 > entries.length;
  return entries.filter(({ unit, room, asksInWords }) => {
    const loud = (unit.bold && !bold) || /\.0\.?$/.test(unit.number);
    return !loud || asksInWords || room !== undefined;
  });
}

/** Without those that leave no room and show no sign, where most leave room; an empty paragraph is one where it is the rule. */
function likeOthers(entries: Entry[]): Entry[] {
  const roomy = entries.filter(({ room }) => room !== undefined).length;
  if (roomy < ROOMY * entries.length) return entries;
  const spaced = entries.filter(({ room }) => room === 'empty').length * 2 < roomy;
  return entries.filter(({ room, asks }) => asks || (room !== undefined && !(room === 'empty' && spaced)));
}

function mayAsk(unit: TextUnit, { shapes, asked, other }: Around): boolean {
  if (asked.has(unit)) return unit.text !== '';
  if (other.has(unit) || unit.text === '' || unit.given !== '' || isPaperTitle(unit.text)) return false;
  if (isTemplateSign(unit.text) || isBracketed(unit.text)) return false;
  const { words, manner } = shapes.of(unit.text);
  return manner !== 'other' && words <= MOST_WORDS && /\p{L}{2}/u.test(unit.text);
}

function isBelieved({ entries, fit, measures }: TextReading, { asked, others }: Around): boolean {
  const found = entries.filter(({ unit }) => asked.has(unit)).length;
  if (found === entries.length || measures.signs < FEWEST_SIGNS) return false;
  // In a form that somebody filled in, what has no answer heads the rest.
  if (entries.filter(({ unit }) => unit.given !== '').length * 2 > entries.length) return false;
  if (asked.size === 0 && others === 0) return fit >= FITS_ALONE;
  const evident = entries.filter(({ asksInWords }) => asksInWords).length;
  if (evident >= FOUND * entries.length) return fit >= FITS_SERIES;
  return fit >= (entries.length > asked.size + others ? FITS_ALONE : FITS_BESIDE);
}
