/** A shape of a sheet's drawing of old, and the cell that holds most of its sign. */
export interface DrawnBox {
  shape: string;
  row: number;
  column: number;
  label: string;
}

/** Pixels of a point. */
const PIXELS = 4 / 3;
/** A shape as wide as the sign of a check box and no wider, in pixels. */
const SIGN_WIDTH = 26;

/**
 * A control by its anchor, "left column, pixels into it, top row, pixels into it, right column, …, bottom row, …". The sign stands at the
 * left edge and half way down. Undefined where the anchor is none.
 */
export function drawnBox(shape: string, style: string, anchor: string, words: string): DrawnBox | undefined {
  const numbers = anchor.split(',').map((part) => Number(part));
  const [left, , top, , right, intoRight, bottom, intoBottom] = numbers;
  if (numbers.length !== 8 || !numbers.every((number) => Number.isInteger(number) && number >= 0)) return undefined;
  const height = pixels(style, 'height');
  const width = pixels(style, 'width');
  const lower = bottom! > top! + 1 ? Math.floor((top! + bottom!) / 2) : intoBottom! > height / 2 ? bottom! : top!;
  const isNarrow = width > 0 && width <= SIGN_WIDTH;
  return {
    shape,
    row: bottom === top ? top! : lower,
    column: isNarrow && right! > left! && intoRight! > width / 2 ? right! : left!,
    label: words.replace(/\s+/gu, ' ').trim(),
  };
}

/** A length of the shape's style in pixels; 0 where it states none in points. */
function pixels(style: string, name: string): number {
  const points = new RegExp(`(?:^|;)\\s*${name}:([\\d.]{1,12})pt`).exec(style)?.[1];
  return points === undefined ? 0 : Number(points) * PIXELS;
}
