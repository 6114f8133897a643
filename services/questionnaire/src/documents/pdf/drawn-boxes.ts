import { overlap, type Box } from './geometry.js';
import type { Ruling, TextPiece } from './page-content.js';

/** A small square or circle that a page draws, with the lines that it consists of. */
export interface DrawnShape extends Box {
  rulings: Ruling[];
  /** A filled ring or frame, which may be a letter as well. */
  ring?: true;
}

/** Sides of a box to tick, in points. */
const [SMALLEST, LARGEST] = [5, 17];
/** By how much its sides may differ, as a share of the longer one. */
const UNEVEN = 0.15;
/** A page that draws more of them shows a picture. */
const MOST = 600;
/** Boxes whose sides touch take a letter each. */
const TOUCH = 1.5;
/** Width of the hole in a filled ring at least, as a share of the ring, and rings below each other that are no letters. */
const RING = 0.7;
const FEWEST_RINGS = 3;
const TICK = /^[xX✓✔✗✘]$/u;

/** Whether an outline of this size may be a box to tick. */
export function isBoxSized(width: number, height: number): boolean {
  const longer = Math.max(width, height);
  return longer <= LARGEST && Math.min(width, height) >= SMALLEST && Math.abs(width - height) <= UNEVEN * longer;
}

/** Whether a filled area is the thin edge of a box: an outline, and the hole in it. */
export function isRing(outer: Box, hole: Box): boolean {
  const [width, inner] = [outer.right - outer.left, hole.right - hole.left];
  const centred = Math.abs(outer.left + outer.right - hole.left - hole.right) < 1;
  const level = Math.abs(outer.top + outer.bottom - hole.top - hole.bottom) < 1;
  return centred && level && inner < width && inner >= RING * width;
}

/**
 * Turns the boxes that a page draws beside its text into characters, as the boxes of fonts and of forms are, so that their
 * labels are found in the same way. Shapes that are alone in their size, hold text, touch each other or are drawn where a
 * form field stands are none. Lines of shapes that are no boxes are given back.
 */
export function drawnBoxes(
  shapes: readonly DrawnShape[],
  pieces: readonly TextPiece[],
  fields: readonly Box[],
): { pieces: TextPiece[]; rulings: Ruling[] } {
  const distinct = withoutRepeats(shapes);
  const boxes = distinct.length > MOST ? [] : distinct.filter((shape) => isBox(shape, distinct, pieces, fields));
  const taken = new Set(boxes);
  const ticks = new Set<TextPiece>();
  const drawn = boxes.map((box): TextPiece => {
    const tick = pieces.find((piece) => isInside(piece, box));
    if (tick !== undefined) ticks.add(tick);
    const { left, top, right, bottom } = box;
    const fontSize = Math.min(14, bottom - top);
    return { left, top, right, bottom, text: tick === undefined ? '☐' : '☒', fontSize, bold: false };
  });
  return {
    pieces: [...pieces.filter((piece) => !ticks.has(piece)), ...drawn],
    rulings: shapes
      .filter((shape) => !taken.has(shape) && !boxes.some((box) => isSame(box, shape)))
      .flatMap((shape) => shape.rulings),
  };
}

/** A box is often drawn twice: its ground, and its edge. */
function withoutRepeats(shapes: readonly DrawnShape[]): DrawnShape[] {
  const kept: DrawnShape[] = [];
  for (const shape of shapes) {
    if (kept.length > MOST) break;
    if (!kept.some((other) => isSame(other, shape))) kept.push(shape);
  }
  return kept;
}

function isSame(a: Box, b: Box): boolean {
  return overlap(a.left, a.right, b.left, b.right) > 3 && overlap(a.top, a.bottom, b.top, b.bottom) > 3;
}

function isBox(
  shape: DrawnShape,
  all: readonly DrawnShape[],
  pieces: readonly TextPiece[],
  fields: readonly Box[],
): boolean {
  const height = shape.bottom - shape.top;
  const alike = all.filter((other) => other !== shape && Math.abs(other.bottom - other.top - height) < 0.6);
  if (shape.ring === true && alike.filter((other) => isBelow(other, shape)).length + 1 < FEWEST_RINGS) return false;
  if (alike.length === 0 || alike.some((other) => touches(shape, other))) return false;
  if (fields.some((field) => overlaps(shape, field))) return false;
  const inside = pieces.filter((piece) => isInside(piece, shape));
  if (inside.length > 1 || (inside[0] !== undefined && !TICK.test(inside[0].text.trim()))) return false;
  return pieces.some(
    (piece) =>
      overlap(piece.top, piece.bottom, shape.top - height, shape.bottom + height) > 0 && !isInside(piece, shape),
  );
}

const isBelow = (a: Box, b: Box): boolean => Math.abs(a.left - b.left) < 1 && a.top !== b.top;

function touches(a: Box, b: Box): boolean {
  const beside = Math.min(Math.abs(a.right - b.left), Math.abs(b.right - a.left)) < TOUCH;
  const over = Math.min(Math.abs(a.bottom - b.top), Math.abs(b.bottom - a.top)) < TOUCH;
  const inRow = overlap(a.top, a.bottom, b.top, b.bottom) > 3;
  const inColumn = overlap(a.left, a.right, b.left, b.right) > 3;
  return (beside && inRow) || (over && inColumn);
}

function overlaps(a: Box, b: Box): boolean {
  return overlap(a.left, a.right, b.left, b.right) > 1 && overlap(a.top, a.bottom, b.top, b.bottom) > 1;
}

function isInside(piece: Box, box: Box): boolean {
  const x = (piece.left + piece.right) / 2;
  const y = (piece.top + piece.bottom) / 2;
  return x > box.left && x < box.right && y > box.top && y < box.bottom && piece.right - piece.left < LARGEST;
}
