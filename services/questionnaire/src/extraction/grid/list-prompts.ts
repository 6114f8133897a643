import { tellsToChoose } from '../language/placeholders.js';
import type { Grid } from './grid.js';
import type { Ledger } from './ledger.js';
import type { GridQuestion } from './table-questions.js';

/** Words of what only tells to choose ("Select an option"). */
const MOST_WORDS = 4;

/**
 * "Select an option" over one list after another heads what drop-downs offer: the same short prompt twice in a sheet asks
 * nothing.
 */
export function withoutListPrompts(grid: Grid, ledger: Ledger, questions: GridQuestion[]): GridQuestion[] {
  const seen = new Map<string, number>();
  for (const { question } of questions) seen.set(question.text, (seen.get(question.text) ?? 0) + 1);
  const dropped = questions.filter(
    ({ question: { text, said } }) =>
      said !== true &&
      (seen.get(text) ?? 0) >= 2 &&
      text.trim().split(/\s+/).length <= MOST_WORDS &&
      tellsToChoose(text),
  );
  for (const { cell } of dropped)
    ledger.book(grid.indexAt(grid.rowAt(cell.row), cell.column), 'options', 'list_prompt');
  return dropped.length === 0 ? questions : questions.filter((question) => !dropped.includes(question));
}
