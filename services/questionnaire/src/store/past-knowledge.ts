import type { Collection, Db } from 'mongodb';
import type { QuestionDocument, QuestionnaireDocument } from './documents.js';
import type { KnowledgeDocumentDocument, LibraryAnswerDocument, PassageDocument } from './knowledge-documents.js';

/** A questionnaire whose answers have been sent. */
export interface SentQuestionnaire {
  _id: string;
  title: string;
  companyName: string;
  createdAt: number;
  /** When it was completed first. */
  completedAt: number;
  fileDigest: string;
}

/** What tells from when a document holds. */
export type DatedDocument = Pick<KnowledgeDocumentDocument, '_id' | 'name' | 'sha256' | 'createdAt'>;

const HEAD = { title: 1, companyName: 1, createdAt: 1, statusLog: 1, fileDigest: 1, file: 1 } as const;

/** What an organization knows and has sent, with what tells since when. */
export class PastKnowledge {
  private readonly questionnaires: Collection<QuestionnaireDocument>;
  private readonly questions: Collection<QuestionDocument>;
  private readonly documents: Collection<KnowledgeDocumentDocument>;
  private readonly passages: Collection<PassageDocument>;
  private readonly answers: Collection<LibraryAnswerDocument>;

  constructor(db: Db) {
    this.questionnaires = db.collection<QuestionnaireDocument>('questionnaires');
    this.questions = db.collection<QuestionDocument>('questions');
    this.documents = db.collection<KnowledgeDocumentDocument>('knowledge_documents');
    this.passages = db.collection<PassageDocument>('passages');
    this.answers = db.collection<LibraryAnswerDocument>('library_answers');
  }

  /** All that are completed. */
  async sent(organizationId: string): Promise<SentQuestionnaire[]> {
    const found = await this.questionnaires
      .find({ organizationId, deleted: false, status: 'COMPLETED' })
      .project<Pick<QuestionnaireDocument, '_id' | keyof typeof HEAD>>(HEAD)
      .toArray();
    return found.map(({ _id, title, companyName, createdAt, statusLog, fileDigest, file }) => ({
      _id,
      title,
      companyName,
      createdAt,
      completedAt: statusLog.find(({ to }) => to === 'COMPLETED')?.at ?? createdAt,
      fileDigest: fileDigest ?? file?.sha256 ?? '',
    }));
  }

  /** The answers of a questionnaire that somebody stands behind: what was approved, and what people or the file answered. */
  toldBy(organizationId: string, questionnaireId: string): Promise<QuestionDocument[]> {
    const byPeople = { $or: [{ approved: true }, { answerStatus: 'MANUALLY_ANSWERED' as const }] };
    return this.questions
      .find({ organizationId, questionnaireId, answer: { $ne: '' }, ...byPeople })
      .sort({ position: 1 })
      .toArray();
  }

  async documentsOf(organizationId: string): Promise<DatedDocument[]> {
    return this.documents
      .find({ organizationId, deleted: false })
      .project<DatedDocument>({ name: 1, sha256: 1, createdAt: 1 })
      .toArray();
  }

  /** The first passages of a document, where it says from when it holds. */
  async opening(organizationId: string, documentId: string, count: number): Promise<string[]> {
    const first = await this.passages
      .find({ organizationId, documentId, deleted: false, ordinal: { $lt: count } })
      .project<Pick<PassageDocument, 'ordinal' | 'locator' | 'text'>>({ ordinal: 1, locator: 1, text: 1 })
      .toArray();
    return first.sort((a, b) => a.ordinal - b.ordinal).map(({ locator, text }) => `${locator}\n${text}`);
  }

  /** Approved entries, one by one. */
  libraryOf(organizationId: string): AsyncIterable<LibraryAnswerDocument> {
    return this.answers.find({ organizationId, deleted: false, status: 'APPROVED' });
  }

  /** The passages of these documents, one by one. */
  passagesOf(organizationId: string, documentIds: readonly string[]): AsyncIterable<PassageDocument> {
    return this.passages.find({ organizationId, documentId: { $in: [...documentIds] }, deleted: false });
  }
}
