import type { AskedOnPortal, Conversations } from '../clients/conversations.js';
import type { Chosen, Knowledge, LibraryAnswer, PortalAnswer, Readable } from '../clients/knowledge.js';

export interface HeldAnswer extends LibraryAnswer {
  tags: string[];
}

/** The library of another service, held in memory, and what was asked of it. */
export class TestLibrary implements Knowledge, Conversations {
  readonly asked: { question: string; readable: Readable }[] = [];
  readonly recorded: AskedOnPortal[] = [];
  /** What the engine says to any question. */
  says: PortalAnswer = { answer: '', sure: false, sources: [] };
  outOfReach = false;

  constructor(readonly held: HeldAnswer[]) {}

  answers(_organizationId: string, { answerIds, tags }: Chosen, limit: number): Promise<LibraryAnswer[]> {
    if (this.outOfReach) return Promise.reject(new Error('out of reach'));
    const chosen = this.held.filter((one) => answerIds.includes(one.id) || one.tags.some((tag) => tags.includes(tag)));
    return Promise.resolve(chosen.slice(0, limit));
  }

  hasAnswer(_organizationId: string, answerId: string): Promise<boolean> {
    return Promise.resolve(this.held.some(({ id }) => id === answerId));
  }

  ask(_organizationId: string, question: string, readable: Readable): Promise<PortalAnswer> {
    if (this.outOfReach) return Promise.reject(new Error('out of reach'));
    this.asked.push({ question, readable });
    return Promise.resolve(this.says);
  }

  record(_organizationId: string, asked: AskedOnPortal): Promise<void> {
    this.recorded.push(asked);
    return Promise.resolve();
  }
}
