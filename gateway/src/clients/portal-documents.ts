import {
  PortalDocumentServiceClient,
  PortalDocumentServiceService,
  type AddPortalDocumentRequest,
  type AddPortalDocumentVersionRequest,
  type PortalDocument as DocumentMessage,
} from '@candor/proto/candor/trust_portal/v1/portal_documents';
import { RpcClient, type CallFor } from '@candor/runtime';
import type { Download } from '../http/download.js';
import type { PortalDocument, PortalDocumentList } from '../routes/portal-documents/resource.js';
import type { Deleted } from '../routes/schemas.js';
import { FileUpload, UPLOAD_DEADLINE_MS } from './upload.js';
import { wholePage } from './whole-page.js';

export interface NewPortalDocument {
  title: string;
  description: string;
  category: string;
  visibility: PortalDocument['visibility'];
  /** ISO 8601, UTC; '' for ever. */
  validUntil: string;
}

/** Undefined leaves a field as it is. */
export type PortalDocumentChange = { [Field in keyof NewPortalDocument]?: NewPortalDocument[Field] | undefined };

const PIECE_BYTES = 1024 * 1024;
const PIECE_DEADLINE_MS = 30_000;

/** Documents that the trust portal hands out, as the API shows them. */
export class PortalDocumentsClient {
  private readonly rpc: RpcClient<PortalDocumentServiceClient>;

  constructor(address: string, token: string) {
    this.rpc = new RpcClient(PortalDocumentServiceClient, address, token);
  }

  add(from: CallFor): FileUpload<AddPortalDocumentRequest, NewPortalDocument, PortalDocument> {
    return new FileUpload<AddPortalDocumentRequest, NewPortalDocument, PortalDocument>(
      () => {
        const call = { ...from, deadlineMs: UPLOAD_DEADLINE_MS };
        const { stream, reply } = this.rpc.clientStream(PortalDocumentServiceService.addPortalDocument, call);
        return { stream, reply: reply.then(documentJson) };
      },
      {
        file: (value) => ({ part: { $case: 'file', value } }),
        chunk: (value) => ({ part: { $case: 'chunk', value } }),
        done: (value) => ({ part: { $case: 'done', value } }),
      },
      PortalDocumentServiceService.addPortalDocument.requestSerialize,
    );
  }

  /** Another file in the place of a document's own. */
  addVersion(
    from: CallFor,
    id: string,
  ): FileUpload<AddPortalDocumentVersionRequest, { tell: boolean }, PortalDocument> {
    return new FileUpload<AddPortalDocumentVersionRequest, { tell: boolean }, PortalDocument>(
      () => {
        const call = { ...from, deadlineMs: UPLOAD_DEADLINE_MS };
        const { stream, reply } = this.rpc.clientStream(PortalDocumentServiceService.addPortalDocumentVersion, call);
        return { stream, reply: reply.then(documentJson) };
      },
      {
        file: (value) => ({ part: { $case: 'file', value } }),
        chunk: (value) => ({ part: { $case: 'chunk', value } }),
        done: ({ tell }) => ({ part: { $case: 'done', value: { id, tell, creationId: from.creationId ?? '' } } }),
      },
      PortalDocumentServiceService.addPortalDocumentVersion.requestSerialize,
    );
  }

  async list(from: CallFor, page: { limit: number; offset: number }): Promise<PortalDocumentList> {
    const { items, pagination } = await wholePage(page, async (part) => {
      const reply = await this.rpc.unary(this.rpc.stub.listPortalDocuments, part, from);
      return { items: reply.documents, total: reply.total, reply };
    });
    return { documents: items.map(documentJson), pagination };
  }

  async get(from: CallFor, id: string): Promise<PortalDocument> {
    return documentJson(await this.rpc.unary(this.rpc.stub.getPortalDocument, { id }, from));
  }

  async update(from: CallFor, id: string, change: PortalDocumentChange): Promise<PortalDocument> {
    return documentJson(await this.rpc.unary(this.rpc.stub.updatePortalDocument, { id, ...change }, from));
  }

  async delete(from: CallFor, id: string): Promise<Deleted> {
    await this.rpc.unary(this.rpc.stub.deletePortalDocument, { id }, from);
    return { id, deleted: true };
  }

  /** The file as it was added. */
  async file(from: CallFor, id: string): Promise<Download> {
    const { version, file_name: fileName, mime_type: mimeType, size, sha256 } = await this.get(from, id);
    return { fileName, mimeType, size, sha256, content: () => this.pieces(from, { id, version, size }) };
  }

  /** One piece at a time, at the pace of the client; each has its own time. */
  private async *pieces(
    from: CallFor,
    { id, version, size }: { id: string; version: number; size: number },
  ): AsyncGenerator<Uint8Array> {
    const call = { ...from, deadlineMs: PIECE_DEADLINE_MS };
    for (let offset = 0; offset < size;) {
      const request = { id, version, offset, length: Math.min(PIECE_BYTES, size - offset) };
      const { content } = await this.rpc.unary(this.rpc.stub.readPortalDocument, request, call);
      if (content.length === 0) throw new Error('the trust portal service sent less of a document than it said');
      offset += content.length;
      yield content;
    }
  }

  close(): void {
    this.rpc.close();
  }
}

const documentJson = (d: DocumentMessage): PortalDocument => ({
  id: d.id,
  title: d.title,
  description: d.description,
  category: d.category,
  visibility: d.visibility as PortalDocument['visibility'],
  version: d.version,
  valid_until: d.validUntil ?? null,
  file_name: d.fileName,
  mime_type: d.mimeType,
  size: d.size,
  sha256: d.sha256,
  created_at: d.createdAt,
  updated_at: d.updatedAt,
  downloads: d.downloads,
});
