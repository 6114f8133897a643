import type { ShapeCache } from '../language/text-shape.js';
import { fold } from '../language/words.js';
import type { TextUnit } from './units.js';

const LABEL_WORDS = 14;
const FEWEST = 3;

/** "1. Legal name of the company" with an empty paragraph below it; the end of the document may cut off that of the last one. */
export function isLabelOverBlank(unit: TextUnit, shapes: ShapeCache, isLast: boolean): boolean {
  const { manner, words } = shapes.of(unit.text);
  const isNumbered = unit.number !== '' && unit.heading === undefined && !unit.bold && (isLast || unit.emptyAfter >= 0);
  return isNumbered && manner === 'phrase' && words >= 2 && words <= LABEL_WORDS;
}

/**
 * Whether such labels are the form that a document is: several, most of its paragraphs, each followed by the next one or by a
 * heading, and none said again as the title of a part. The paragraphs that are no labels are not spaced like them.
 */
export function areLabelsOverBlanks(units: readonly TextUnit[], shapes: ShapeCache): boolean {
  const labels = units.filter((unit) => isLabelOverBlank(unit, shapes, unit === units.at(-1)));
  if (labels.length < FEWEST || labels.length * 2 < units.length) return false;
  const others = units.filter((unit) => !labels.includes(unit) && unit.heading === undefined && !unit.bold);
  const titles = new Set(units.filter((unit) => !labels.includes(unit)).map((unit) => fold(unit.text)));
  if (labels.some((unit) => titles.has(fold(unit.text)))) return false;
  return others.filter((unit) => unit.emptyAfter >= 0).length <= others.length / 2;
}
