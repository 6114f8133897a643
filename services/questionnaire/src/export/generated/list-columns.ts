import type { QuestionPlace } from '../../extraction/result.js';
import type { ExportedQuestion } from '../model.js';

/** Columns of the generated lists (csv and xlsx), in order. */
export const LIST_COLUMNS: { name: string; width: number; of: (question: ExportedQuestion) => string }[] = [
  { name: 'sheet', width: 18, of: (question) => question.sheetName },
  { name: 'location', width: 14, of: (question) => shownPlace(question.location) },
  { name: 'section', width: 24, of: (question) => question.section },
  { name: 'number', width: 10, of: (question) => question.number },
  { name: 'question', width: 60, of: (question) => question.text },
  { name: 'answer', width: 60, of: (question) => question.answer },
  { name: 'comment', width: 40, of: (question) => question.comment },
  { name: 'answer_status', width: 20, of: (question) => question.answerStatus },
  { name: 'confidence', width: 12, of: (question) => question.confidence?.band ?? '' },
  { name: 'approved', width: 10, of: (question) => (question.approved ? 'yes' : 'no') },
  { name: 'sources', width: 50, of: (question) => question.citations.map(shownCitation).join('\n') },
];

const shownCitation = ({ title, locator }: { title: string; locator: string }): string =>
  locator === '' ? title : `${title} (${locator})`;

/** A place as people say it. */
export function shownPlace(place: QuestionPlace): string {
  if ('cell' in place) return place.cell;
  if ('table' in place) return `table ${place.table}, row ${place.row}, column ${place.column}`;
  if ('page' in place) return `page ${place.page}, line ${place.line}`;
  return 'paragraph' in place ? `paragraph ${place.paragraph}` : `field ${place.field}`;
}
