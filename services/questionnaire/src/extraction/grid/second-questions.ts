import { askingShare } from './columns.js';
import type { Grid } from './grid.js';
import type { QuestionTable } from './table.js';

/** Share of the texts of the other column that ask. */
const ASKS = 0.6;
/** Rows that the other column asks in at least. */
const FEWEST = 2;
/** Share of the rows that a number or a domain names, so that each stands for itself and is no follow-up of the row above. */
const NAMED = 0.9;

/**
 * "Queries | Documentation queries | Comments": another column on the left of the answers, whose heading and most texts ask, mostly
 * in rows where the first is empty. The two tables ask in the rows of either, with the same places for answers; else the table alone.
 */
export function withSecondQuestions(grid: Grid, table: QuestionTable): QuestionTable[] {
  const { scope, question, answers, profiles } = table;
  const first = question.column;
  const { answer } = answers;
  if (answer === undefined || question.label?.role !== 'question') return [table];
  const holds = (row: number, column: number): boolean => grid.indexAt(row, column) >= 0;
  const other = [...profiles.values()].find((profile) => {
    const { column } = profile;
    if (column === first || column >= answer || scope.labels.get(column)?.role !== 'question') return false;
    if (profile.filled < FEWEST || askingShare(profile) < ASKS) return false;
    const either = scope.rows.filter((row) => holds(row, first) || holds(row, column));
    const both = either.filter((row) => holds(row, first) && holds(row, column));
    const names = [...profiles.keys()].filter((name) => name < answer && name !== first && name !== column);
    const named = names.some((name) => either.filter((row) => holds(row, name)).length >= NAMED * either.length);
    return named && both.length * 2 <= either.length;
  });
  if (other === undefined) return [table];
  const own = scope.rows.filter((row) => holds(row, first) || !holds(row, other.column));
  const more = scope.rows.filter((row) => holds(row, other.column));
  const second = { column: other.column, score: question.score, profile: other, label: scope.labels.get(other.column) };
  return [
    { ...table, scope: { ...scope, rows: own } },
    { ...table, scope: { ...scope, rows: more, headers: [] }, question: second },
  ];
}
