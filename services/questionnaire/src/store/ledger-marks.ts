import type { IndexDeclaration } from '@candor/runtime';
import type { Collection, Db, Filter } from 'mongodb';
import type { QuestionnaireDocument } from './documents.js';
import type { KnowledgeDocumentDocument, LibraryAnswerDocument } from './knowledge-documents.js';

/**
 * Written with the change that the ledger must follow: a questionnaire that was completed, evidence that says something else.
 * It goes when the ledger has followed, so that a crash repeats and loses nothing.
 */
export interface LedgerMark {
  ledgerDue?: boolean;
  /** Of evidence: the ledger knows that it has expired. */
  ledgerExpired?: boolean;
  /** Of documents: the ledger knows that it does not hold yet. */
  ledgerEarly?: boolean;
}

export const LEDGER_MARK_INDEX: IndexDeclaration = { keys: { ledgerDue: 1 } };
export const LEDGER_DUE = { ledgerDue: true } as const;

type Evidence = KnowledgeDocumentDocument | LibraryAnswerDocument;

/** Where the ledger must look again. */
export class LedgerMarks {
  private readonly questionnaires: Collection<QuestionnaireDocument>;
  private readonly documents: Collection<KnowledgeDocumentDocument>;
  private readonly answers: Collection<LibraryAnswerDocument>;

  constructor(db: Db) {
    this.questionnaires = db.collection<QuestionnaireDocument>('questionnaires');
    this.documents = db.collection<KnowledgeDocumentDocument>('knowledge_documents');
    this.answers = db.collection<LibraryAnswerDocument>('library_answers');
  }

  /** System scope: questionnaires whose answers customers have been told. */
  toTake(limit: number): Promise<QuestionnaireDocument[]> {
    return this.questionnaires.find({ ledgerDue: true }).limit(limit).toArray();
  }

  /** The mark stays when it was completed once more meanwhile. */
  async taken({ organizationId, _id, statusLog }: QuestionnaireDocument): Promise<void> {
    const asRead = { _id, organizationId, statusLog: { $size: statusLog.length } };
    await this.questionnaires.updateOne(asRead, { $set: { ledgerDue: false } });
  }

  /** System scope: documents that changed, or that expired or began to hold by `now` (microseconds) without the ledger knowing. */
  async changedDocuments(now: number, limit: number): Promise<KnowledgeDocumentDocument[]> {
    const begun = { effectiveAt: { $gt: 0, $lte: now }, ledgerEarly: true };
    const found = await this.documents.find(begun).sort({ effectiveAt: -1 }).limit(limit).toArray();
    return onceEach([...(await changed(this.documents, now, limit)), ...found]);
  }

  /** System scope: the same of library answers. */
  changedAnswers(now: number, limit: number): Promise<LibraryAnswerDocument[]> {
    return changed(this.answers, now, limit);
  }

  /** The ledger has followed a document as it was read; the mark stays when it changed meanwhile. */
  async followedDocument(
    organizationId: string,
    { _id, fileId, expiresAt, effectiveAt }: KnowledgeDocumentDocument,
    known: { ledgerExpired: boolean; ledgerEarly: boolean },
  ): Promise<void> {
    const dates = {
      ...(expiresAt === undefined ? {} : { expiresAt }),
      ...(effectiveAt === undefined ? {} : { effectiveAt }),
    };
    await this.documents.updateOne({ _id, organizationId, fileId, ...dates }, { $set: { ledgerDue: false, ...known } });
  }

  /** The same of a library answer. */
  async followedAnswer(
    organizationId: string,
    { _id, revision }: LibraryAnswerDocument,
    ledgerExpired: boolean,
  ): Promise<void> {
    await this.answers.updateOne({ _id, organizationId, revision }, { $set: { ledgerDue: false, ledgerExpired } });
  }
}

async function changed<E extends Evidence>(collection: Collection<E>, now: number, limit: number): Promise<E[]> {
  const due = (await collection
    .find({ ledgerDue: true } as Filter<E>)
    .limit(limit)
    .toArray()) as E[];
  const past = { expiresAt: { $gt: 0, $lte: now }, ledgerExpired: { $ne: true } } as unknown as Filter<E>;
  const expired = (await collection.find(past).sort({ expiresAt: -1 }).limit(limit).toArray()) as E[];
  return onceEach([...due, ...expired]);
}

const onceEach = <E extends Evidence>(all: readonly E[]): E[] => [
  ...new Map(all.map((one) => [one._id, one])).values(),
];
