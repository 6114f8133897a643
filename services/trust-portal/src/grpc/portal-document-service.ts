import {
  PortalDocumentServiceService,
  type PortalDocument as DocumentMessage,
  type PortalFileStart,
} from '@candor/proto/candor/trust_portal/v1/portal_documents';
import { AppError, newId, pageOf, type RpcService } from '@candor/runtime';
import { requireAdmin } from '../access.js';
import type { IncomingFile, PortalDocuments } from '../documents/documents.js';
import type { PortalDocument, PortalDocumentStore } from '../store/portal-documents.js';
import type { HandlersOf } from './handlers.js';

const MOST_READ = 1024 * 1024;

/** Documents that a trust portal hands out, for administrators. */
export function portalDocumentService(editing: PortalDocuments, store: PortalDocumentStore): RpcService {
  const handlers: HandlersOf<typeof PortalDocumentServiceService> = {
    addPortalDocument: async (requests, context) => {
      const { organizationId } = requireAdmin(context);
      const creationId = context.creationId || newId();
      return receive(requests, async (file, done) =>
        documentMessage(await editing.add(organizationId, file, done, creationId)),
      );
    },
    addPortalDocumentVersion: async (requests, context) => {
      const { organizationId } = requireAdmin(context);
      return receive(requests, async (file, done) =>
        documentMessage(await editing.addVersion(organizationId, file, done)),
      );
    },
    listPortalDocuments: async (request, context) => {
      const { documents, total } = await store.list(requireAdmin(context).organizationId, pageOf(request));
      return { documents: documents.map(documentMessage), total };
    },
    getPortalDocument: async ({ id }, context) =>
      documentMessage(await editing.get(requireAdmin(context).organizationId, id)),
    updatePortalDocument: async ({ id, ...given }, context) => {
      const change = Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined));
      return documentMessage(await editing.update(requireAdmin(context).organizationId, id, change));
    },
    deletePortalDocument: async ({ id }, context) => {
      await editing.remove(requireAdmin(context).organizationId, id);
      return {};
    },
    readPortalDocument: async ({ id, version, offset, length }, context) => {
      const part = { version, offset, length: Math.min(length, MOST_READ) };
      return { content: await editing.read(requireAdmin(context).organizationId, id, part) };
    },
  };
  return { definition: PortalDocumentServiceService, handlers };
}

interface UploadPart<Done> {
  part?:
    | { $case: 'file'; value: PortalFileStart }
    | { $case: 'chunk'; value: Uint8Array }
    | { $case: 'done'; value: Done }
    | undefined;
}

const brokenOff = (): AppError =>
  new AppError('invalid', 'upload_incomplete', 'The upload broke off before its end. Send it again.');

/** Reads an upload: the file's start, its bytes, then `done`. What ends without it broke off, and leaves nothing behind. */
async function receive<Done, Reply>(
  messages: AsyncIterable<UploadPart<Done>>,
  use: (file: IncomingFile, done: () => Done) => Promise<Reply>,
): Promise<Reply> {
  const iterator = messages[Symbol.asyncIterator]();
  const first = await iterator.next();
  const start = first.done ? undefined : first.value.part;
  if (start?.$case !== 'file') throw brokenOff();
  const end: { value?: Done } = {};
  async function* bytes(): AsyncGenerator<Uint8Array> {
    for (;;) {
      const next = await iterator.next();
      if (next.done) throw brokenOff();
      const { part } = next.value;
      if (part?.$case === 'chunk') yield part.value;
      if (part?.$case !== 'done') continue;
      end.value = part.value;
      return;
    }
  }
  return use({ name: start.value.fileName, mimeType: start.value.mimeType, bytes: bytes() }, () => {
    if (end.value === undefined) throw brokenOff();
    return end.value;
  });
}

const documentMessage = (d: PortalDocument): DocumentMessage => ({
  id: d.id,
  title: d.title,
  description: d.description,
  category: d.category,
  visibility: d.visibility,
  version: d.version,
  validUntil: d.validUntil,
  fileName: d.fileName,
  mimeType: d.mimeType,
  size: d.size,
  sha256: d.sha256,
  createdAt: d.createdAt,
  updatedAt: d.updatedAt,
  downloads: d.downloads,
});
