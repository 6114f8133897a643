/** What customers were told, and what of it no longer stands. Times are microseconds since the epoch. */

export const CLAIM_ORIGINS = ['completed', 'exported'] as const;

/** What a claim stood on when it was made. */
export interface ClaimSource {
  sourceId: string;
  sourceType: 'library' | 'document';
  /** The document that a passage stands in; of a library answer its own id; '' when it was gone already. */
  documentId: string;
  title: string;
  locator: string;
  quote: string;
  /** SHA-256 of the document's file; '' for a library answer. */
  sha256: string;
  /** Of the document; 0 for a library answer. */
  version: number;
}

/** One answer as a customer was given it. It never changes, but for what followed it. */
export interface ClaimDocument {
  _id: string;
  organizationId: string;
  questionnaireId: string;
  questionnaireTitle: string;
  questionId: string;
  /** Name of the customer; '' when the questionnaire names none. */
  customer: string;
  customerFolded: string;
  question: string;
  questionKey: string;
  answer: string;
  comment: string;
  searchText: string;
  sources: ClaimSource[];
  approvedBy: string;
  approvedAt: number;
  origin: (typeof CLAIM_ORIGINS)[number];
  toldAt: number;
  /** Of the answer when it was told; a later claim has a higher one. */
  answerRevision: number;
  /** SHA-256 of what was told. */
  digest: string;
  /** Whether the customer was told nothing else since. */
  current: boolean;
  /** Whether it has still to be held against its sources and other claims. */
  unjudged: boolean;
}

export const FINDING_KINDS = [
  'quote_gone',
  'number_changed',
  'polarity_changed',
  'limited',
  'expired',
  'not_yet_effective',
  'contradicts',
] as const;
export type FindingKind = (typeof FINDING_KINDS)[number];

export const FINDING_STATES = ['OPEN', 'ASSIGNED', 'DISMISSED', 'RESOLVED', 'WITHDRAWN'] as const;
export type FindingState = (typeof FINDING_STATES)[number];

/** Why a claim no longer stands. */
export interface FindingDocument {
  /** Made from the claim and the source, or from both claims. */
  _id: string;
  organizationId: string;
  claimId: string;
  /** The claim that says otherwise; '' for other kinds. */
  otherClaimId: string;
  questionnaireId: string;
  questionId: string;
  customer: string;
  customerFolded: string;
  question: string;
  answer: string;
  kind: FindingKind;
  sourceType: ClaimSource['sourceType'] | '';
  documentId: string;
  title: string;
  /** What was quoted, or the claim's answer. */
  before: string;
  /** What stands there now, or what the other claim says; '' for nothing. */
  now: string;
  state: FindingState;
  assigneeId: string;
  /** Who made them look at it, and when; absent: nobody. */
  assignment?: { by: string; at: number };
  /** The one who looks at it has still to be told. */
  assignmentUntold?: boolean;
  /** Why it was dismissed or resolved. */
  reason: string;
  changedBy: string;
  foundAt: number;
  updatedAt: number;
}
