import { findCheckBoxes, type CheckBoxes } from '../check-boxes.js';
import type { FieldBlock, ParagraphBlock } from '../model.js';
import { joinBlankColumns } from './beside-grids.js';
import { readingOrder } from './columns.js';
import { labelledCombs } from './combs.js';
import type { Widget } from './form-fields.js';
import { fieldsInLines, lettersTogether } from './fields-in-lines.js';
import type { Box } from './geometry.js';
import { findGrids } from './grids.js';
import { labelLine, nameInWords } from './labels.js';
import type { TextLine } from './lines.js';
import type { PageContent } from './page-content.js';
import { makeParagraphs, type Paragraph } from './paragraphs.js';
import { withRatings } from './rating-rows.js';
import { fillGrid, isInside, type PageTable } from './table-blocks.js';

export type PageBlock = Omit<ParagraphBlock, 'index'> | Omit<FieldBlock, 'index'> | PageTable;

/** Turns the content of a page into blocks in reading order. */
export function pageBlocks(content: PageContent, widgets: readonly Widget[], page: number): PageBlock[] {
  const sheet = { left: 0, top: 0, right: content.width, bottom: content.height };
  const grids = joinBlankColumns(findGrids(content.rulings, sheet), content.pieces);
  const framed = grids.flatMap((grid) => fillGrid(grid, content.pieces, widgets, page) ?? []);
  const pieces = content.pieces.filter((piece) => !isInAny(piece, framed));
  const read = readingOrder(pieces, sheet).map(withRatings);
  const combs = labelledCombs(framed, widgets, read.flat());
  const tables = framed.filter((table) => !combs.has(table));
  const free = widgets.filter((candidate) => !isInAny(candidate, tables));
  const within = fieldsInLines(read.flat(), free);
  const groups = read.map((group) => group.flatMap((line) => within.get(line)?.map((part) => part.line) ?? [line]));
  const lines = groups.flat();
  const labels = new Map<TextLine, Widget[]>();
  const unlabelled: Widget[] = [];
  const continued = new Set<Widget>();
  for (const part of [...within.values()].flat()) {
    labels.set(part.line, part.widgets);
    for (const widget of part.goesOn ? part.widgets : part.widgets.slice(1)) continued.add(widget);
  }
  const labelled = new Set([...labels.values()].flat());
  const others = free.filter((candidate) => !labelled.has(candidate));
  for (const [first, ...more] of lettersTogether(others)) {
    const line = labelLine(first!, lines);
    if (line === undefined) unlabelled.push(first!, ...more);
    else {
      labels.set(line, [...(labels.get(line) ?? []), first!, ...more]);
      for (const widget of more) continued.add(widget);
    }
  }
  const placed: { top: number; blocks: PageBlock[] }[] = tables.map((table) => ({
    top: table.grid.top,
    blocks: [table],
  }));
  const lineNumbers = numberLines(lines);
  const text = groups.flatMap((group) =>
    makeParagraphs(group).map((paragraph, i, all) => {
      const line = lineNumbers.get(paragraph.lines[0]!) ?? 1;
      const near = [all[i - 1], all[i + 1]].filter((other) => startsBeside(paragraph, other));
      const boxes = boxesOf(paragraph, near.map((other) => other?.text).join('\n'));
      return {
        top: paragraph.lines[0]!.top,
        blocks: paragraphBlocks(paragraph, boxes, { labels, continued }, page, line),
      };
    }),
  );
  for (const widget of unlabelled)
    placed.push({ top: widget.top, blocks: [fieldBlock(widget, nameInWords(widget.name), page)] });
  return mergeByHeight(text, placed).flatMap((entry) => entry.blocks);
}

const isInAny = (box: Box, tables: readonly PageTable[]): boolean => tables.some(({ grid }) => isInside(box, grid));

function boxesOf({ text, lines }: Paragraph, near: string): CheckBoxes | undefined {
  const rating = lines[0]?.rating;
  return rating === undefined ? findCheckBoxes(text, near) : { before: text, ...rating };
}

/** Lines as they are read, one number each: two at one height, in two columns, are two places. */
function numberLines(lines: readonly TextLine[]): Map<TextLine, number> {
  return new Map(lines.map((line, i) => [line, i + 1]));
}

/** Tables and fields go before the first text below their top; the text keeps its own order. */
function mergeByHeight<T extends { top: number }>(text: readonly T[], placed: readonly T[]): T[] {
  const rest = [...placed].sort((a, b) => a.top - b.top);
  const merged: T[] = [];
  for (const entry of text) {
    while (rest[0] !== undefined && rest[0].top < entry.top) merged.push(rest.shift()!);
    merged.push(entry);
  }
  return [...merged, ...rest];
}

/** At one left edge, as the entries of one list are; deeper ones have bullets of their own. */
function startsBeside({ lines }: Paragraph, other: Paragraph | undefined): boolean {
  const left = other?.lines[0]?.left;
  return left !== undefined && Math.abs(left - (lines[0]?.left ?? 0)) < 3;
}

function paragraphBlocks(
  paragraph: Paragraph,
  boxes: CheckBoxes | undefined,
  fields: { labels: ReadonlyMap<TextLine, Widget[]>; continued: ReadonlySet<Widget> },
  page: number,
  line: number,
): PageBlock[] {
  const widgets = paragraph.lines.flatMap((textLine) => fields.labels.get(textLine) ?? []);
  const [first] = paragraph.lines;
  const rest = widgets.filter((widget) => fields.continued.has(widget));
  const own = widgets.length - rest.length;
  const goingOn = rest.map((widget) => ({ ...fieldBlock({ ...widget, tooltip: '' }, '', page), continues: true }));
  // A label is its field's, unless it is a text of its own that several fields follow.
  if (own === 1 && boxes === undefined) return [fieldBlock(widgets[0]!, paragraph.text, page), ...goingOn];
  if (paragraph.text === '' && widgets.length > 0 && own === 0) return goingOn;
  const block: Omit<ParagraphBlock, 'index'> = {
    kind: 'paragraph',
    text: boxes?.before === undefined || boxes.before === '' ? paragraph.text : boxes.before,
    page,
    line,
    x: Math.round(first?.left ?? 0),
    fontSize: Math.round((first?.fontSize ?? 0) * 2) / 2,
  };
  if (first?.bold === true) block.bold = true;
  if (boxes !== undefined) {
    block.options = boxes.options;
    if (boxes.checked.length > 0) block.checked = boxes.checked;
    if (first?.rating !== undefined && paragraph.text !== '') block.rated = true;
  }
  const names = paragraph.lines.flatMap((textLine) => textLine.fields);
  if (names.length > 0) block.fields = [...new Set(names)];
  const others = widgets.filter((widget) => !fields.continued.has(widget));
  return [block, ...others.map((widget) => fieldBlock(widget, '', page)), ...goingOn];
}

function fieldBlock(widget: Widget, label: string, page: number): Omit<FieldBlock, 'index'> {
  return {
    kind: 'field',
    name: widget.name,
    label: label !== '' ? label : widget.tooltip,
    type: widget.type,
    options: widget.options,
    value: widget.value,
    page,
  };
}
