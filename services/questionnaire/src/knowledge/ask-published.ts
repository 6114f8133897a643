import { createHash } from 'node:crypto';
import { invalid, lengthOf, micros, newId, type Clock } from '@candor/runtime';
import type { EngineAnswer } from '../answering/types.js';
import type { LibraryAnswerDocument } from '../store/knowledge-documents.js';
import type { KnowledgeRevisions } from '../store/knowledge.js';
import type { ChosenAnswers, PublishedLibrary, PublishedSources } from '../store/published-library.js';
import type { Answering } from './answering.js';

const MAX_QUESTION = 20_000;

/** What strangers may read of an organization's knowledge, and ask of it. */
export class AskPublished {
  /** The index that each organization was asked from last. */
  private readonly names = new Map<string, string>();

  constructor(
    private readonly answering: Pick<Answering, 'oneFrom' | 'forget'>,
    private readonly revisions: KnowledgeRevisions,
    private readonly library: PublishedLibrary,
    private readonly clock: Clock,
  ) {}

  read(
    organizationId: string,
    chosen: ChosenAnswers,
    page: { limit: number; offset: number },
  ): Promise<{ answers: LibraryAnswerDocument[]; total: number }> {
    return this.library.read(organizationId, chosen, { ...page, now: micros(this.clock) });
  }

  /**
   * Answers from an index that holds these sources alone, so that nothing else can be in an answer; without a model.
   * Records nothing.
   */
  async ask(organizationId: string, question: string, sources: PublishedSources): Promise<EngineAnswer> {
    if (question.trim() === '' || lengthOf(question) > MAX_QUESTION)
      throw invalid([{ path: 'question', message: `question must have 1 to ${MAX_QUESTION} characters.` }]);
    const { revision } = await this.revisions.current(organizationId);
    const name = indexName(organizationId, sources);
    const before = this.names.get(organizationId);
    this.names.set(organizationId, name);
    // What is no longer published leaves the memory with its index.
    if (before !== undefined && before !== name) await this.answering.forget(before);
    const asked = {
      name,
      load: (since: number) => this.library.changesSince(organizationId, sources, since),
    };
    return this.answering.oneFrom(organizationId, asked, revision, newId(), question);
  }

  /** Drops what this process holds of an organization that is erased. */
  async forget(organizationId: string): Promise<void> {
    const name = this.names.get(organizationId);
    this.names.delete(organizationId);
    if (name !== undefined) await this.answering.forget(name);
  }
}

/** Another index for other sources: what is no longer published is in none that is asked. */
const indexName = (organizationId: string, { answerIds, documentIds }: PublishedSources): string =>
  `${organizationId} published ${createHash('sha256')
    .update(JSON.stringify([[...answerIds].sort(), [...documentIds].sort()]))
    .digest('base64url')}`;
