import type { AnsweredQuestion, Contradiction } from './deciding/consistency.js';
import type { AnswerPair, PairVerdict } from './deciding/said-the-same.js';
import type { AskableQuestion, ChosenFact } from './deciding/facts.js';
import type { DraftToCheck, DraftVerdict } from './checking/draft.js';
import type { AnswerRequest, EngineAnswer, EvidenceItem, Suggestion } from './types.js';

/** Part of an index's content. A full load starts with a chunk that has `replace`; a delta has none. */
export interface KnowledgeChunk {
  replace?: boolean;
  upserts: EvidenceItem[];
  /** Ids of items that are gone (tombstones). */
  removals: string[];
}

/** Vectors that had to be made for an item, to be kept with it. */
export interface EncodedItem {
  id: string;
  kind: EvidenceItem['kind'];
  vectors: Int8Array;
  vectorsOf: string;
}

/** Evidence found for a question. */
export interface RetrievedEvidence {
  questionId: string;
  items: EvidenceItem[];
}

export type WorkerTask =
  | {
      kind: 'index';
      organizationId: string;
      chunk: KnowledgeChunk;
      /** Set on the last chunk: the content is now at it. */ rev?: number;
    }
  | { kind: 'answer'; organizationId: string; rev: number; requests: AnswerRequest[] }
  | { kind: 'retrieve'; organizationId: string; rev: number; requests: AnswerRequest[]; limit: number }
  | { kind: 'suggest'; organizationId: string; rev: number; request: AnswerRequest; limit: number }
  | { kind: 'check'; organizationId: string; drafts: DraftToCheck[] }
  | { kind: 'compare'; organizationId: string; answers: AnsweredQuestion[] }
  | { kind: 'pairs'; organizationId: string; pairs: AnswerPair[] }
  | { kind: 'choose'; organizationId: string; questions: AskableQuestion[]; most: number }
  | { kind: 'forget'; organizationId: string };

/** A task to be begun, which does not pause when it is to be alone, or what becomes of one that has paused. */
export type WorkerRequest =
  (WorkerTask & { id: number; alone: boolean }) | { kind: 'resume'; id: number } | { kind: 'drop'; id: number };

/** Who waits for a task: a person for a single call, a run in the background, or what has time until all of these are through. */
export type AskedBy = 'person' | 'run' | 'idle';

/** What a thread says: that it lives, each second while it works; that a task pauses; or what came of it. */
export type WorkerMessage = { kind: 'alive' } | { kind: 'paused'; id: number } | ({ kind: 'reply' } & WorkerReply);

export interface WorkerReply {
  id: number;
  answers?: EngineAnswer[];
  retrieved?: RetrievedEvidence[];
  suggestions?: Suggestion[];
  contradictions?: Contradiction[];
  facts?: ChosenFact[];
  verdicts?: DraftVerdict[];
  paired?: PairVerdict[];
  /** Organizations whose index was dropped for want of memory. */
  evicted?: string[];
  /** Vectors that were made for the chunk. */
  encoded?: EncodedItem[];
  error?: { code: 'index_not_ready' | 'failed'; message: string };
}
