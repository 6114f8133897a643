import type { BlockModel, ParagraphBlock, TableBlock } from '../../documents/model.js';
import type { AccountEntry, ExtractedQuestion, QuestionPlace } from '../result.js';

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

/** The account of a table whose boxes belong to the cell that it stands in. */
export function boxEntries(table: TableBlock, number: number): AccountEntry[] {
  return table.rows.flat().flatMap(({ row, column, text }): AccountEntry[] => {
    const location = { table: number, row: row + 1, column: column + 1 };
    return text.trim() === ''
      ? []
      : [{ class: 'options', reason: 'boxes_of_cell', location, text: text.slice(0, 200) }];
  });
}

/** A form field without a label, or an empty table of one cell: what stands above is answered there. */
export function isAnswerBox(block: BlockModel): boolean {
  if (block.kind === 'field') return block.label.trim() === '' && block.type !== 'checkbox';
  if (block.kind !== 'table' || block.rows.length !== 1) return false;
  const [first = []] = block.rows;
  return first.length === 1 && first[0]?.text.trim() === '';
}

/** The place that people say for the answer, if they do. */
export const placed = (answer: QuestionPlace | null): Pick<ExtractedQuestion, 'answerLocation'> | object =>
  answer === null ? {} : { answerLocation: answer };
