import type { AnswerType, QuestionPlace } from '../extraction/result.js';

/** What a writer needs of one question. Unanswered ones are given too: several places of one paragraph are told apart by order. */
export interface AnswerToWrite {
  questionId: string;
  /** Where the question stands. */
  location: QuestionPlace;
  /** Where its answer goes; null when the document has no place for it. */
  answerLocation: QuestionPlace | null;
  commentLocation: QuestionPlace | null;
  /** One place an option, when the customer laid it out so. */
  optionLocations: readonly { option: string; location: QuestionPlace }[];
  /** '' when nothing is known: the place then stays as it is. */
  answer: string;
  comment: string;
  answerType: AnswerType;
  options: readonly string[];
  /** Its text as the customer wrote it. */
  text: string;
  /** What the document already answered when it was read. */
  existingAnswer: string;
}

/** A question with everything that the generated formats show. */
export interface ExportedQuestion extends AnswerToWrite {
  sheetId: string;
  sheetName: string;
  ordinal: number;
  section: string;
  number: string;
  isRequired: boolean;
  answerStatus: string;
  approved: boolean;
  approvedBy: string;
  /** Microseconds since the epoch; 0 when not approved. */
  approvedAt: number;
  confidence: { score: number; band: string } | null;
  citations: readonly { title: string; locator: string; quote: string }[];
}

/** `heading`: the customer's table had no column for answers; the one that was added is named. */
export type WrittenKind = 'answer' | 'comment' | 'option' | 'heading';

/** A place that the writer changed, or found to say already what it should. */
export interface PlannedPlace {
  /** '' for a heading. */
  questionId: string;
  kind: WrittenKind;
  location: QuestionPlace;
  /** What a reader should find there now; an option mark that was taken away is ''. */
  text: string;
  /** Why the place needed more than text, e.g. "formula_replaced". */
  note?: PlaceNote;
}

export const PLACE_NOTES = {
  cut_to_cell_limit: 'A cell holds at most 32,767 characters; the text was cut there.',
  cut_to_field_limit: 'The field takes fewer characters than the answer has; the text was cut there.',
  characters_replaced: "The file's encoding has no sign for some characters; similar ones were written.",
  anchor_of_merged_range: 'The place is covered by a merged range; the text is in the first cell of that range.',
  question_cell: 'The question has no place of its own for the answer; it stands below the question in the same cell.',
  data_binding_removed: 'The field took its content from another part of the document; that link was removed.',
} as const;
export type PlaceNote = keyof typeof PLACE_NOTES;

export const SKIP_REASONS = {
  no_place: 'The document has no place for this.',
  place_not_found: 'The place was not found in the document.',
  no_matching_option: 'None of the options of the place says what the answer says.',
  place_taken: 'Another question is answered in the same place.',
  not_accepted:
    'The cell takes only certain values (a range, whole numbers, days, a length), and the answer is none of them.',
  formula: 'The place holds a formula of the customer, which stays as it is.',
} as const;
export type SkipReason = keyof typeof SKIP_REASONS;

/** An answer or comment that could not be written, and why. */
export interface SkippedPlace {
  questionId: string;
  kind: WrittenKind;
  location: QuestionPlace | null;
  reason: SkipReason;
}

/** Something to know about the whole file. */
export interface ExportNote {
  code: string;
  message: string;
}

/** What a writer did. */
export interface WriteReport {
  places: PlannedPlace[];
  skipped: SkippedPlace[];
  notes: ExportNote[];
}

export const emptyReport = (): WriteReport => ({ places: [], skipped: [], notes: [] });

/** Takes the bytes of the new file in order. Synchronous: writers run in worker threads. */
export interface ByteSink {
  write(bytes: Uint8Array): void;
}
