import { isBareOrder, isCourtesy } from '../language/text-shape.js';
import type { ShapeCache, TextShape } from '../language/text-shape.js';
import { isPaperTitle } from '../language/title-signs.js';
import type { TextUnit } from './units.js';

/** Entries of one form from which on it counts, and words that one of them has at most. */
const FEWEST = 4;
const MOST_WORDS = 60;
/** Share of a form that asks by itself, and share that asks or is a label with a colon. */
const ASKING = 0.5;
const MOST = 0.75;

/**
 * Forms of which most entries ask: one level of a list, or bold lines that each leave an empty paragraph. What looks like the
 * questions around it and leaves them the same room asks too, whatever its words.
 */
export function askingForms(units: readonly TextUnit[], shapes: ShapeCache): ReadonlySet<string> {
  const forms = new Map<string, { count: number; asks: number; labels: number }>();
  units.forEach((unit, i) => {
    const form = formOf(unit);
    if (form === '' || !isLeaf(unit, units[i + 1])) return;
    const shape = shapes.of(unit.text);
    const one = forms.get(form) ?? { count: 0, asks: 0, labels: 0 };
    one.count++;
    if (asks(unit, shape)) one.asks++;
    else if (isOpenLabel(unit)) one.labels++;
    forms.set(form, one);
  });
  return new Set(
    [...forms]
      .filter(
        ([, { count, asks: asked, labels }]) =>
          count >= FEWEST && asked >= ASKING * count && asked + labels >= MOST * count,
      )
      .map(([form]) => form),
  );
}

/** Whether a unit has such a form and may be a question: no title of the paper, no heading over parts of its own. */
export function isOfAskingForm(
  unit: TextUnit,
  next: TextUnit | undefined,
  forms: ReadonlySet<string>,
  shape: TextShape,
): boolean {
  if (!forms.has(formOf(unit)) || !isLeaf(unit, next)) return false;
  if (shape.words > MOST_WORDS || shape.words < 2 || shape.manner === 'other' || isPaperTitle(unit.text)) return false;
  return !isCourtesy(unit.text);
}

/** "DNS provider: (e.g. of the town)": a label with a colon, and nothing behind it but an example. */
export function isOpenLabel(unit: TextUnit): boolean {
  return /[:：](?:\s*[(（][^()（）]*[)）])?$/u.test(unit.text.trimEnd());
}

/** Nothing deeper is listed below it. */
export function isLeaf(unit: TextUnit, next: TextUnit | undefined): boolean {
  if (next === undefined || next.heading !== undefined) return true;
  const bare = unit.number.replace(/[.)]$/, '');
  if (bare !== '' && next.number.startsWith(`${bare}.`)) return false;
  return next.listLevel === undefined || next.listLevel <= (unit.listLevel ?? -1);
}

/** The level of a list that a unit stands in, or that it is bold and an empty paragraph follows; '' for running text. */
function formOf(unit: TextUnit): string {
  if (unit.heading !== undefined || unit.text === '' || unit.options.length > 0 || unit.blank) return '';
  if (unit.listLevel !== undefined) return `level ${unit.listLevel} ${unit.number === '' ? 'bullets' : 'numbers'}`;
  return unit.bold && unit.emptyAfter >= 0 && unit.number === '' ? 'room' : '';
}

function asks(unit: TextUnit, shape: TextShape): boolean {
  return shape.manner === 'question' || (shape.manner === 'request' && !isBareOrder(unit.text));
}
