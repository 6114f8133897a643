import type { AccountClass } from '../result.js';
import type { QuestionTable } from './table.js';

/** What a column of the table is for, as the account says it. */
export function columnUse(
  table: QuestionTable,
  answerColumn: number | undefined,
  column: number,
): [AccountClass, string] {
  const { answers, identifier, sections, scope, profiles } = table;
  const role = scope.labels.get(column)?.role;
  if (column === answerColumn || answers.choices.some((choice) => choice.column === column))
    return ['answer', 'answer_column'];
  if (column === answers.comment) return ['answer', 'comment_column'];
  if (column === answers.options || role === 'options') return ['options', 'options_column'];
  if (column === identifier) return ['skipped', 'number_of_question'];
  if (sections.includes(column)) return ['section', 'section_column'];
  if (role === 'guidance') return ['instruction', 'guidance_column'];
  const profile = profiles.get(column);
  if (profile !== undefined && profile.words >= 8 * Math.max(1, profile.sampled))
    return ['instruction', 'text_beside_question'];
  return ['skipped', 'other_column'];
}
