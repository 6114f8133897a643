import type { AnswerType } from '../extraction/result.js';

/** A piece of evidence as the index sees it: a library answer or a passage of a document. */
export type EvidenceItem = (LibraryEvidence | PassageEvidence) & KeptVectors;

/** Vectors of an item's statements, as they were made and kept before; made anew when they are of other models. */
export interface KeptVectors {
  vectors?: Uint8Array;
  /** Which models made them, of which texts. */
  vectorsOf?: string;
}

export interface LibraryEvidence {
  kind: 'library';
  /** Id of the library answer. */
  id: string;
  question: string;
  answer: string;
  tags: string[];
  /** Microseconds since the epoch; 0 when it never expires. */
  expiresAt: number;
  /** Microseconds since the epoch; when a person last verified or edited it. */
  verifiedAt: number;
  /** Only APPROVED entries are given to the index. */
  approved: true;
}

export interface PassageEvidence {
  kind: 'passage';
  /** Id of the passage, unique in the organization. */
  id: string;
  documentId: string;
  /** Name of the document. */
  title: string;
  /** Of the document, microseconds since the epoch; 0 or absent when it never expires. */
  expiresAt?: number;
  /** Of the document, microseconds since the epoch; 0 or absent when it holds already. */
  effectiveAt?: number;
  /** Heading path, page or row: "Encryption Policy v2.3 > §4 Data at rest", "page 4", "row 12". */
  locator: string;
  text: string;
}

/** What the engine is asked. */
export interface AnswerRequest {
  questionId: string;
  text: string;
  section: string;
  answerType: AnswerType;
  options: string[];
  /** Guidance for tone and length, never facts; '' when none. */
  instructions: string;
  /** Answers that people approved in the same questionnaire, the nearest first; absent when none. Only drafting reads them. */
  approved?: { question: string; answer: string }[];
  /** Now, microseconds since the epoch: decides what is expired. */
  now: number;
  /** Those of the organization; absent: those that ship. */
  bands?: Bands | undefined;
}

export type ConfidenceBand = 'HIGH' | 'MEDIUM' | 'LOW';

/** The scores, 0 to 1, from which an answer is HIGH and MEDIUM; null: none is. */
export interface Bands {
  highFrom: number | null;
  mediumFrom: number | null;
}

export interface Citation {
  sourceId: string;
  sourceType: 'library' | 'document';
  title: string;
  locator: string;
  /** Verbatim from the evidence, at most 300 characters. */
  quote: string;
}

/** Evidence near a question, for a person to take or leave. */
export interface Suggestion extends Omit<Citation, 'quote'> {
  /** Of the document that a passage stands in; '' for a library answer. */
  documentId: string;
  /** As it fits the answer's cell; '' when none of the options says it. */
  answer: string;
  /** Beside an option: the text behind it; '' when the answer says it all. */
  comment: string;
}

export interface EngineAnswer {
  questionId: string;
  status: 'AI_ANSWERED' | 'NEEDS_INFO';
  /** '' when NEEDS_INFO. */
  answer: string;
  /** For a choice answer: the sentence behind it; '' when none. */
  comment: string;
  /** For the reviewer alone: open parts, sources that disagree; '' when none. */
  reviewNote: string;
  confidence: { score: number; band: ConfidenceBand } | null;
  /** At most 3. Empty only when NEEDS_INFO. */
  citations: Citation[];
  engine: 'local' | 'openai';
  /** Why the endpoint that was to draft gave nothing to check ("timeout", "http_503"); the local engine answered instead. */
  undrafted?: string;
  /** Where an endpoint was asked: by what, at what cost, and what became of its drafts. */
  drafting?: DraftingDetails;
}

/** What drafting one answer took. */
export interface DraftingDetails {
  model: string;
  promptVersion: string;
  requests: number;
  promptTokens: number;
  completionTokens: number;
  /** Faults of the drafts that the check did not accept, in order. */
  rejected: string[];
  /** Why the local engine answered instead. */
  fallback?: string;
  /** What it cost, in millionths of `currency`; absent where no prices are configured. */
  cost?: { micros: number; currency: string };
}
