import type { TextUnit } from '../units.js';

/** Points by which the left edges of two lines may differ and still stand below each other. */
const COLUMN = 6;

/**
 * The ways in which a unit looks like others, from the strictest to the loosest: its number or its place in a list, with its weight and
 * size, and where it begins. Units with one of them in common may be the entries of one reading.
 */
export function formsOf(unit: TextUnit): string[] {
  if (unit.heading !== undefined) return [`heading ${unit.heading} ${numberForm(unit.number)}`];
  const [first] = unit.blocks;
  const list = unit.listLevel === undefined ? (unit.bullet ? 'bullet' : '') : `level ${unit.listLevel}`;
  const counted = numberForm(unit.number);
  const look = lookOf(unit);
  const own = [list, counted].filter((part) => part !== '').join(' ');
  const forms = [`${own} ${look}`];
  if (first?.x !== undefined) forms.push(`${own} ${look} at ${Math.round(first.x / COLUMN)}`);
  if (own !== '') forms.push(own);
  return forms;
}

/** The weight and size of a unit. */
export const lookOf = (unit: TextUnit): string =>
  `${unit.bold ? 'bold' : 'plain'} ${Math.round(unit.blocks[0]?.fontSize ?? 0)}`;

/** Whether a unit looks like the running text of its document, `body`: no number, no list, no weight of its own. */
export const isOfBody = (unit: TextUnit, body: string): boolean =>
  unit.heading === undefined &&
  unit.listLevel === undefined &&
  !unit.bullet &&
  unit.number === '' &&
  (lookOf(unit) === body || !unit.bold);

/** "12." → "n.", "2.1" → "n.n", "IV." → "i.", "b)" → "a)", "AC-3" → "Cn"; '' without a number. */
export function numberForm(number: string): string {
  if (number === '') return '';
  if (/^\(?[ivxlc]{1,6}[.)]?$/i.test(number) && number.length > 1) return number.replace(/[ivxlc]+/i, 'i');
  if (/^\(?\p{L}[.)]?$/u.test(number)) return number.replace(/\p{L}/u, 'a');
  return number.replace(/\p{L}+/gu, 'C').replace(/\d+/g, 'n');
}

/** Whether a number counts on from the one before it, by one at any depth, or begins at one again. */
export function countsOn(before: string, number: string): boolean {
  const last = partsOf(before);
  const parts = partsOf(number);
  if (parts.length === 0) return false;
  const at = parts.findIndex((part, i) => part !== last[i]);
  if (at < 0) return false;
  const next = parts[at] === (last[at] ?? 0) + 1 && parts.slice(at + 1).every((part) => part <= 1);
  return next || parts.every((part) => part <= 1) || (parts.at(-1) === 1 && parts.length > 1);
}

function partsOf(number: string): number[] {
  const digits = number.match(/\d+/g)?.map(Number);
  if (digits !== undefined) return digits;
  const letter = /\p{L}/u.exec(number)?.[0]?.toLowerCase();
  return letter === undefined ? [] : [(letter.codePointAt(0) ?? 0) - ('a'.codePointAt(0) ?? 0) + 1];
}
