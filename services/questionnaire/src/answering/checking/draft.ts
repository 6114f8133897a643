import type { Reader } from '../reading/reader.js';
import type { AnswerRequest, Citation, ConfidenceBand, EvidenceItem } from '../types.js';

/** Keys by which the model cites: E1, E2, … in the order of a question's evidence. */
export function evidenceKey(index: number): string {
  return `E${index + 1}`;
}

/** What a model drafted for one question, in the shape of `DRAFT_SCHEMA`. */
export interface Draft {
  status: 'ANSWERED' | 'NEEDS_INFO';
  answer: string;
  comment: string;
  /** Keys are `evidenceKey`s: E1 is the first item of the evidence. */
  citations: { key: string; quote: string }[];
}

/** Why a draft is not accepted; goes into logs and metrics. */
export type DraftFault =
  | 'answer_empty'
  | 'answer_too_long'
  | 'not_an_option'
  | 'citation_missing'
  | 'quote_not_in_evidence'
  | 'number_not_in_evidence'
  | 'name_not_in_evidence'
  | 'polarity_not_in_evidence'
  | 'planned_as_present'
  | 'claim_not_in_evidence'
  | 'question_not_answered'
  | 'language_not_read';

/** What the check says to a draft. `detail` is a sentence that can be sent back to the model. */
export type DraftVerdict =
  | { accepted: true; citations: Citation[]; confidence: { score: number; band: ConfidenceBand } }
  | { accepted: false; fault: DraftFault; detail: string };

/** The models that read; `Reader` is one. */
export type DraftJudge = Pick<Reader, 'judge' | 'encode'>;

/** A draft with what it was drafted for and from; `evidence` is in the order in which the model was given it. */
export interface DraftToCheck {
  draft: Draft;
  request: AnswerRequest;
  evidence: readonly EvidenceItem[];
}

/** Checks drafts where the models are (`AnsweringPool.check`); one verdict for each, in order. */
export type CheckDrafts = (drafts: DraftToCheck[]) => Promise<DraftVerdict[]>;
