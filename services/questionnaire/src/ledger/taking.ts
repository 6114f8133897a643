import { createHash } from 'node:crypto';
import { deterministicId, micros, type Clock } from '@candor/runtime';
import { fold } from '@candor/runtime/text';
import type { ClaimStore } from '../store/claims.js';
import type { QuestionDocument, QuestionnaireDocument } from '../store/documents.js';
import type { KnowledgeDocumentStore } from '../store/knowledge-files.js';
import type { KnowledgeRevisions } from '../store/knowledge.js';
import type { ClaimDocument, ClaimSource } from '../store/ledger-documents.js';
import { textKey } from '../store/library.js';

interface Dependencies {
  claims: ClaimStore;
  knowledgeDocuments: KnowledgeDocumentStore;
  revisions: KnowledgeRevisions;
  clock: Clock;
}

type Told = Pick<QuestionnaireDocument, '_id' | 'organizationId' | 'title' | 'companyName'>;

/** Keeps what customers are told. */
export class ClaimTaking {
  constructor(private readonly deps: Dependencies) {}

  /**
   * Takes the answers of questions as claims. An answer that was told last in the same words adds nothing; another one follows
   * the claim before it, also where it says again what was told still earlier. Ids come from what is told and what it follows, so
   * that a repeat writes the same.
   */
  async take(
    questionnaire: Told,
    questions: readonly QuestionDocument[],
    origin: ClaimDocument['origin'],
  ): Promise<void> {
    const { organizationId } = questionnaire;
    const answered = questions.filter(({ answer }) => answer.trim() !== '');
    if (answered.length === 0) return;
    const before = await this.deps.claims.currentOf(
      organizationId,
      answered.map(({ _id }) => _id),
    );
    const fresh = answered.filter((question) => before.get(question._id)?.digest !== digestOf(questionnaire, question));
    if (fresh.length === 0) return;
    const sources = await this.sources(organizationId, fresh);
    const toldAt = micros(this.deps.clock);
    const claims = fresh.map((question) =>
      claimOf(questionnaire, question, { origin, toldAt, sources, before: before.get(question._id) }),
    );
    await this.deps.claims.add(organizationId, claims);
  }

  /** The documents of all passages that are cited; by passage. */
  private async sources(organizationId: string, questions: readonly QuestionDocument[]): Promise<Sources> {
    const passages = questions.flatMap(({ citations }) =>
      citations.filter(({ sourceType }) => sourceType === 'document').map(({ sourceId }) => sourceId),
    );
    const documents = await this.deps.revisions.documentsOf(organizationId, [...new Set(passages)]);
    const found: Sources = new Map();
    const known = new Map<string, Awaited<ReturnType<KnowledgeDocumentStore['get']>>>();
    for (const [passage, documentId] of documents) {
      if (!known.has(documentId))
        known.set(documentId, await this.deps.knowledgeDocuments.get(organizationId, documentId));
      const document = known.get(documentId);
      found.set(passage, { documentId, sha256: document?.sha256 ?? '', version: document?.version ?? 1 });
    }
    return found;
  }
}

type Sources = Map<string, Pick<ClaimSource, 'documentId' | 'sha256' | 'version'>>;

function claimOf(
  { _id: questionnaireId, organizationId, title, companyName }: Told,
  question: QuestionDocument,
  {
    origin,
    toldAt,
    sources,
    before,
  }: { origin: ClaimDocument['origin']; toldAt: number; sources: Sources; before: ClaimDocument | undefined },
): ClaimDocument {
  const digest = digestOf({ companyName }, question);
  const { text, answer, comment, citations, answerRevision } = question;
  const quotes = citations.map(({ quote }) => quote);
  // A comment, or the customer's name, changes without a new revision of the answer, and may change back.
  const follows = before?.answerRevision === answerRevision ? [before._id] : [];
  return {
    _id: deterministicId(question._id, 'claim', String(answerRevision), digest, ...follows),
    organizationId,
    questionnaireId,
    questionnaireTitle: title,
    questionId: question._id,
    customer: companyName,
    customerFolded: fold(companyName),
    question: text,
    questionKey: textKey(text),
    answer,
    comment,
    searchText: fold([text, answer, comment, ...quotes].join('\n')),
    sources: citations.map(({ sourceId, sourceType, title: of, locator, quote }) => ({
      sourceId,
      sourceType,
      title: of,
      locator,
      quote,
      ...(sourceType === 'library'
        ? { documentId: sourceId, sha256: '', version: 0 }
        : (sources.get(sourceId) ?? { documentId: '', sha256: '', version: 0 })),
    })),
    approvedBy: question.approvedBy,
    approvedAt: question.approvedAt,
    origin,
    toldAt,
    answerRevision,
    digest,
    current: true,
    unjudged: true,
  };
}

/** The same as long as the same customer is told the same on the same words. */
function digestOf(
  { companyName }: Pick<Told, 'companyName'>,
  { answer, comment, citations }: QuestionDocument,
): string {
  const told = [companyName, answer, comment, ...citations.map(({ sourceId, quote }) => [sourceId, quote])];
  return createHash('sha256').update(JSON.stringify(told)).digest('hex');
}
