import type { BlockModel, ParagraphBlock, TableBlock, TableCell } from '../../documents/model.js';
import type { AccountEntry, ExtractedQuestion, QuestionPlace } from '../result.js';
import { boxedEntry } from './boxed-entries.js';

/** PDF: page and line; else the paragraph's position, from 1. */
export function placeOf(block: ParagraphBlock): QuestionPlace {
  return block.page === undefined ? { paragraph: block.index + 1 } : { page: block.page, line: block.line ?? 1 };
}

/** The form field that draws the boxes of a line, or the line itself. */
export function writingPlaceOf(block: ParagraphBlock): QuestionPlace {
  const [field] = block.fields ?? [];
  return field === undefined ? placeOf(block) : { field };
}

/** The key of what stands at that place. */
export function keyOf(block: ParagraphBlock): string {
  return block.page === undefined ? `p${block.index + 1}` : `g${block.page}l${block.line ?? 1}`;
}

/** The account of a table of boxes, or of a notice, that belongs to the question above it. */
export function boxEntries(
  table: TableBlock,
  number: number,
  as: Pick<AccountEntry, 'class' | 'reason'> = { class: 'options', reason: 'boxes_of_cell' },
): AccountEntry[] {
  return table.rows.flat().flatMap(({ row, column, text }): AccountEntry[] => {
    const location = { table: number, row: row + 1, column: column + 1 };
    return text.trim() === '' ? [] : [{ ...as, location, text: text.slice(0, 200) }];
  });
}

/** A form field without a label, or a table of one cell with nothing but room: what stands above is answered there. */
export function isAnswerBox(block: BlockModel): boolean {
  if (block.kind === 'field') return block.label.trim() === '' && block.type !== 'checkbox';
  const only = onlyCell(block);
  return only !== undefined && isRoom(only);
}

/** Nothing, or lines to write on behind what names them in brackets: "[Company and trade] ________". */
export function isRoom(text: string): boolean {
  if (text.trim() === '') return true;
  if (text.length > LONGEST_ROOM || !/_{5}/.test(text)) return false;
  return text.replace(/\[[^\][]{0,200}\]|[\s_.…]+/gu, '') === '';
}

/** Every cell of a table with words in it is an option behind a box, two at least. */
export function isBoxTable(block: BlockModel | undefined): block is TableBlock {
  if (block?.kind !== 'table' || block.ofCell === true) return false;
  const cells = block.rows.flat().filter(({ text, options }) => text.trim() !== '' || (options?.length ?? 0) > 0);
  return cells.length >= 2 && cells.every((cell) => boxIn(cell) !== undefined);
}

/** The one option behind a box that a cell is, ticked or not. */
export function boxIn({ text, options, checked }: TableCell): { option: string; ticked: boolean } | undefined {
  const [only, ...others] = options ?? [];
  if (only !== undefined)
    return others.length === 0 ? { option: only, ticked: checked?.includes(only) === true } : undefined;
  return boxedEntry(text.trim(), false);
}

/** Sentences in frames of their own that come again and again: what to mind when filling in the boxes below. */
export function noticesOf(blocks: readonly BlockModel[]): ReadonlySet<string> {
  const texts = blocks.flatMap((block) => onlyCell(block) ?? []).filter((text) => text.split(/\s+/).length >= 4);
  return new Set(texts.filter((text, i) => texts.indexOf(text) !== i && !isRoom(text)));
}

/** The block below one, notices passed over. */
export function blockBelow(
  blocks: readonly BlockModel[],
  at: number,
  notices: ReadonlySet<string>,
): BlockModel | undefined {
  let next = at + 1;
  while (isNotice(blocks[next], notices)) next++;
  return blocks[next];
}

export function isNotice(block: BlockModel | undefined, notices: ReadonlySet<string>): boolean {
  return block !== undefined && notices.has(onlyCell(block) ?? '');
}

function onlyCell(block: BlockModel): string | undefined {
  if (block.kind !== 'table' || block.rows.length !== 1) return undefined;
  const [first = []] = block.rows;
  return first.length === 1 && (first[0]?.options ?? []).length === 0 ? first[0]?.text.trim() : undefined;
}

/** Characters of the lines of a box. */
const LONGEST_ROOM = 3000;

/** The place that people say for the answer, if they do. */
export const placed = (answer: QuestionPlace | null): Pick<ExtractedQuestion, 'answerLocation'> | object =>
  answer === null ? {} : { answerLocation: answer };
