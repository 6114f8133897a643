import { isOpenQuestion } from '../language/open-questions.js';
import { textShape } from '../language/text-shape.js';
import type { AnswerScope, Candidate } from './answer-columns.js';

/** Rows looked at. */
const SAMPLED_ROWS = 60;
/** Share of the questions that span several rows, from which on the texts beside them ask. */
const SPANNING = 0.4;
/** Share of the rows that yes or no answers, from which on the drop-down is the answer. */
const CLOSED = 0.4;

/**
 * "Control | Supplier statement | Compliance (drop-down)": beside statements the empty column of words that comes first is
 * what a supplier fills first, and the drop-down behind it judges that. Undefined where the rows ask for yes or no, where a
 * heading says which column takes the answers, or where nothing stands between.
 */
export function wordsBeforeList(scope: AnswerScope, candidates: readonly Candidate[]): Candidate | undefined {
  const list = candidates[0];
  if (list === undefined || list.validated < 0.5 || list.column < scope.question || list.label?.role === 'answer')
    return undefined;
  const between = [...scope.labels.values()]
    .filter(({ column }) => column > scope.questionRight && column < list.column)
    .sort((a, b) => a.column - b.column);
  const free = between.find(({ column }) => !scope.profiles.has(column) && !scope.grid.isHiddenColumn(column));
  const words = candidates.find(({ column }) => column === free?.column);
  if (free === undefined || words === undefined || words.validated > 0 || words.score <= 0) return undefined;
  if (free.role !== undefined && free.role !== 'answer' && free.role !== 'comment') return undefined;
  const texts = textsAsked(scope, free.column - 1);
  const closed = texts.filter((text) => textShape(text).manner === 'question' && !isOpenQuestion(text)).length;
  return closed >= CLOSED * texts.length ? undefined : { ...words, score: Math.max(words.score, list.score) };
}

/** The texts of the rows; where a question spans several rows, those of the column before the words. */
function textsAsked({ grid, rows, question }: AnswerScope, before: number): string[] {
  const sample = rows.slice(0, SAMPLED_ROWS);
  const spans = sample.filter((row) => {
    const merge = grid.mergeOf(grid.rowNumber(row), question);
    return merge !== undefined && merge.bottom > merge.top;
  });
  const column = spans.length >= SPANNING * sample.length ? before : question;
  return sample.flatMap((row) => grid.cellAt(row, column)?.text ?? []);
}
