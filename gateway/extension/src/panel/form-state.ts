import type { FoundForm, FoundQuestion } from '../page/types.js';
import type { Said } from './accepting.js';
import type { Question } from './api.js';
import type { Waiting } from './sending.js';

/** A question of the page, its answer, and what became of it. */
export interface Row {
  found: FoundQuestion;
  /** Absent until the server knows it. */
  question?: Question;
  isFilled: boolean;
  /** What the field says otherwise: shown to the person, to be accepted in these words or not. */
  said?: Said | undefined;
  note: string;
  isBusy: boolean;
}

export interface FormState {
  form: FoundForm | undefined;
  rows: readonly Row[];
  questionnaireId: string;
  /** Undefined when nothing is being answered. */
  progress: { done: number; total: number } | undefined;
  /** The question whose badge was opened last; another object each time. */
  opened: { key: string } | undefined;
  /** Many new questions of the page: they are sent when the person says so. */
  waiting: Waiting | undefined;
  /** Questions that were sent and that the server does not have: the person may send them again. */
  lost: readonly string[];
  isBusy: boolean;
  isFailed: boolean;
}

/** Before a page is read. */
export const NOTHING: FormState = {
  opened: undefined,
  form: undefined,
  rows: [],
  questionnaireId: '',
  progress: undefined,
  isBusy: false,
  isFailed: false,
  waiting: undefined,
  lost: [],
};
