import type { CellModel } from '../../documents/model.js';
import type { ShapeCache } from '../language/text-shape.js';
import { answerTypeOf } from '../question-form.js';
import { questionOf } from './forms.js';
import type { Grid } from './grid.js';
import type { Ledger } from './ledger.js';
import type { GridQuestion } from './table-questions.js';

const FEWEST_SCALES = 2;
const LEAST_STEPS = 3;

/**
 * A table whose questions go over its whole width, and stand above rows of steps that count on, with words at their ends or none: "Difficult | 1 | 2 |
 * 3 | Easy". What asks between them without steps is answered in its own row. Empty where a row is neither, or where hardly any steps stand below.
 */
export function findScalesBelow(grid: Grid, shapes: ShapeCache, ledger: Ledger): GridQuestion[] {
  const rows = Array.from({ length: grid.rowCount }, (_, row) => row).filter((row) => grid.rowCells(row).length > 0);
  const steps = new Map(rows.flatMap((row) => stepsIn(grid, row)));
  const texts = rows.filter((row) => !steps.has(row));
  const asked = texts.filter((row, i) => steps.has(row + 1) || (i > 0 && asksAlone(grid, shapes, row)));
  const scaled = [...steps.keys()].filter((row) => asked.includes(row - 1));
  if (steps.size < FEWEST_SCALES || scaled.length < steps.size || !texts.every((row) => isAlone(grid, row))) return [];
  return asked.map((row) => {
    const [label] = grid.rowCells(row);
    const below = steps.get(row + 1) ?? [];
    ledger.book(grid.indexAt(row, label!.column), 'question', 'question_above_steps');
    const found = questionOf(grid, { row, label: label!, column: label!.column, value: undefined, named: true }, '');
    const { question } = found;
    question.optionLocations = below.map((cell) => ({
      option: cell.text.trim(),
      location: grid.place(cell.row, cell.column),
    }));
    question.options = question.optionLocations.map(({ option }) => option);
    question.answerLocation = question.optionLocations[0]?.location ?? null;
    question.answerType = answerTypeOf(question.text, question.options);
    if (below.length > 0) ledger.bookRow(row + 1, 'options', 'steps_below_question');
    return found;
  });
}

/** Three numbers or more that count on, cell beside cell, with at most one text on either side. */
function stepsIn(grid: Grid, row: number): [number, CellModel[]][] {
  const cells = grid.rowCells(row);
  const steps = cells.filter(({ text }) => /^\s*\d{1,2}\s*$/.test(text));
  const first = cells.indexOf(steps[0]!);
  const counted = steps.every(
    (cell, i) =>
      cells[first + i] === cell && Number(cell.text) === Number(steps[0]!.text) + i && cell.formula === undefined,
  );
  const around = cells.length - steps.length;
  return steps.length >= LEAST_STEPS && counted && around <= 2 && first <= 1 ? [[row, steps]] : [];
}

const isAlone = (grid: Grid, row: number): boolean => {
  const [cell, ...others] = grid.rowCells(row);
  return others.length === 0 && cell?.type === 'text' && cell.formula === undefined;
};

function asksAlone(grid: Grid, shapes: ShapeCache, row: number): boolean {
  const [cell] = grid.rowCells(row);
  const { manner } = shapes.of(cell?.text ?? '');
  return manner === 'question' || manner === 'request';
}
