import type { AnswerColumns } from '../grid/answer-columns.js';
import type { ColumnProfile } from '../grid/columns.js';
import type { ColumnLabel } from '../grid/headers.js';
import type { QuestionColumn } from '../grid/question-column.js';
import type { License } from '../grid/table.js';
import { saidColumns, type SaidGridColumns } from './said-grid.js';

/** Whether people say what this column is for. */
export const isSaid = (said: SaidGridColumns | undefined, column: number): boolean =>
  said !== undefined && saidColumns(said).has(column);

/** A column that people say, or the engine's own, unless that is said to be another. */
export const saidOr = (
  said: SaidGridColumns | undefined,
  named: number | undefined,
  own: number | undefined,
): number | undefined => named ?? (own !== undefined && isSaid(said, own) ? undefined : own);

/** The column of questions that people say, or the engine's candidates without those that are said to be something else. */
export function saidQuestionColumns(
  said: SaidGridColumns | undefined,
  profiles: ReadonlyMap<number, ColumnProfile>,
  labels: ReadonlyMap<number, ColumnLabel>,
  ranked: QuestionColumn[],
): QuestionColumn[] {
  if (said === undefined) return ranked;
  if (said.question === undefined) return ranked.filter(({ column }) => !isSaid(said, column));
  const profile = profiles.get(said.question);
  return profile === undefined ? [] : [{ column: said.question, score: 1, profile, label: labels.get(said.question) }];
}

/** Where people say that answers go; the rest is the engine's. */
export function saidAnswers(
  said: SaidGridColumns | undefined,
  found: AnswerColumns,
  labels: ReadonlyMap<number, ColumnLabel>,
): AnswerColumns {
  if (said === undefined) return found;
  const free = (column: number | undefined): number | undefined => saidOr(said, undefined, column);
  const own = { ...found, comment: saidOr(said, said.comment, found.comment) };
  const points = found.points === true && said.answers.length + said.choices.length === 0;
  const others = { ...own, points, options: free(found.options), required: free(found.required) };
  const [answer, ...peers] = said.answers;
  if (answer !== undefined) return { ...others, answer, peers, choices: [], computed: false, strength: 3 };
  if (said.choices.length > 0) {
    const choices = said.choices.map((column) => ({ column, option: labels.get(column)?.text ?? '' }));
    return { ...others, answer: choices[0]?.column, peers: [], choices, computed: false, strength: 3 };
  }
  const answers = free(found.answer);
  if (answers === found.answer) return others;
  return { ...others, answer: answers, peers: [], choices: [], strength: 0 };
}

/** Who says a column of questions or where answers go says that something is asked. */
export function saidLicense(
  said: SaidGridColumns | undefined,
  question: QuestionColumn,
  ranked: readonly QuestionColumn[],
): License | undefined {
  if (said === undefined) return undefined;
  if (said.question === question.column) return 'header';
  const answered = said.answers.length + said.choices.length > 0;
  return answered && question === ranked[0] ? 'answers' : undefined;
}
