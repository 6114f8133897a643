import type { AccountEntry } from '../api/types.js';

export type AccountClass = AccountEntry['class'];

export const CLASSES: readonly AccountClass[] = [
  'skipped',
  'question',
  'answer',
  'section',
  'header',
  'instruction',
  'options',
];

export const CLASS_NAMES: Record<AccountClass, string> = {
  skipped: 'Skipped',
  question: 'Questions',
  answer: 'Places for answers',
  section: 'Sections',
  header: 'Headings of tables',
  instruction: 'Instructions',
  options: 'Options',
};

/** Reasons that their code alone does not tell. */
const REASONS: Readonly<Record<string, string>> = {
  answer_column: 'It stands in the column of answers',
  answer_below: 'It stands below its question, where the answer goes',
  answer_mark: 'It marks where the answer goes',
  answer_place: 'The answer goes here',
  beside_the_questions: 'It stands beside the questions and asks nothing',
  column_of_questions: 'It stands in the column of questions',
  comment_column: 'It stands in the column of comments',
  echo_of_other_sheet: 'It repeats what another sheet asks',
  guidance_column: 'It explains the question beside it',
  note_under_question: 'It is a note on the question above',
  number_of_question: 'It is the number of a question',
  options_column: 'It lists what can be answered',
  other_column: 'Its column holds neither questions nor answers',
  outside_of_tables: 'It stands outside of every table and asks nothing',
  paragraph_asks: 'The paragraph asks something',
  question_continued: 'It goes on with the question before',
  row_of_questions: 'It stands in the row of questions',
  row_without_question: 'Its row asks nothing',
  said_answer_place: 'A person said that the answer goes here',
  said_no_question: 'A person said that it is no question',
  said_not_for_us: 'A person said that this is not for us',
  said_outside_of_rows: 'It stands outside of the rows that a person named',
  said_question: 'A person said that it is a question',
  section_column: 'It stands in the column of sections',
  section_row: 'It heads the rows below',
  sheet_asks_nothing: 'Nothing on this sheet asks anything',
  table_header: 'It heads a column',
  table_of_contents: 'It belongs to the table of contents',
  text_between_questions: 'It stands between questions and asks nothing',
  read_by_ocr: 'It is a picture, whose text was read by OCR',
  not_read_by_ocr: 'It is a picture that could not be read',
  text_beside_question: 'It stands beside a question and asks nothing',
  text_outside_of_tables: 'It stands outside of every table and asks nothing',
  total_row: 'It is a total',
};

/** Why something was taken as what it was. */
export function reasonWords(code: string): string {
  const known = REASONS[code];
  if (known !== undefined) return known;
  const words = code.replaceAll('_', ' ');
  return words.charAt(0).toUpperCase() + words.slice(1);
}
