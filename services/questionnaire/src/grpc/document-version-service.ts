import {
  DocumentVersionServiceService,
  type DocumentVersionServiceServer,
} from '@candor/proto/candor/questionnaire/v1/document_versions';
import type * as pb from '@candor/proto/candor/questionnaire/v1/document_versions';
import type { CallContext, RpcService } from '@candor/runtime';
import type { VersionCases } from '../knowledge/versions/version-cases.js';
import type { DocumentVersion } from '../knowledge/versions/versions.js';
import { toDocument } from './knowledge-mapping.js';
import { callOf } from './questionnaire-service.js';

/** Versions of documents: messages in, use case, messages out. */
export function documentVersionService({ versions, comparing, places }: VersionCases): RpcService {
  const handlers = {
    async listDocumentVersions(
      { documentId, limit, offset }: pb.ListDocumentVersionsRequest,
      context: CallContext,
    ): Promise<pb.ListDocumentVersionsReply> {
      const { organizationId } = callOf(context);
      const { versions: found, total } = await versions.list(organizationId, documentId, { limit, offset });
      return { versions: found.map(toVersion), pagination: { total, limit, offset } };
    },

    async readDocumentVersion(
      { documentId, version, limit, offset }: pb.ReadDocumentVersionRequest,
      context: CallContext,
    ): Promise<pb.ReadDocumentVersionReply> {
      const read = await versions.read(callOf(context).organizationId, documentId, version, { limit, offset });
      return {
        version: toVersion(read.version),
        passages: read.passages.map(({ id, locator, text }) => ({ id, locator, text })),
        pagination: { total: read.total, limit, offset },
      };
    },

    async compareDocumentVersions(
      { documentId, limit, offset, ...chosen }: pb.CompareDocumentVersionsRequest,
      context: CallContext,
    ): Promise<pb.CompareDocumentVersionsReply> {
      const { organizationId } = callOf(context);
      const found = await comparing.compare(organizationId, documentId, chosen, { limit, offset });
      return {
        differences: found.differences,
        pagination: { total: found.total, limit, offset },
        ...found.counts,
      };
    },

    async moveWaitingVersion({ documentId, version, effectiveAt }: pb.MoveWaitingVersionRequest, context: CallContext) {
      return toDocument(await versions.move(callOf(context).organizationId, documentId, version, effectiveAt));
    },

    async cancelWaitingVersion({ documentId, version }: pb.CancelWaitingVersionRequest, context: CallContext) {
      return toDocument(await versions.cancel(callOf(context).organizationId, documentId, version));
    },

    async locateCitations(
      { questionnaireId, questionId }: pb.LocateCitationsRequest,
      context: CallContext,
    ): Promise<pb.LocateCitationsReply> {
      return { places: await places.of(callOf(context).organizationId, questionnaireId, questionId) };
    },
  };
  return {
    definition: DocumentVersionServiceService,
    handlers: handlers satisfies Record<keyof DocumentVersionServiceServer, unknown>,
  };
}

const toVersion = ({ effectiveAt, expiresAt, replacedAt, ...version }: DocumentVersion): pb.DocumentVersion => ({
  ...version,
  effectiveAt: effectiveAt || undefined,
  expiresAt: expiresAt || undefined,
  replacedAt: replacedAt || undefined,
});
