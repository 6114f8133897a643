import { isPlaceholder } from '../language/placeholders.js';
import { partOf } from '../language/part-words.js';
import type { ShapeCache } from '../language/text-shape.js';
import type { CellModel } from '../../documents/model.js';
import { questionOf } from './forms.js';
import type { Field } from './forms.js';
import type { Grid } from './grid.js';
import type { Ledger } from './ledger.js';
import type { GridQuestion } from './table-questions.js';

interface Part extends Field {
  label: CellModel;
  shown: string;
  rest: string;
}

/**
 * A control and its parts: "AC-2 How is it implemented?", then "Part a | ", "Part b | ". Each part is one question below the
 * prompt; without a column beside them the answers go into the cells of the parts. Empty where half of the rows are no parts, and where
 * the parts have names and nothing to fill in, as in a table of contents.
 */
export function findParts(grid: Grid, shapes: ShapeCache, ledger: Ledger): GridQuestion[] {
  const parts = new Map<number, Part>();
  for (let row = 0; row < grid.rowCount; row++) {
    const [label, value, ...others] = grid.rowCells(row);
    const part = label?.type === 'text' && label.formula === undefined ? partOf(label.text) : undefined;
    if (label === undefined || part === undefined || others.length > 0 || value?.formula !== undefined) continue;
    const column = value?.column ?? (grid.mergeOf(label.row, label.column)?.right ?? label.column) + 1;
    parts.set(row, { row, label, column, value, named: true, shown: part.label, rest: part.rest });
  }
  const all = [...parts.values()];
  if (all.length < 2 || all.length * 2 < grid.rowCount - 1) return [];
  const filled = all.filter(({ value, rest }) => isName(shapes, value?.text ?? '') || isName(shapes, rest));
  if (filled.length * 2 > all.length) return [];
  const found: GridQuestion[] = [];
  let prompt = '';
  for (let row = 0; row < grid.rowCount; row++) {
    const part = parts.get(row);
    if (part === undefined) {
      prompt = grid
        .rowCells(row)
        .map(({ text }) => text.trim())
        .join(' ');
      ledger.bookRow(row, 'section', 'prompt_of_parts');
    } else if (prompt !== '') found.push(ask(grid, ledger, part, prompt));
  }
  return found;
}

/** A short text beside the label names the part. */
function isName(shapes: ShapeCache, text: string): boolean {
  return text !== '' && !isPlaceholder(text) && shapes.of(text).manner === 'phrase' && !/[.:]/.test(text);
}

function ask(grid: Grid, ledger: Ledger, part: Part, prompt: string): GridQuestion {
  const { row, label, column, value, shown, rest } = part;
  ledger.book(grid.indexAt(row, label.column), 'question', 'part_of_prompt');
  if (value !== undefined) ledger.book(grid.indexAt(row, value.column), 'answer', 'answer_to_part');
  const asked = questionOf(grid, part, '');
  const beside = column < grid.columnCount && grid.isWritable(label.row, column);
  Object.assign(asked.question, { text: shown, number: grid.numberOf(label), stem: prompt });
  if (!beside)
    Object.assign(asked.question, {
      answerLocation: null,
      existingAnswer: rest.replace(/^[^:：\n]{1,20}[:：]\s*/, ''),
    });
  return asked;
}
