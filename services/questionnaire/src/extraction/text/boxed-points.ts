import type { ShapeCache } from '../language/text-shape.js';
import { isNamedOption } from './boxed-entries.js';
import type { TextUnit } from './units.js';

/** Entries behind a box that a check list has at least, those of one run on average, and words that one of them has on average. */
const FEWEST = 6;
const IN_A_RUN = 3;
const WORDS = 5;
/** Share of the runs at most above which something asks. */
const ASKED = 0.2;

/** A line of one box and the text behind it. */
export const isBoxedPoint = (unit: TextUnit | undefined): unit is TextUnit =>
  unit?.text === '' && unit.options.length === 1 && !unit.blank && !isNamedOption(unit);

/**
 * Whether what stands behind the boxes of a document are points to confirm, and no options: long texts, several below each
 * title, and hardly any title asks something.
 */
export function holdsBoxedPoints(units: readonly TextUnit[], shapes: ShapeCache): boolean {
  let entries = 0;
  let words = 0;
  let runs = 0;
  let asked = 0;
  for (let i = 0; i < units.length; i++) {
    if (!isBoxedPoint(units[i])) continue;
    const first = i;
    for (; isBoxedPoint(units[i]); i++) words += shapes.of(units[i]!.options[0] ?? '').words;
    entries += i - first;
    runs++;
    if (asks(units[first - 1], shapes)) asked++;
  }
  return entries >= Math.max(FEWEST, IN_A_RUN * runs) && words >= WORDS * entries && asked <= ASKED * runs;
}

function asks(unit: TextUnit | undefined, shapes: ShapeCache): boolean {
  if (unit === undefined || unit.heading !== undefined) return false;
  const { manner, hasMark, endsWithColon } = shapes.of(unit.text);
  return unit.number !== '' || hasMark || manner === 'question' || (endsWithColon && !unit.bold);
}
