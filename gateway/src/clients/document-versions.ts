import {
  DocumentVersionServiceClient,
  type DocumentVersion as VersionMessage,
} from '@candor/proto/candor/questionnaire/v1/document_versions';
import { RpcClient, type CallFor } from '@candor/runtime';
import type {
  CitationPlaces,
  DocumentVersion,
  DocumentVersionDiff,
  DocumentVersionList,
  DocumentVersionText,
} from '../routes/document-versions/resource.js';
import type { KnowledgeDocument } from '../routes/knowledge-documents/resource.js';
import { documentJson } from './document-json.js';
import { totalOf } from './questionnaire-json.js';
import { isoTimeOrNull } from './times.js';
import { wholePage } from './whole-page.js';

interface Page {
  limit: number;
  offset: number;
}

/** Versions of the documents of the evidence. */
export class DocumentVersionsClient {
  private readonly rpc: RpcClient<DocumentVersionServiceClient>;

  constructor(address: string, token: string) {
    this.rpc = new RpcClient(DocumentVersionServiceClient, address, token);
  }

  async list(from: CallFor, documentId: string, page: Page): Promise<DocumentVersionList> {
    const { items, pagination } = await wholePage(page, async (part) => {
      const reply = await this.rpc.unary(this.rpc.stub.listDocumentVersions, { documentId, ...part }, from);
      return { items: reply.versions, total: totalOf(reply), reply };
    });
    return { versions: items.map(versionJson), pagination };
  }

  async text(from: CallFor, documentId: string, version: number, page: Page): Promise<DocumentVersionText> {
    const { items, pagination, reply } = await wholePage(page, async (part) => {
      const read = await this.rpc.unary(this.rpc.stub.readDocumentVersion, { documentId, version, ...part }, from);
      return { items: read.passages, total: totalOf(read), reply: read };
    });
    const passages = items.map(({ id, locator, text }) => ({ id, locator, text }));
    return { version: versionJson(reply.version!), passages, pagination };
  }

  /** `against` 0: the one before. */
  async diff(
    from: CallFor,
    documentId: string,
    chosen: { version: number; against: number; withKept: boolean },
    page: Page,
  ): Promise<DocumentVersionDiff> {
    const request = { documentId, ...chosen };
    const { items, pagination, reply } = await wholePage(page, async (part) => {
      const found = await this.rpc.unary(this.rpc.stub.compareDocumentVersions, { ...request, ...part }, from);
      return { items: found.differences, total: totalOf(found), reply: found };
    });
    const { kept, added, removed, changed } = reply;
    const differences = items.map(({ kind, locator, before, after }) => ({
      kind: kind as DocumentVersionDiff['differences'][number]['kind'],
      locator,
      before: before === '' ? null : before,
      after: after === '' ? null : after,
    }));
    return { kept, added, removed, changed, differences, pagination };
  }

  async move(from: CallFor, documentId: string, version: number, effectiveAt: number): Promise<KnowledgeDocument> {
    const request = { documentId, version, effectiveAt };
    return documentJson(await this.rpc.unary(this.rpc.stub.moveWaitingVersion, request, from));
  }

  async cancel(from: CallFor, documentId: string, version: number): Promise<KnowledgeDocument> {
    return documentJson(await this.rpc.unary(this.rpc.stub.cancelWaitingVersion, { documentId, version }, from));
  }

  async citations(from: CallFor, questionnaireId: string, questionId: string): Promise<CitationPlaces> {
    const request = { questionnaireId, questionId };
    const { places } = await this.rpc.unary(this.rpc.stub.locateCitations, request, from);
    return {
      places: places.map(({ sourceId, documentId, version, current, replacedAt }) => ({
        source_id: sourceId,
        document_id: documentId || null,
        version: version ?? null,
        current,
        replaced_at: replacedAt ?? null,
      })),
    };
  }

  close(): void {
    this.rpc.close();
  }
}

const versionJson = (message: VersionMessage): DocumentVersion => ({
  version: message.version,
  state: message.state as DocumentVersion['state'],
  name: message.name,
  mime_type: message.mimeType,
  size: message.size,
  sha256: message.sha256,
  uploaded_by: message.uploadedBy || null,
  uploaded_at: message.uploadedAt,
  effective_at: isoTimeOrNull(message.effectiveAt),
  expires_at: isoTimeOrNull(message.expiresAt),
  replaced_at: message.replacedAt ?? null,
  text_kept: message.textKept,
});
