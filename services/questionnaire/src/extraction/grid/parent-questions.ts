import type { ShapeCache } from '../language/text-shape.js';
import type { CellModel } from '../../documents/model.js';
import type { Grid } from './grid.js';
import type { RowFacts } from './row-habits.js';
import type { QuestionTable } from './table.js';

/**
 * The question in a column of its own left of its follow-up questions ("Main question | Sub-question | Yes | No | Notes"), in a
 * row without one of those. It ends as a question does and its row has a place for the answer; else the text names a section.
 */
export function parentQuestion(
  grid: Grid,
  shapes: ShapeCache,
  { answers, question, identifier, scope }: QuestionTable,
  fact: RowFacts,
): CellModel | undefined {
  if (fact.cell !== undefined || fact.answered || answers.answer === undefined) return undefined;
  const texts = grid
    .rowCells(fact.row)
    .filter((cell) => cell.type === 'text' && cell.column >= scope.left && cell.column !== identifier);
  const [cell] = texts;
  if (cell === undefined || texts.length > 1 || cell.formula !== undefined || cell.column >= question.column)
    return undefined;
  const { manner, endsWithMark } = shapes.of(cell.text);
  if (manner !== 'question' || !endsWithMark) return undefined;
  const place = grid.anchorOf(cell.row, answers.answer);
  const own = place.row === cell.row && place.column === answers.answer;
  return own && grid.isWritable(place.row, place.column) ? cell : undefined;
}
