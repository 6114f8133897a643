import { micros, steadyOf, type Clock } from '@candor/runtime';
import { AnsweringBusyError, IndexNotReadyError } from '../answering/errors.js';
import type { AnsweredQuestion, Contradiction } from '../answering/deciding/consistency.js';
import type { AskableQuestion, ChosenFact } from '../answering/deciding/facts.js';
import type { AnswerRequest, Bands, EngineAnswer, Suggestion } from '../answering/types.js';
import type { PromptPreview } from '../answering/drafting.js';
import { cleanAnswer } from '../answering/writing/clean.js';
import type { AskedBy, EncodedItem } from '../answering/worker-protocol.js';
import type { AnsweringWorkers } from './answering-workers.js';
import { NotYetError, orBusy } from './in-a-moment.js';
import type { OrganizationBands } from '../calibration/bands.js';
import type { PartOfEvidence, TopicRouting } from '../topics/routing.js';
import type { ApprovedQuestion } from './approved-near.js';
import { freeRequest, requestOf } from './requests.js';
import type { QuestionDocument } from '../store/documents.js';
import type { KnowledgeRevisions } from '../store/knowledge.js';

const SETTLE_EVERY_MS = 50;
const SETTLE_PATIENCE_MS = 15_000;
/** So long a person waits for evidence that is being written. */
const SETTLE_PATIENCE_OF_PEOPLE_MS = 5_000;

/** Answers questions from an organization's evidence at a pinned revision of it. */
export class Answering {
  constructor(
    private readonly workers: AnsweringWorkers,
    private readonly revisions: KnowledgeRevisions,
    private readonly clock: Clock,
    /** Decides by topic before any engine is asked; absent: nothing does. */
    private readonly topics?: TopicRouting,
    /** From which scores answers are HIGH and MEDIUM; absent: from those that ship. */
    private readonly bands?: OrganizationBands,
  ) {}

  /** Waits until every write up to the revision has ended (or its writer is known to have crashed). */
  async settle(organizationId: string, revision: number, patienceMs = SETTLE_PATIENCE_MS): Promise<void> {
    const steady = steadyOf(this.clock);
    const deadline = steady.now() + patienceMs;
    while (!(await this.revisions.settledAt(organizationId, revision))) {
      if (steady.now() > deadline) throw new NotYetError('the knowledge did not settle in time');
      await new Promise((resolve) => setTimeout(resolve, SETTLE_EVERY_MS));
    }
  }

  /**
   * An answer for each question, in order. Sources that were deleted or have expired since are not cited: such a question
   * is answered again from what is left. `bands`: those that the run has pinned; absent: those that ship.
   */
  async answer(
    organizationId: string,
    { revision, bands }: { revision: number; bands?: Bands | undefined },
    questions: readonly QuestionDocument[],
    instructions: string,
    approved: readonly ApprovedQuestion[] = [],
  ): Promise<{ question: QuestionDocument; answer: EngineAnswer }[]> {
    if (questions.length === 0) return [];
    const now = micros(this.clock);
    const requests = questions.map((question) => ({ ...requestOf(question, instructions, now, approved), bands }));
    return this.pair(questions, await this.current(organizationId, revision, requests, 'run'));
  }

  /**
   * The answer to one question of a questionnaire, for a person who waits: before all that runs in the background. Throws
   * `AnsweringBusyError` when it cannot be had while that person is still there.
   */
  async again(
    organizationId: string,
    revision: number,
    question: QuestionDocument,
    instructions: string,
    approved: readonly ApprovedQuestion[] = [],
  ): Promise<EngineAnswer> {
    return this.forPerson(organizationId, revision, requestOf(question, instructions, micros(this.clock), approved));
  }

  /** Answers whose every cited source still exists: the rest is answered again at a newer revision. */
  private current(
    organizationId: string,
    revision: number,
    requests: AnswerRequest[],
    by: AskedBy,
  ): Promise<EngineAnswer[]> {
    const all = (some: AnswerRequest[]): Promise<EngineAnswer[]> => this.citable(organizationId, revision, some, by);
    if (!this.topics) return all(requests);
    const part = (from: PartOfEvidence, request: AnswerRequest): Promise<EngineAnswer> =>
      this.fromPart(organizationId, from, revision, request);
    return this.topics.answer(organizationId, requests, { all, part });
  }

  private async citable(
    organizationId: string,
    revision: number,
    requests: AnswerRequest[],
    by: AskedBy,
  ): Promise<EngineAnswer[]> {
    let answers = await this.ask(organizationId, revision, requests, by);
    for (let round = 0; round < 3; round++) {
      const stale = await this.staleQuestions(organizationId, answers);
      if (stale.size === 0) return answers;
      const { revision: newer } = await this.revisions.current(organizationId);
      await this.settle(organizationId, newer);
      const again = await this.ask(
        organizationId,
        newer,
        requests.filter((request) => stale.has(request.questionId)),
        by,
      );
      const byId = new Map(again.map((answer) => [answer.questionId, answer]));
      answers = answers.map((answer) => byId.get(answer.questionId) ?? answer);
    }
    throw new NotYetError('the evidence kept changing while it was being cited');
  }

  /** Answers of one questionnaire, or of the library, that contradict each other. */
  contradictions(organizationId: string, answers: AnsweredQuestion[], by: AskedBy): Promise<Contradiction[]> {
    const compared = this.workers.compare(organizationId, answers, by);
    return by === 'person' ? orBusy(compared) : compared;
  }

  /** The fewest facts that would answer most of these questions, at most `most`, for a person who waits. */
  facts(organizationId: string, questions: AskableQuestion[], most: number): Promise<ChosenFact[]> {
    return orBusy(this.workers.chooseFacts(organizationId, questions, most));
  }

  /** The evidence nearest to a free question, for a person who answers it. */
  async near(organizationId: string, id: string, text: string, limit: number): Promise<Suggestion[]> {
    return this.suggested(organizationId, freeRequest(id, text, micros(this.clock)), limit);
  }

  /**
   * The evidence nearest to a question, at most `limit` items, for a person who answers it. Nothing that was deleted or has
   * expired since.
   */
  suggestions(organizationId: string, question: QuestionDocument, limit: number): Promise<Suggestion[]> {
    return this.suggested(organizationId, requestOf(question, '', micros(this.clock)), limit);
  }

  private async suggested(organizationId: string, request: AnswerRequest, limit: number): Promise<Suggestion[]> {
    const { settled } = await this.revisions.current(organizationId);
    const found = await orBusy(
      this.atRevision(organizationId, settled, 'person', () =>
        this.workers.suggest(organizationId, settled, request, limit),
      ),
    );
    const ids = found.map(({ sourceId }) => sourceId);
    if (ids.length === 0) return [];
    const good = await this.revisions.stillCitable(organizationId, ids, micros(this.clock));
    return found.filter(({ sourceId }) => good.has(sourceId));
  }

  /** What would be sent to the endpoint for a question; undefined where it is not asked. */
  async preview(
    organizationId: string,
    question: QuestionDocument,
    instructions: string,
    approved: readonly ApprovedQuestion[] = [],
  ): Promise<PromptPreview | undefined> {
    const { settled } = await this.revisions.current(organizationId);
    const request = requestOf(question, instructions, micros(this.clock), approved);
    return this.atRevision(organizationId, settled, 'run', () =>
      Promise.resolve(this.workers.preview?.(organizationId, settled, request)),
    );
  }

  /** Answers one free question, for a person who waits (see `again`). */
  one(organizationId: string, revision: number, id: string, text: string): Promise<EngineAnswer> {
    return this.forPerson(organizationId, revision, freeRequest(id, text, micros(this.clock)));
  }

  /**
   * The same from a part of the evidence alone, in an index of its own, by the local engine. `from` says what it is called
   * and what is in it.
   */
  async oneFrom(
    organizationId: string,
    from: PartOfEvidence,
    revision: number,
    id: string,
    text: string,
  ): Promise<EngineAnswer> {
    const request = await this.banded(organizationId, freeRequest(id, text, micros(this.clock)));
    return this.fromPart(organizationId, from, revision, request);
  }

  private async banded(organizationId: string, request: AnswerRequest): Promise<AnswerRequest> {
    return this.bands ? { ...request, bands: await this.bands.of(organizationId) } : request;
  }

  private async fromPart(
    organizationId: string,
    from: PartOfEvidence,
    revision: number,
    request: AnswerRequest,
  ): Promise<EngineAnswer> {
    const keep = (encoded: EncodedItem[]): Promise<void> => this.revisions.keepVectors(organizationId, encoded);
    const [answer] = await orBusy(
      (async () => {
        await this.settle(organizationId, revision, SETTLE_PATIENCE_OF_PEOPLE_MS);
        for (let round = 0; ; round++) {
          await this.workers.ensureIndex(from.name, revision, from.load, keep, 'person');
          try {
            return await this.workers.answerLocally(from.name, revision, [request], 'person');
          } catch (error) {
            if (!(error instanceof IndexNotReadyError) || round === 3) throw error;
          }
        }
      })(),
    );
    if (!answer) throw new Error('the engine gave no answer');
    const stale = await this.staleQuestions(organizationId, [answer]);
    if (stale.size > 0) throw new AnsweringBusyError(new NotYetError('the evidence changed while it was being cited'));
    return cleanAnswer(answer, request);
  }

  /** Drops an index by its name. */
  forget(name: string): Promise<void> {
    return this.workers.forget(name);
  }

  private async forPerson(organizationId: string, revision: number, request: AnswerRequest): Promise<EngineAnswer> {
    const [answer] = await orBusy(
      (async () => {
        await this.settle(organizationId, revision, SETTLE_PATIENCE_OF_PEOPLE_MS);
        return this.current(organizationId, revision, [await this.banded(organizationId, request)], 'person');
      })(),
    );
    if (!answer) throw new Error('the engine gave no answer');
    return answer;
  }

  /** Reads what is new in the organization's evidence, so that no question waits for it. */
  async prepare(organizationId: string): Promise<void> {
    const { settled } = await this.revisions.current(organizationId);
    await this.ready(organizationId, settled, 'run');
  }

  private ready(organizationId: string, revision: number, by: AskedBy): Promise<void> {
    return this.workers.ensureIndex(
      organizationId,
      revision,
      (since) => this.revisions.changesSince(organizationId, since),
      (encoded) => this.revisions.keepVectors(organizationId, encoded),
      by,
    );
  }

  private async ask(
    organizationId: string,
    revision: number,
    requests: AnswerRequest[],
    by: AskedBy,
  ): Promise<EngineAnswer[]> {
    const asked = new Map(requests.map((request) => [request.questionId, request]));
    const answers = await this.atRevision(organizationId, revision, by, () =>
      this.workers.answer(organizationId, revision, requests, by),
    );
    return answers.map((answer) => cleanAnswer(answer, asked.get(answer.questionId) ?? { options: [] }));
  }

  private async atRevision<T>(
    organizationId: string,
    revision: number,
    by: AskedBy,
    work: () => Promise<T>,
  ): Promise<T> {
    for (let round = 0; ; round++) {
      await this.ready(organizationId, revision, by);
      try {
        return await work();
      } catch (error) {
        // Other organizations' indexes may have pushed this one out between the two calls.
        if (!(error instanceof IndexNotReadyError) || round === 3) throw error;
      }
    }
  }

  private async staleQuestions(organizationId: string, answers: readonly EngineAnswer[]): Promise<Set<string>> {
    const cited = [...new Set(answers.flatMap((answer) => answer.citations.map((citation) => citation.sourceId)))];
    if (cited.length === 0) return new Set();
    const good = await this.revisions.stillCitable(organizationId, cited, micros(this.clock));
    return new Set(
      answers
        .filter((answer) => answer.citations.some((citation) => !good.has(citation.sourceId)))
        .map((answer) => answer.questionId),
    );
  }

  private pair(
    questions: readonly QuestionDocument[],
    answers: readonly EngineAnswer[],
  ): { question: QuestionDocument; answer: EngineAnswer }[] {
    const byId = new Map(answers.map((answer) => [answer.questionId, answer]));
    return questions.map((question) => {
      const answer = byId.get(question._id);
      if (!answer) throw new Error('the engine left a question out');
      return { question, answer };
    });
  }
}
