import type { DocumentWarning, ValidationType, ValueBounds } from '../documents/model.js';
import type { RefusedCorrection } from './said/corrections.js';
import type { AreaLayout } from './said/layout.js';

/** Where a question or an answer stands: by place, never by text. Zero-free, as people see it. */
export type QuestionPlace =
  | { sheet: string; cell: string }
  | { table: number; row: number; column: number }
  | { page: number; line: number }
  | { paragraph: number }
  | { field: string };

export type AnswerType = 'text' | 'boolean' | 'choice' | 'multi_choice' | 'number' | 'date';

export interface ExtractedQuestion {
  /** Stable key of the place within the document, e.g. "s2!B7"; the question's id is derived from it. */
  key: string;
  /** Order within the sheet, from 0. */
  ordinal: number;
  /** Heading or section row it stands under, outermost first joined by " > "; '' when none. */
  section: string;
  /** Its number as shown ("3.2", "a)", "CAIQ-001"); '' when none. */
  number: string;
  /** As the customer wrote it, without the number of the item. */
  text: string;
  /** Text of the question that this one is a part of ("Which of these do you use:"), when it makes no sense alone; else ''. */
  stem: string;
  location: QuestionPlace;
  answerLocation: QuestionPlace | null;
  commentLocation: QuestionPlace | null;
  answerType: AnswerType;
  options: string[];
  /** One column per option (Yes | No | N/A), when the customer laid it out so: option → place. */
  optionLocations: { option: string; location: QuestionPlace }[];
  isRequired: boolean;
  existingAnswer: string;
  hidden: boolean;
  /** It was found by the shape of the file alone: less certain than others, and told so. */
  byShape?: true;
  /** A person said that it is asked: also where it is hidden. */
  said?: true;
  /** What the cell of the answer takes only, as the file states it: a range of numbers or days, or a length. */
  answerBounds?: ValueBounds & { of: ValidationType };
}

export type AccountClass = 'question' | 'answer' | 'section' | 'header' | 'instruction' | 'options' | 'skipped';

/** One line of the extraction account: every non-empty cell, paragraph or line is in exactly one class. */
export interface AccountEntry {
  class: AccountClass;
  /** Stable snake_case reason, e.g. "column_of_questions", "echo_of_other_sheet", "title". */
  reason: string;
  location: QuestionPlace;
  /** The text, cut at 200 characters. */
  text: string;
}

export interface ExtractedSheet {
  /** Sheet name of a workbook; '' for CSV; the document's own name is not repeated here. */
  name: string;
  index: number;
  hidden: boolean;
  questions: ExtractedQuestion[];
  account: AccountEntry[];
}

export interface ExtractionResult {
  sheets: ExtractedSheet[];
  /** What each sheet, document or table was taken for. */
  areas: AreaLayout[];
  /** Fingerprint of the template; '' for none. */
  shape: string;
  /** What people said that the document does not allow. */
  refused: RefusedCorrection[];
  warnings: DocumentWarning[];
}
