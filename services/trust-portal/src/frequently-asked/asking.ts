import type { Logger } from '@candor/runtime';
import type { Conversations } from '../clients/conversations.js';
import type { Knowledge } from '../clients/knowledge.js';
import type { PublishedAnswers } from './published-answers.js';

export interface AskingParts {
  published: PublishedAnswers;
  knowledge: Knowledge | undefined;
  conversations: Conversations | undefined;
  /** Documents of the evidence that everybody may read; absent: none. */
  publicDocuments?: ((organizationId: string) => Promise<string[]>) | undefined;
  logger: Logger;
}

/** What a visitor is told; undefined: nothing that is published answers it surely. */
export type Told = { answer: string; sources: { answerId: string; title: string; quote: string }[] } | undefined;

/** Answers visitors from what is published, and from nothing else: other evidence is never read for them. */
export class PortalAsking {
  constructor(private readonly parts: AskingParts) {}

  /** `userEmail`: of a visitor who is known. Rejects when the engine is out of reach; then nothing is recorded. */
  async ask(organizationId: string, question: string, userEmail?: string): Promise<Told> {
    const { knowledge, published, publicDocuments } = this.parts;
    const [answers, documentIds] = await Promise.all([
      published.read(organizationId),
      publicDocuments?.(organizationId) ?? [],
    ]);
    const readable = { answerIds: answers.map(({ id }) => id), documentIds };
    const nothing = !knowledge || readable.answerIds.length + documentIds.length === 0;
    const found = nothing ? undefined : await knowledge.ask(organizationId, question, readable);
    const sure = found?.sure === true && found.answer !== '' && found.sources.length > 0;
    await this.record(organizationId, question, sure ? found.answer : '', userEmail);
    if (!sure) return undefined;
    const sources = found.sources.map(({ id, title, quote }) => ({ answerId: id, title, quote }));
    return { answer: found.answer, sources };
  }

  /** A visitor gets the answer also while nobody can write down what was asked. */
  private async record(organizationId: string, question: string, answer: string, userEmail?: string): Promise<void> {
    const asked = { question, answer, ...(userEmail === undefined ? {} : { userEmail }) };
    await this.parts.conversations?.record(organizationId, asked).catch((error: unknown) => {
      this.parts.logger.warn({ err: error }, 'a question to a portal could not be recorded');
    });
  }
}
