import type { AnsweredQuestion, Contradiction } from '../answering/deciding/consistency.js';
import type { AnswerPair, PairVerdict } from '../answering/deciding/said-the-same.js';
import type { AskableQuestion, ChosenFact } from '../answering/deciding/facts.js';
import type { PromptPreview } from '../answering/drafting.js';
import type { AnswerRequest, EngineAnswer, Suggestion } from '../answering/types.js';
import type { AskedBy, EncodedItem } from '../answering/worker-protocol.js';
import type { KnowledgeDelta } from '../store/knowledge.js';

/** What this use case needs of the answering workers. */
export interface AnsweringWorkers {
  ensureIndex(
    organizationId: string,
    revision: number,
    load: (since: number) => AsyncIterable<KnowledgeDelta>,
    keep: (encoded: EncodedItem[]) => Promise<void>,
    by: AskedBy,
  ): Promise<void>;
  /** What a person waits for comes before what runs in the background. */
  answer(organizationId: string, revision: number, requests: AnswerRequest[], by: AskedBy): Promise<EngineAnswer[]>;
  /** The evidence nearest to a question, for a person who answers it. */
  suggest(organizationId: string, revision: number, request: AnswerRequest, limit: number): Promise<Suggestion[]>;
  /** What would be sent to an endpoint for a question; absent where no endpoint drafts. */
  preview?(organizationId: string, revision: number, request: AnswerRequest): Promise<PromptPreview | undefined>;
  /** The fewest facts that would answer most of these questions, at most `most`. */
  chooseFacts(organizationId: string, questions: AskableQuestion[], most: number): Promise<ChosenFact[]>;
  /** Contradictions among the answers of one questionnaire, or of the library. */
  compare(organizationId: string, answers: AnsweredQuestion[], by: AskedBy): Promise<Contradiction[]>;
  /** The same from the local engine, whatever else drafts. */
  answerLocally(
    organizationId: string,
    revision: number,
    requests: AnswerRequest[],
    by: AskedBy,
  ): Promise<EngineAnswer[]>;
  /** Whether two answers to each question say the same; in order. */
  pairs(organizationId: string, pairs: AnswerPair[], by: AskedBy): Promise<PairVerdict[]>;
  /** Drops what is in memory of an organization. */
  forget(organizationId: string): Promise<void>;
}
