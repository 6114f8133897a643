import type { Widget } from './form-fields.js';
import { overlap, type Box } from './geometry.js';
import { makeLines, type TextLine } from './lines.js';

/** Dots or underscores that were printed to write on. */
const PRINTED_BLANK = /(?:[._…‗]\s?){3,}|[…‗]+/gu;
/** Room between the boxes for the letters of one word, in points. */
const LETTER_GAP = 14;

/** A line of text, or the label in front of a blank in one, with the fields that are drawn on it. */
export interface LabelledLine {
  line: TextLine;
  widgets: Widget[];
  /** The fields only go on with what stands before: the boxes of the line, or the field of the label. */
  goesOn: boolean;
}

/**
 * Form fields that are drawn over the printed blanks of a line ("Name: …… Date: ……/……"): each label gets the field of its blank. Fields in
 * a line of check boxes go on with those. Lines without such fields are not told.
 */
export function fieldsInLines(lines: readonly TextLine[], widgets: readonly Widget[]): Map<TextLine, LabelledLine[]> {
  const found = new Map<TextLine, LabelledLine[]>();
  for (const line of lines) {
    const inside = widgets.filter((widget) => isWithin(widget, line)).sort((a, b) => a.left - b.left);
    if (inside.length === 0) continue;
    if (line.fields.length > 0) found.set(line, [{ line, widgets: inside, goesOn: true }]);
    else {
      const parts = partsOf(line, inside);
      if (parts !== undefined) found.set(line, parts);
    }
  }
  return found;
}

/** A field begins inside of the line, at its height. */
function isWithin(widget: Widget, line: TextLine): boolean {
  const shared = overlap(line.top, line.bottom, widget.top, widget.bottom);
  const starts = widget.left >= line.left - 6 && widget.left < line.right - 6;
  return starts && shared > 0.4 * Math.min(line.bottom - line.top, widget.bottom - widget.top);
}

function partsOf(line: TextLine, widgets: readonly Widget[]): LabelledLine[] | undefined {
  const blanks = [...line.text.matchAll(PRINTED_BLANK)];
  if (blanks.length === 0) return partsAtGaps(line, widgets);
  const at = (index: number): number => line.left + ((line.right - line.left) * index) / line.text.length;
  const taken = assign(
    blanks.map((blank) => at(blank.index + blank[0].length / 2)),
    widgets,
  );
  const parts: LabelledLine[] = [];
  let from = 0;
  blanks.forEach((blank, i) => {
    const label = line.text.slice(from, blank.index).trim();
    const own = taken[i] ?? [];
    const start = from;
    from = blank.index + blank[0].length;
    const names = own.map(({ name }) => name);
    const place = { left: at(start), right: own[0]?.left ?? at(blank.index) };
    if (/\p{L}{2}/u.test(label) || parts.length === 0)
      parts.push({
        line: { ...line, ...place, text: label, fields: names },
        widgets: own,
        goesOn: !/\p{L}/u.test(label),
      });
    else parts.at(-1)!.widgets.push(...own);
  });
  const rest = line.text.slice(from).trim();
  if (/\p{L}{2}/u.test(rest)) parts.push({ line: { ...line, left: at(from), text: rest }, widgets: [], goesOn: false });
  return parts;
}

/** Labels with room between them, in which the fields stand: "Phone [    ] Address [    ]". */
function partsAtGaps(line: TextLine, widgets: readonly Widget[]): LabelledLine[] | undefined {
  if (line.leftwards) return undefined;
  const groups: { pieces: TextLine['pieces']; widgets: Widget[] }[] = [];
  let right = -Infinity;
  for (const piece of [...line.pieces].sort((a, b) => a.left - b.left)) {
    const between = widgets.filter((widget) => widget.left >= right - 6 && widget.right <= piece.left + 6);
    const last = groups.at(-1);
    if (last === undefined || between.length > 0) {
      last?.widgets.push(...between);
      groups.push({ pieces: [piece], widgets: [] });
    } else last.pieces.push(piece);
    right = Math.max(right, piece.right);
  }
  const says = ({ pieces }: { pieces: TextLine['pieces'] }): boolean =>
    pieces.some(({ text }) => /\p{L}{2}/u.test(text));
  if (groups.length < 2 || groups.some((group) => group.widgets.length > 0 && !says(group))) return undefined;
  return groups.flatMap(({ pieces, widgets: own }) => {
    const [part] = makeLines(pieces, false);
    return part === undefined
      ? []
      : [{ line: { ...part, fields: own.map(({ name }) => name) }, widgets: own, goesOn: false }];
  });
}

/** The fields of each blank: the blanks and fields of a line follow each other in one order, some without the other. */
function assign(blanks: readonly number[], widgets: readonly Widget[]): Widget[][] {
  const runs = lettersTogether(widgets);
  const taken: Widget[][] = blanks.map(() => []);
  let next = 0;
  runs.forEach((run, i) => {
    const middle = (run[0]!.left + run.at(-1)!.right) / 2;
    const last = blanks.length - Math.max(0, Math.min(blanks.length, runs.length - i));
    let best = Math.min(next, blanks.length - 1);
    for (let k = best; k <= last; k++) if (Math.abs(blanks[k]! - middle) < Math.abs(blanks[best]! - middle)) best = k;
    taken[best]!.push(...run);
    next = best + 1;
  });
  return taken;
}

/** Narrow fields side by side, one for each letter of a number, are one run. */
export function lettersTogether<T extends Box>(widgets: readonly T[]): T[][] {
  const runs: T[][] = [];
  for (const widget of widgets) {
    const last = runs.at(-1)?.at(-1);
    const near = last !== undefined && isNarrow(last) && isNarrow(widget) && isBeside(last, widget);
    if (near) runs.at(-1)!.push(widget);
    else runs.push([widget]);
  }
  return runs;
}

const isBeside = (a: Box, b: Box): boolean =>
  Math.abs(a.top - b.top) < 3 && b.left > a.left && b.left - a.right <= LETTER_GAP;
const isNarrow = ({ left, right, top, bottom }: Box): boolean => right - left <= 1.6 * (bottom - top);
