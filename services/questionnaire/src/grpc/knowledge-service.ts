import type { CallContext, RpcService } from '@candor/runtime';
import { KnowledgeServiceService, type KnowledgeServiceServer } from '@candor/proto/candor/questionnaire/v1/knowledge';
import type * as pb from '@candor/proto/candor/questionnaire/v1/knowledge';
import type { DeleteReply } from '@candor/proto/candor/questionnaire/v1/questionnaire';
import type { AffectedAnswers } from '../knowledge/affected-answers.js';
import type { KnowledgeDocuments } from '../knowledge/documents.js';
import type { Ask } from '../knowledge/ask.js';
import type { AskPublished } from '../knowledge/ask-published.js';
import type { LibraryImport } from '../knowledge/import.js';
import type { Library } from '../knowledge/library.js';
import type { LibraryAnswerDocument } from '../store/knowledge-documents.js';
import { receiveFile } from './intake.js';
import { expiryOf, toAffectedAnswer, toAskReply, toDocument, toLibraryAnswer } from './knowledge-mapping.js';
import { callOf } from './questionnaire-service.js';

export interface KnowledgeUseCases {
  affected: AffectedAnswers;
  documents: KnowledgeDocuments;
  library: Library;
  libraryImport: LibraryImport;
  ask: Ask;
  published: AskPublished;
}

type Status = LibraryAnswerDocument['status'];

/** The knowledge service's calls. */
export function knowledgeService(cases: KnowledgeUseCases): RpcService {
  const { affected, documents, library, libraryImport, ask, published } = cases;
  const handlers = {
    uploadDocument(
      messages: AsyncIterable<pb.UploadDocumentRequest>,
      context: CallContext,
    ): Promise<pb.KnowledgeDocument> {
      const by = callOf(context);
      return receiveFile<pb.UploadDone, pb.KnowledgeDocument>(messages, async (file, done) =>
        toDocument(await documents.upload(by, { ...file, target: done })),
      );
    },

    async listDocuments(
      { limit, offset }: pb.ListDocumentsRequest,
      context: CallContext,
    ): Promise<pb.ListDocumentsReply> {
      const { documents: page, total } = await documents.list(callOf(context).organizationId, limit, offset);
      return { documents: page.map(toDocument), pagination: { total, limit, offset } };
    },

    async getDocument({ id }: pb.GetDocumentRequest, context: CallContext): Promise<pb.KnowledgeDocument> {
      return toDocument(await documents.get(callOf(context).organizationId, id));
    },

    async deleteDocument({ id }: pb.DeleteDocumentRequest, context: CallContext): Promise<DeleteReply> {
      await documents.remove(callOf(context), id);
      return { id };
    },

    async updateDocument({ id, ...request }: pb.UpdateDocumentRequest, context: CallContext) {
      const { ownerId, expiresAt, effectiveAt, reviewEveryDays } = request;
      const change = {
        ...(effectiveAt === undefined ? {} : { effectiveAt }),
        ...(ownerId === undefined ? {} : { ownerId }),
        ...(expiresAt === undefined ? {} : { expiresAt: expiryOf(expiresAt) }),
        ...(reviewEveryDays === undefined ? {} : { reviewEveryDays }),
      };
      return toDocument(await documents.update(callOf(context).organizationId, id, change));
    },

    async verifyDocument({ id }: pb.VerifyDocumentRequest, context: CallContext): Promise<pb.KnowledgeDocument> {
      return toDocument(await documents.verify(callOf(context).organizationId, id));
    },

    uploadVersion(messages: AsyncIterable<pb.UploadVersionRequest>, context: CallContext) {
      const by = callOf(context);
      return receiveFile<pb.VersionDone, pb.KnowledgeDocument>(messages, async (file, done) =>
        toDocument(await documents.replaceFile(by, { ...file, target: done })),
      );
    },

    async listAffectedAnswers(
      { documentId, limit, offset }: pb.ListAffectedAnswersRequest,
      context: CallContext,
    ): Promise<pb.ListAffectedAnswersReply> {
      const { organizationId } = callOf(context);
      const { answers, total, questionnaires } = await affected.list(organizationId, documentId, limit, offset);
      return { answers: answers.map(toAffectedAnswer), pagination: { total, limit, offset }, questionnaires };
    },

    async confirmAffectedAnswers({ documentId, questionIds }: pb.AffectedAnswersRequest, context: CallContext) {
      return { confirmed: await affected.confirm(callOf(context), documentId, questionIds) };
    },

    regenerateAffectedAnswers({ documentId, questionIds }: pb.AffectedAnswersRequest, context: CallContext) {
      return affected.regenerate(callOf(context), documentId, questionIds);
    },

    async listPassages(
      { documentId, limit, offset }: pb.ListPassagesRequest,
      context: CallContext,
    ): Promise<pb.ListPassagesReply> {
      const { organizationId } = callOf(context);
      const { passages, total } = await documents.passages(organizationId, documentId, limit, offset);
      return {
        passages: passages.map(({ _id: id, locator, text }) => ({ id, locator, text })),
        pagination: { total, limit, offset },
      };
    },

    async createAnswer(request: pb.CreateAnswerRequest, context: CallContext): Promise<pb.LibraryAnswer> {
      const { question, answer, tags, ownerId, expiresAt, status, reviewEveryDays } = request;
      const fields = {
        reviewEveryDays,
        question,
        answer,
        tags,
        ownerId: ownerId ?? '',
        expiresAt: expiryOf(expiresAt ?? ''),
        status: (status || 'APPROVED') as Status,
      };
      return toLibraryAnswer(await library.create(callOf(context).organizationId, fields, context.creationId));
    },

    async listAnswers(
      { limit, offset, query, status, tag, expiresBefore }: pb.ListAnswersRequest,
      context: CallContext,
    ): Promise<pb.ListAnswersReply> {
      const filter = {
        query,
        ...(status === '' ? {} : { status: status as Status }),
        ...(tag === '' ? {} : { tag }),
        ...(expiresBefore === '' ? {} : { expiresBefore: expiryOf(expiresBefore) }),
      };
      const { answers, total } = await library.list(callOf(context).organizationId, filter, limit, offset);
      return { answers: answers.map(toLibraryAnswer), pagination: { total, limit, offset } };
    },

    async getAnswer({ id }: pb.GetAnswerRequest, context: CallContext): Promise<pb.LibraryAnswer> {
      return toLibraryAnswer(await library.get(callOf(context).organizationId, id));
    },

    async updateAnswer({ id, ...request }: pb.UpdateAnswerRequest, context: CallContext): Promise<pb.LibraryAnswer> {
      const { question, answer, tags, ownerId, expiresAt, status, reviewEveryDays } = request;
      const change = {
        ...(reviewEveryDays === undefined ? {} : { reviewEveryDays }),
        ...(question === undefined ? {} : { question }),
        ...(answer === undefined ? {} : { answer }),
        ...(tags === undefined ? {} : { tags: tags.names }),
        ...(ownerId === undefined ? {} : { ownerId }),
        ...(expiresAt === undefined ? {} : { expiresAt: expiryOf(expiresAt) }),
        ...(status === undefined ? {} : { status: status as Status }),
      };
      return toLibraryAnswer(await library.update(callOf(context).organizationId, id, change));
    },

    async deleteAnswer({ id }: pb.DeleteAnswerRequest, context: CallContext): Promise<DeleteReply> {
      await library.remove(callOf(context).organizationId, id);
      return { id };
    },

    async verifyAnswer({ id }: pb.VerifyAnswerRequest, context: CallContext): Promise<pb.LibraryAnswer> {
      return toLibraryAnswer(await library.verify(callOf(context).organizationId, id));
    },

    importAnswers(
      messages: AsyncIterable<pb.UploadDocumentRequest>,
      context: CallContext,
    ): Promise<pb.ImportAnswersReply> {
      const { organizationId } = callOf(context);
      return receiveFile<pb.UploadDone, pb.ImportAnswersReply>(messages, (file) =>
        libraryImport.file(organizationId, file),
      );
    },

    async listConflicts(
      { limit, offset }: pb.ListConflictsRequest,
      context: CallContext,
    ): Promise<pb.ListConflictsReply> {
      const { conflicts, total } = await library.conflicts(callOf(context).organizationId, limit, offset);
      return {
        conflicts: conflicts.map(({ kind, answers }) => ({ kind, answers: answers.map(toLibraryAnswer) })),
        pagination: { total, limit, offset },
      };
    },

    async ask({ question }: pb.AskRequest, context: CallContext): Promise<pb.AskReply> {
      return toAskReply(await ask.ask(callOf(context).organizationId, question));
    },

    async readAnswers({ ids, tags, limit, offset }: pb.ReadAnswersRequest, context: CallContext) {
      const found = await published.read(callOf(context).organizationId, { ids, tags }, { limit, offset });
      return { answers: found.answers.map(toLibraryAnswer), total: found.total };
    },

    async askPublished({ question, answerIds, documentIds }: pb.AskPublishedRequest, context: CallContext) {
      const { organizationId } = callOf(context);
      return toAskReply(await published.ask(organizationId, question, { answerIds, documentIds }));
    },
  };
  return {
    definition: KnowledgeServiceService,
    handlers: handlers satisfies Record<keyof KnowledgeServiceServer, unknown>,
  };
}
