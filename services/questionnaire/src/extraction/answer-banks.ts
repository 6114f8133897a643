import { drop, type SheetFindings } from './mirrored-questions.js';
import { namesAnswerBank } from './language/bank-words.js';
import { isPlaceholder } from './language/placeholders.js';

/** Share of the questions that are answered. */
const ANSWERED = 0.9;
const LEAST_QUESTIONS = 3;
/** Rows in which titles may stand above the table. */
const TITLE_ROWS = 4;

/**
 * A sheet whose name or title says that it is a collection of answers, and on which nearly everything is answered, asks nothing. A
 * sheet "Question | Answer" that only is full may as well be a questionnaire that somebody filled in: it is asked, and keeps its answers.
 */
export function leaveAnswerBanks(findings: readonly SheetFindings[]): void {
  for (const finding of findings) {
    const { questions } = finding;
    if (questions.length < LEAST_QUESTIONS || !isCalledBank(finding)) continue;
    const answered = questions.filter(
      ({ question: { existingAnswer: answer } }) => answer.trim() !== '' && !isPlaceholder(answer),
    );
    if (answered.length < ANSWERED * questions.length) continue;
    for (const asked of questions) drop({ finding, asked }, 'answer_bank');
    finding.questions = [];
  }
}

function isCalledBank({ sheet, grid, questions }: SheetFindings): boolean {
  if (namesAnswerBank(sheet.name)) return true;
  const first = Math.min(...questions.map(({ cell }) => cell.row));
  for (let row = 0; row < Math.min(TITLE_ROWS, grid.rowCount) && grid.rowNumber(row) < first; row++) {
    const [title, ...others] = grid.rowCells(row);
    if (title !== undefined && others.length === 0 && namesAnswerBank(title.text)) return true;
  }
  return false;
}
