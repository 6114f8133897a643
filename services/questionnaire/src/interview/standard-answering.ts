import { micros, type Clock } from '@candor/runtime';
import { IndexNotReadyError } from '../answering/errors.js';
import type { AnswerRequest, EngineAnswer } from '../answering/types.js';
import type { OrganizationBands } from '../calibration/bands.js';
import type { Answering } from '../knowledge/answering.js';
import type { AnsweringWorkers } from '../knowledge/answering-workers.js';
import { freeRequest } from '../knowledge/requests.js';
import type { KnowledgeRevisions } from '../store/knowledge.js';
import type { TopicRouting } from '../topics/routing.js';

const ROUNDS = 3;

/**
 * Answers questions of the standard set as a questionnaire would be: rules by topic first, then all evidence. By the local
 * engine, and only while nothing else waits. Records nothing.
 */
export class StandardAnswering {
  constructor(
    private readonly workers: Pick<AnsweringWorkers, 'ensureIndex' | 'answerLocally'>,
    private readonly revisions: Pick<KnowledgeRevisions, 'current' | 'changesSince' | 'keepVectors'>,
    private readonly routing: Pick<TopicRouting, 'answer'>,
    private readonly answering: Pick<Answering, 'oneFrom'>,
    private readonly bands: Pick<OrganizationBands, 'of'>,
    private readonly clock: Clock,
  ) {}

  /** One answer to each question, in order, from the evidence at a settled revision. */
  async answer(
    organizationId: string,
    revision: number,
    questions: readonly { id: string; text: string; section: string }[],
  ): Promise<EngineAnswer[]> {
    const bands = await this.bands.of(organizationId);
    const requests = questions.map(({ id, text, section }) => ({
      ...freeRequest(id, text, micros(this.clock)),
      section,
      bands,
    }));
    return this.routing.answer(organizationId, requests, {
      all: (some) => this.fromAll(organizationId, revision, some),
      part: (from, { questionId, text }) => this.answering.oneFrom(organizationId, from, revision, questionId, text),
    });
  }

  private async fromAll(organizationId: string, revision: number, requests: AnswerRequest[]): Promise<EngineAnswer[]> {
    for (let round = 1; ; round++) {
      await this.workers.ensureIndex(
        organizationId,
        revision,
        (since) => this.revisions.changesSince(organizationId, since),
        (encoded) => this.revisions.keepVectors(organizationId, encoded),
        'idle',
      );
      try {
        return await this.workers.answerLocally(organizationId, revision, requests, 'idle');
      } catch (error) {
        if (!(error instanceof IndexNotReadyError) || round === ROUNDS) throw error;
      }
    }
  }
}
