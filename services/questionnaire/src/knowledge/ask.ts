import { newId } from '@candor/runtime';
import type { EngineAnswer } from '../answering/types.js';
import type { KnowledgeRevisions } from '../store/knowledge.js';
import type { Answering } from './answering.js';

/** Answers one question from the organization's evidence as it is now; records nothing. */
export class Ask {
  constructor(
    private readonly answering: Answering,
    private readonly revisions: KnowledgeRevisions,
  ) {}

  async ask(organizationId: string, question: string): Promise<EngineAnswer> {
    const { revision } = await this.revisions.current(organizationId);
    return this.answering.one(organizationId, revision, newId(), question);
  }
}
