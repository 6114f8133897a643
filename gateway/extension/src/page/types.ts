/** What the engine tells and takes; the panel imports these types and nothing else of this folder. */

/** `identity`: contact data of the visitor; `file`: needs a file. Both are told to the person, never sent, never filled. */
export type QuestionKind =
  'text' | 'long_text' | 'rich_text' | 'number' | 'date' | 'single_choice' | 'multiple_choice' | 'identity' | 'file';

/** A field for comment or justification that belongs to a question. */
export interface CommentField {
  text: string;
  filled: boolean;
  required: boolean;
  /** In characters, as the field declares it. */
  maxLength?: number;
}

export interface FoundQuestion {
  /** The same question has the same key on later pages, after a re-rendering, in a virtual list. At most 40 of `[a-z0-9-]`. */
  key: string;
  /** At most 4,000 characters; in a matrix "stem: row". */
  text: string;
  /** What the form prints before the text, such as "1.2". */
  number?: string;
  /** The description of the field. */
  help?: string;
  /** The heading above. */
  section?: string;
  kind: QuestionKind;
  /** The choices, in the form's order. */
  options?: string[];
  /** Whether the choices end with a free "Other: ____". */
  other?: boolean;
  required: boolean;
  /** Whether the field holds something that the engine did not write. It is not touched then. */
  filled: boolean;
  /** In characters, as the field declares it. */
  maxLength?: number;
  min?: string;
  max?: string;
  comment?: CommentField;
}

export interface FoundForm {
  address: string;
  title: string;
  questions: FoundQuestion[];
  /** Visible frames of other origins: nothing in them can be read from here. */
  unreadableFrames: number;
}

export interface GivenAnswer {
  /** A date as yyyy-mm-dd; several choices as a list. */
  value: string | string[];
  comment?: string;
  /** Text for "Other: ____", which is chosen with it. */
  other?: string;
}

export type FillStatus =
  | 'filled'
  | 'already_filled'
  | 'changed_by_person'
  | 'choose_yourself'
  | 'too_long'
  | 'out_of_range'
  | 'not_here'
  | 'not_fillable'
  | 'not_taken';

/** What stands in a field. */
export interface Written {
  value: string | string[];
  comment?: string;
}

export interface FillResult {
  key: string;
  status: FillStatus;
  /** Says what to do. */
  message: string;
  wrote?: Written;
}

export type UndoStatus = 'undone' | 'nothing_to_undo' | 'changed_by_person' | 'not_here' | 'not_taken';

export interface UndoResult {
  key: string;
  status: UndoStatus;
  /** Says what to do. */
  message: string;
}

export interface ReadValue extends Written {
  key: string;
  /** Whether this is exactly what the engine wrote. */
  written: boolean;
}

export type Band = 'HIGH' | 'MEDIUM' | 'LOW' | 'NONE';

/** An answer that is shown beside its field. */
export interface ShownAnswer {
  key: string;
  band: Band;
  answer: GivenAnswer;
}
