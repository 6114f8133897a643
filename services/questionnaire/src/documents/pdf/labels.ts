import { overlap } from './geometry.js';
import type { Widget } from './form-fields.js';
import type { TextLine } from './lines.js';

/** How far a label may stand above its field, in points. */
const ABOVE = 24;

/** The line that labels a field: to its left on the same height, else close above it. */
export function labelLine(widget: Widget, lines: readonly TextLine[]): TextLine | undefined {
  const beside = lines.filter(
    (line) =>
      line.right <= widget.left + 6 &&
      overlap(line.top, line.bottom, widget.top, widget.bottom) >
        0.4 * Math.min(line.bottom - line.top, widget.bottom - widget.top),
  );
  if (beside.length > 0) return beside.reduce((nearest, line) => (line.right > nearest.right ? line : nearest));
  const above = lines.filter(
    (line) =>
      line.bottom <= widget.top + 4 &&
      widget.top - line.bottom < ABOVE &&
      overlap(line.left, line.right, widget.left, widget.right) > 0,
  );
  if (above.length === 0) return undefined;
  return above.reduce((nearest, line) => (line.bottom > nearest.bottom ? line : nearest));
}

/** A field's own name in words, when nothing on the page labels it: "form1[0].#subform[0].CompanyName[0]" → "Company Name". */
export function nameInWords(name: string): string {
  const last =
    name
      .replace(/\[\d+\]/g, '')
      .split('.')
      .pop() ?? '';
  const words = last
    .replace(/[_-]+/g, ' ')
    .replace(/(\p{Ll})(\p{Lu})/gu, '$1 $2')
    .trim();
  return /^(?:text|field|textfield|undefined|untitled|check ?box|dropdown|feld|champ)? *\d*$/i.test(words) ? '' : words;
}
