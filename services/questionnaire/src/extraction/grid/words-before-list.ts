import { namesWhatWasFound, weighsOrOwns } from '../language/column-words.js';
import { isOpenQuestion } from '../language/open-questions.js';
import { textShape } from '../language/text-shape.js';
import type { AnswerScope, Candidate } from './answer-columns.js';
import type { ColumnLabel } from './headers.js';

/** Rows looked at. */
const SAMPLED_ROWS = 60;
/** Share of the questions that span several rows, from which on the texts beside them ask. */
const SPANNING = 0.4;
/** Share of the rows that yes or no answers, from which on the drop-down is the answer. */
const CLOSED = 0.4;

/**
 * "Control | Supplier statement | Compliance (drop-down)": beside statements the empty column of words that comes first is
 * what a supplier fills first, and the drop-down behind it judges that. Undefined where the rows ask for yes or no, where a
 * heading says which column takes the answers, where nothing stands between, or where the words only explain the verdict
 * ("Requirement | Observation | Conformity level").
 */
export function wordsBeforeList(scope: AnswerScope, candidates: readonly Candidate[]): Candidate | undefined {
  const list = candidates[0];
  if (list === undefined || list.validated < 0.5 || list.column < scope.question || list.label?.role === 'answer')
    return undefined;
  const between = [...scope.labels.values()]
    .filter(({ column }) => column > scope.questionRight && column < list.column)
    .sort((a, b) => a.column - b.column);
  const free = between.find((label) => isFree(scope, label));
  const words = candidates.find(({ column }) => column === free?.column);
  if (free === undefined || words === undefined || words.validated > 0 || words.score <= 0) return undefined;
  if (free.role !== undefined && free.role !== 'answer' && free.role !== 'comment') return undefined;
  if (explainsVerdict(free) && !weighsOrOwns(list.label?.text ?? '')) return undefined;
  const texts = textsAsked(scope, free.column - 1);
  const closed = texts.filter((text) => textShape(text).manner === 'question' && !isOpenQuestion(text)).length;
  return closed >= CLOSED * texts.length ? undefined : { ...words, score: Math.max(words.score, list.score) };
}

/**
 * The empty column of words between the questions and the drop-down that takes their answers: it explains what is chosen
 * there ("Findings | Compliant?"). Undefined where there is none.
 */
export function explanationOf(scope: AnswerScope, answer: Candidate | undefined): number | undefined {
  if (answer === undefined || answer.validated < 0.5) return undefined;
  return [...scope.labels.values()]
    .filter(({ column }) => column > scope.questionRight && column < answer.column)
    .find((label) => isFree(scope, label) && explainsVerdict(label))?.column;
}

function isFree(scope: AnswerScope, { column }: ColumnLabel): boolean {
  return !scope.profiles.has(column) && !scope.taken.has(column) && !scope.grid.isHiddenColumn(column);
}

function explainsVerdict({ role, text }: ColumnLabel): boolean {
  return role === 'comment' || (role !== 'answer' && namesWhatWasFound(text));
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
