import { IndexNotReadyError } from '../answering/errors.js';
import type { AnswerPair, PairVerdict } from '../answering/deciding/said-the-same.js';
import type { Bands, EngineAnswer, EvidenceItem } from '../answering/types.js';
import type { EncodedItem } from '../answering/worker-protocol.js';
import { cleanAnswer } from '../answering/writing/clean.js';
import { requestOf } from '../knowledge/requests.js';
import type { AnsweringWorkers } from '../knowledge/answering-workers.js';
import type { QuestionDocument } from '../store/documents.js';
import type { KnowledgeDelta, KnowledgeRevisions } from '../store/knowledge.js';
import type { PastEvidence } from './past.js';

/** Vectors of answers that were sent before, which no row keeps; the oldest go first. */
const MOST_KEPT = 20_000;
const ROUNDS = 3;
/** An index of the past never changes. */
const REVISION = 1;

/**
 * Answers from an index that holds nothing but what was known then, by the local engine and only while nothing else waits.
 * Records nothing.
 */
export class PastAnswering {
  private readonly vectors = new Map<string, EncodedItem>();

  constructor(
    private readonly workers: AnsweringWorkers,
    private readonly revisions: KnowledgeRevisions,
  ) {}

  /** One answer to each question, in order, as of `now` (microseconds). `name`: what the index is called. */
  async answer(
    organizationId: string,
    name: string,
    { load, earlier }: PastEvidence,
    questions: readonly QuestionDocument[],
    { instructions, now, bands }: { instructions: string; now: number; bands: Bands | undefined },
  ): Promise<EngineAnswer[]> {
    const requests = questions.map((question) => ({ ...requestOf(question, instructions, now), bands }));
    for (let round = 1; ; round++) {
      await this.workers.ensureIndex(
        name,
        REVISION,
        () => this.withVectors(load()),
        (encoded) => this.keep(organizationId, encoded, earlier),
        'idle',
      );
      try {
        const answers = await this.workers.answerLocally(name, REVISION, requests, 'idle');
        return answers.map((answer, i) => cleanAnswer(answer, requests[i] ?? { options: [] }));
      } catch (error) {
        if (!(error instanceof IndexNotReadyError) || round === ROUNDS) throw error;
      }
    }
  }

  /** Whether each two answers say the same; in order. */
  compare(organizationId: string, pairs: AnswerPair[]): Promise<PairVerdict[]> {
    return pairs.length === 0 ? Promise.resolve([]) : this.workers.pairs(organizationId, pairs, 'idle');
  }

  /** Drops an index by its name. */
  forget(name: string): Promise<void> {
    return this.workers.forget(name);
  }

  private async *withVectors(chunks: AsyncIterable<KnowledgeDelta>): AsyncGenerator<KnowledgeDelta> {
    for await (const chunk of chunks) yield { ...chunk, upserts: chunk.upserts.map((item) => this.withKept(item)) };
  }

  private withKept(item: EvidenceItem): EvidenceItem {
    const kept = item.vectors ? undefined : this.vectors.get(item.id);
    if (!kept) return item;
    const { buffer, byteOffset, byteLength } = kept.vectors;
    return { ...item, vectors: new Uint8Array(buffer, byteOffset, byteLength), vectorsOf: kept.vectorsOf };
  }

  private async keep(organizationId: string, encoded: EncodedItem[], earlier: PastEvidence['earlier']): Promise<void> {
    for (const item of encoded) {
      if (!earlier.has(item.id)) continue;
      this.vectors.set(item.id, item);
      const [oldest] = this.vectors.keys();
      if (this.vectors.size > MOST_KEPT && oldest !== undefined) this.vectors.delete(oldest);
    }
    await this.revisions.keepVectors(
      organizationId,
      encoded.filter(({ id }) => !earlier.has(id)),
    );
  }
}
