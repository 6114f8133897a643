import {
  KnowledgeServiceClient,
  KnowledgeServiceService,
  type AffectedAnswer as AffectedMessage,
  type ImportAnswersReply,
  type LibraryAnswer as AnswerMessage,
  type UploadDocumentRequest,
  type UploadVersionRequest,
} from '@candor/proto/candor/questionnaire/v1/knowledge';
import { RpcClient, type CallFor } from '@candor/runtime';
import type {
  ConflictList,
  ImportReport,
  LibraryAnswer,
  LibraryAnswerList,
} from '../routes/knowledge-answers/resource.js';
import type {
  AffectedAnswerList,
  AffectedRegenerated,
  KnowledgeDocument,
  KnowledgeDocumentList,
  PassageList,
} from '../routes/knowledge-documents/resource.js';
import type { Deleted } from '../routes/schemas.js';
import { documentJson } from './document-json.js';
import { totalOf } from './questionnaire-json.js';
import { FileUpload, UPLOAD_DEADLINE_MS, type OpenCall } from './upload.js';
import { wholePage } from './whole-page.js';

interface Page {
  limit: number;
  offset: number;
}

export interface NewAnswer {
  question: string;
  answer: string;
  tags: string[];
  ownerId: string | undefined;
  /** ISO 8601, UTC. */
  expiresAt: string | undefined;
  /** '' is APPROVED. */
  status: string;
  reviewEveryDays: number;
}

/** Undefined leaves a field as it is; '' removes the owner or the expiry, 0 the review cycle. */
export interface DocumentChange {
  ownerId: string | undefined;
  expiresAt: string | undefined;
  /** Microseconds; 0: at once. */
  effectiveAt: number | undefined;
  reviewEveryDays: number | undefined;
}

/** Undefined leaves a field as it is; '' removes the owner or the expiry. */
export interface AnswerChange {
  question?: string | undefined;
  answer?: string | undefined;
  tags?: string[] | undefined;
  ownerId?: string | undefined;
  expiresAt?: string | undefined;
  status?: string | undefined;
  reviewEveryDays?: number | undefined;
}

/** The field: from when on a document holds, microseconds; of an import none. */
export type DocumentUpload<Reply> = FileUpload<UploadDocumentRequest, number | undefined, Reply>;

/** Knowledge documents and the answer library, as the API shows them. */
export class KnowledgeClient {
  private readonly rpc: RpcClient<KnowledgeServiceClient>;

  constructor(address: string, token: string) {
    this.rpc = new RpcClient(KnowledgeServiceClient, address, token);
  }

  uploadDocument(from: CallFor): DocumentUpload<KnowledgeDocument> {
    return upload(from, () => {
      const { stream, reply } = this.rpc.clientStream(KnowledgeServiceService.uploadDocument, {
        ...from,
        deadlineMs: UPLOAD_DEADLINE_MS,
      });
      return { stream, reply: reply.then(documentJson) };
    });
  }

  async documents(from: CallFor, page: Page): Promise<KnowledgeDocumentList> {
    const { items, pagination } = await wholePage(page, async (part) => {
      const reply = await this.rpc.unary(this.rpc.stub.listDocuments, part, from);
      return { items: reply.documents, total: totalOf(reply), reply };
    });
    return { documents: items.map(documentJson), pagination };
  }

  async document(from: CallFor, id: string): Promise<KnowledgeDocument> {
    return documentJson(await this.rpc.unary(this.rpc.stub.getDocument, { id }, from));
  }

  async passages(from: CallFor, documentId: string, page: Page): Promise<PassageList> {
    const { items, pagination } = await wholePage(page, async (part) => {
      const reply = await this.rpc.unary(this.rpc.stub.listPassages, { documentId, ...part }, from);
      return { items: reply.passages, total: totalOf(reply), reply };
    });
    return {
      passages: items.map(({ id, locator, text }) => ({ id, locator, text })),
      pagination,
    };
  }

  async updateDocument(from: CallFor, id: string, change: DocumentChange): Promise<KnowledgeDocument> {
    return documentJson(await this.rpc.unary(this.rpc.stub.updateDocument, { id, ...change }, from));
  }

  async verifyDocument(from: CallFor, id: string): Promise<KnowledgeDocument> {
    return documentJson(await this.rpc.unary(this.rpc.stub.verifyDocument, { id }, from));
  }

  /** Another file in the place of a document's own. The field of the form: from when on it holds, microseconds; undefined: at once. */
  uploadVersion(from: CallFor, id: string): FileUpload<UploadVersionRequest, number | undefined, KnowledgeDocument> {
    return new FileUpload<UploadVersionRequest, number | undefined, KnowledgeDocument>(
      () => {
        const { stream, reply } = this.rpc.clientStream(KnowledgeServiceService.uploadVersion, {
          ...from,
          deadlineMs: UPLOAD_DEADLINE_MS,
        });
        return { stream, reply: reply.then(documentJson) };
      },
      {
        file: (value) => ({ part: { $case: 'file', value } }),
        chunk: (value) => ({ part: { $case: 'chunk', value } }),
        done: (effectiveAt) => ({
          part: { $case: 'done', value: { id, creationId: from.creationId ?? '', effectiveAt } },
        }),
      },
      KnowledgeServiceService.uploadVersion.requestSerialize,
    );
  }

  async affected(from: CallFor, documentId: string, page: Page): Promise<AffectedAnswerList> {
    let questionnaires = 0;
    const { items, pagination } = await wholePage(page, async (part) => {
      const reply = await this.rpc.unary(this.rpc.stub.listAffectedAnswers, { documentId, ...part }, from);
      questionnaires = reply.questionnaires;
      return { items: reply.answers, total: totalOf(reply), reply };
    });
    return { answers: items.map(affectedJson), questionnaires, pagination };
  }

  confirmAffected(from: CallFor, documentId: string, questionIds: string[]): Promise<{ confirmed: number }> {
    return this.rpc.unary(this.rpc.stub.confirmAffectedAnswers, { documentId, questionIds }, from);
  }

  async regenerateAffected(from: CallFor, documentId: string, questionIds: string[]): Promise<AffectedRegenerated> {
    const request = { documentId, questionIds };
    const { questionnaires, kept } = await this.rpc.unary(this.rpc.stub.regenerateAffectedAnswers, request, from);
    const begun = questionnaires.map(({ questionnaireId, questions, code }) => ({
      questionnaire_id: questionnaireId,
      questions,
      code: code || null,
    }));
    return { questionnaires: begun, kept };
  }

  async deleteDocument(from: CallFor, id: string): Promise<Deleted> {
    const reply = await this.rpc.unary(this.rpc.stub.deleteDocument, { id }, from);
    return { id: reply.id, deleted: true };
  }

  async createAnswer(from: CallFor, answer: NewAnswer): Promise<LibraryAnswer> {
    return answerJson(await this.rpc.unary(this.rpc.stub.createAnswer, answer, from));
  }

  async answers(
    from: CallFor,
    { limit, offset, ...filter }: Page & { query: string; status: string; tag: string; expiresBefore: string },
  ): Promise<LibraryAnswerList> {
    const { items, pagination } = await wholePage({ limit, offset }, async (part) => {
      const reply = await this.rpc.unary(this.rpc.stub.listAnswers, { ...filter, ...part }, from);
      return { items: reply.answers, total: totalOf(reply), reply };
    });
    return { answers: items.map(answerJson), pagination };
  }

  async answer(from: CallFor, id: string): Promise<LibraryAnswer> {
    return answerJson(await this.rpc.unary(this.rpc.stub.getAnswer, { id }, from));
  }

  async updateAnswer(from: CallFor, id: string, { tags, ...change }: AnswerChange): Promise<LibraryAnswer> {
    const request = { id, ...change, tags: tags ? { names: tags } : undefined };
    return answerJson(await this.rpc.unary(this.rpc.stub.updateAnswer, request, from));
  }

  async deleteAnswer(from: CallFor, id: string): Promise<Deleted> {
    const reply = await this.rpc.unary(this.rpc.stub.deleteAnswer, { id }, from);
    return { id: reply.id, deleted: true };
  }

  async verifyAnswer(from: CallFor, id: string): Promise<LibraryAnswer> {
    return answerJson(await this.rpc.unary(this.rpc.stub.verifyAnswer, { id }, from));
  }

  importAnswers(from: CallFor): DocumentUpload<ImportReport> {
    return upload(from, () => {
      const { stream, reply } = this.rpc.clientStream(KnowledgeServiceService.importAnswers, {
        ...from,
        deadlineMs: UPLOAD_DEADLINE_MS,
      });
      return { stream, reply: reply.then(importJson) };
    });
  }

  async conflicts(from: CallFor, page: Page): Promise<ConflictList> {
    const { items, pagination } = await wholePage(page, async (part) => {
      const reply = await this.rpc.unary(this.rpc.stub.listConflicts, part, from);
      return { items: reply.conflicts, total: totalOf(reply), reply };
    });
    return {
      conflicts: items.map(({ kind, answers }) => ({ kind, answers: answers.map(answerJson) })),
      pagination,
    };
  }

  close(): void {
    this.rpc.close();
  }
}

const upload = <Reply>(from: CallFor, open: () => OpenCall<UploadDocumentRequest, Reply>): DocumentUpload<Reply> =>
  new FileUpload<UploadDocumentRequest, number | undefined, Reply>(
    open,
    {
      file: (value) => ({ part: { $case: 'file', value } }),
      chunk: (value) => ({ part: { $case: 'chunk', value } }),
      // By now it is known which call this is; when the file was opened, it was not.
      done: (effectiveAt) => ({ part: { $case: 'done', value: { creationId: from.creationId ?? '', effectiveAt } } }),
    },
    KnowledgeServiceService.uploadDocument.requestSerialize,
  );

const affectedJson = (message: AffectedMessage): AffectedAnswerList['answers'][number] => ({
  questionnaire_id: message.questionnaireId,
  questionnaire_title: message.questionnaireTitle,
  questionnaire_status: message.questionnaireStatus,
  question_id: message.questionId,
  question: message.question,
  answer: message.answer,
  approved: message.approved,
  change: message.change as AffectedAnswerList['answers'][number]['change'],
  quote: message.quote,
  locator: message.locator,
  now: message.change === 'removed' ? null : message.now,
  regenerable: message.regenerable,
});

const answerJson = (message: AnswerMessage): LibraryAnswer => ({
  id: message.id,
  question: message.question,
  answer: message.answer,
  tags: message.tags,
  owner_id: message.ownerId || null,
  expires_at: message.expiresAt || null,
  last_verified_at: message.lastVerifiedAt ?? null,
  status: message.status as LibraryAnswer['status'],
  origin: message.origin,
  created_at: message.createdAt,
  updated_at: message.updatedAt,
  review_every_days: message.reviewEveryDays,
});

const importJson = ({ imported, duplicates, conflicts, rejected }: ImportAnswersReply): ImportReport => ({
  imported,
  duplicates,
  conflicts,
  rejected: rejected.map(({ row, code }) => ({ row, code })),
});
