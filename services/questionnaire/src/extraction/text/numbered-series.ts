import { isBareOrder } from '../language/text-shape.js';
import type { ShapeCache, TextShape } from '../language/text-shape.js';
import type { TextUnit } from './units.js';

const FEWEST = 4;
const LABEL_WORDS = 12;
/** Share of a series that asks by itself, from which on its labels ask too. */
const ASKING = 0.3;
/** Share of a series that is questions and labels, and that counts on by one. */
const MOST = 0.9;

/** "3.0" heads "3.1". */
const HEADS = /\.0\.?$/;

/**
 * Forms of numbers ("1.", "2.1") of which one series counts through the document and holds nothing but questions and short labels:
 * "1. Legal name", "2. Number of employees", "3. Do you have a policy?". Its labels ask as well.
 */
export function askingSeries(units: readonly TextUnit[], shapes: ShapeCache): ReadonlySet<string> {
  const series = new Map<string, { count: number; asks: number; labels: number; counted: number; last: number[] }>();
  units.forEach((unit, i) => {
    const form = formOf(unit.number);
    if (form === '' || unit.heading !== undefined || HEADS.test(unit.number)) return;
    const one = series.get(form) ?? { count: 0, asks: 0, labels: 0, counted: 0, last: [] };
    const shape = shapes.of(unit.text);
    const asks =
      (shape.manner === 'question' && shape.hasMark) || (shape.manner === 'request' && !isBareOrder(unit.text));
    const parts = unit.number.match(/\d+/g)?.map(Number) ?? [];
    one.count++;
    if (asks) one.asks++;
    else if (isLabel(unit, units[i + 1], shape)) one.labels++;
    if (one.last.length === 0 || follows(one.last, parts)) one.counted++;
    one.last = parts;
    series.set(form, one);
  });
  return new Set(
    [...series]
      .filter(
        ([, { count, asks, labels, counted }]) =>
          count >= FEWEST && asks >= ASKING * count && asks + labels >= MOST * count && counted >= MOST * count,
      )
      .map(([form]) => form),
  );
}

/** Whether a unit is a label of such a series. */
export function isOfAskingSeries(
  unit: TextUnit,
  next: TextUnit | undefined,
  series: ReadonlySet<string>,
  shape: TextShape,
): boolean {
  return !HEADS.test(unit.number) && series.has(formOf(unit.number)) && isLabel(unit, next, shape);
}

function isLabel(unit: TextUnit, next: TextUnit | undefined, shape: TextShape): boolean {
  if (shape.manner !== 'phrase' || shape.words > LABEL_WORDS || unit.options.length > 0) return false;
  // What deeper numbers stand under is a heading.
  const bare = unit.number.replace(/[.)]$/, '');
  return next === undefined || !next.number.startsWith(`${bare}.`);
}

/** "1.2" behind "1.1" or "2.1" behind "1.4". */
function follows(last: readonly number[], parts: readonly number[]): boolean {
  const at = parts.findIndex((part, i) => part !== last[i]);
  return at >= 0 && parts[at] === (last[at] ?? 0) + 1 && parts.slice(at + 1).every((part) => part <= 1);
}

/** "12." → "n."; '' for letters and codes. */
function formOf(number: string): string {
  return /^\d{1,3}(?:\.\d{1,3}){0,2}[.)]?$/.test(number) ? number.replace(/\d+/g, 'n') : '';
}
