import {
  PortalAccessServiceService,
  type AccessRequest as RequestMessage,
} from '@candor/proto/candor/trust_portal/v1/portal_access';
import { micros, pageOf, type Clock, type RpcService } from '@candor/runtime';
import { requireAdmin } from '../access.js';
import type { Agreements } from '../access-requests/agreements.js';
import type { Deciding } from '../access-requests/deciding.js';
import { summaryOf } from '../access-requests/summary.js';
import type { AccessRequest, AccessRequestStore } from '../store/access-requests.js';
import type { DocumentDownloadStore } from '../store/document-downloads.js';
import type { NdaStore } from '../store/ndas.js';
import type { PortalDocumentStore } from '../store/portal-documents.js';
import type { HandlersOf } from './handlers.js';

export interface PortalAccessParts {
  deciding: Deciding;
  agreements: Agreements;
  requests: AccessRequestStore;
  documents: PortalDocumentStore;
  downloads: DocumentDownloadStore;
  ndas: NdaStore;
  clock: Clock;
}

/** Requests for documents, agreements and downloads, for administrators. */
export function portalAccessService(parts: PortalAccessParts): RpcService {
  const { deciding, agreements, requests, documents, downloads, ndas, clock } = parts;

  /** With the titles of what they name, and the agreements that their people accepted. */
  const messages = async (organizationId: string, list: AccessRequest[]): Promise<RequestMessage[]> => {
    const ids = [...new Set(list.flatMap(({ documentIds }) => documentIds))];
    const [known, accepted] = await Promise.all([
      documents.findMany(organizationId, ids),
      ndas.versionsOf(organizationId, [...new Set(list.map(({ email }) => email))]),
    ]);
    const titles = new Map(known.map(({ id, title }) => [id, title]));
    return list.map((request) => requestMessage(request, titles, accepted, micros(clock)));
  };
  const message = async (request: AccessRequest): Promise<RequestMessage> =>
    (await messages(request.organizationId, [request]))[0]!;

  const handlers: HandlersOf<typeof PortalAccessServiceService> = {
    listAccessRequests: async ({ state, query, ...page }, context) => {
      const { organizationId } = requireAdmin(context);
      const filter = { state, query, now: micros(clock) };
      const list = await requests.list(organizationId, filter, pageOf(page));
      return { requests: await messages(organizationId, partOf(list.requests)), total: list.total };
    },
    getAccessRequest: async ({ id }, context) => message(await deciding.get(requireAdmin(context).organizationId, id)),
    approveAccessRequest: async ({ id, ...given }, context) => {
      const { organizationId, ownerId, keyId } = requireAdmin(context);
      return message(await deciding.approve(organizationId, id, { ...given, by: ownerId || keyId }));
    },
    declineAccessRequest: async ({ id, note }, context) => {
      const { organizationId, ownerId, keyId } = requireAdmin(context);
      return message(await deciding.decline(organizationId, id, { note, by: ownerId || keyId }));
    },
    revokeAccessRequest: async ({ id }, context) => {
      const { organizationId, ownerId, keyId } = requireAdmin(context);
      return message(await deciding.revoke(organizationId, id, ownerId || keyId));
    },
    deleteAccessRequest: async ({ id }, context) => {
      await deciding.remove(requireAdmin(context).organizationId, id);
      return {};
    },
    getAccessRules: (_request, context) => deciding.rulesOf(requireAdmin(context).organizationId),
    setAccessRules: (rules, context) => deciding.setRules(requireAdmin(context).organizationId, rules),
    summarizeAccess: (_request, context) => summaryOf({ requests, documents }, requireAdmin(context).organizationId),
    listDocumentDownloads: async ({ documentId, ...page }, context) =>
      downloads.list(requireAdmin(context).organizationId, documentId, pageOf(page)),

    getNda: (_request, context) => agreements.inForce(requireAdmin(context).organizationId),
    setNda: (request, context) => agreements.set(requireAdmin(context).organizationId, request),
    listNdaAcceptances: (request, context) => ndas.list(requireAdmin(context).organizationId, pageOf(request)),
    getNdaRecord: async ({ id }, context) => {
      const { fileName, bytes } = await agreements.record(requireAdmin(context).organizationId, id);
      return { fileName, content: Buffer.from(bytes) };
    },
  };
  return { definition: PortalAccessServiceService, handlers };
}

/** As many requests as name so many documents, each told with its title; at least one. */
const MOST_NAMED = 10_000;

function partOf(list: AccessRequest[]): AccessRequest[] {
  let named = 0;
  const end = list.findIndex(({ documentIds }, index) => {
    named += documentIds.length;
    return index > 0 && named > MOST_NAMED;
  });
  return end < 0 ? list : list.slice(0, end);
}

function requestMessage(
  r: AccessRequest,
  titles: Map<string, string>,
  accepted: Map<string, number>,
  now: number,
): RequestMessage {
  const expired = r.state === 'approved' && r.expiresAt !== undefined && r.expiresAt <= now;
  return {
    id: r.id,
    name: r.name,
    email: r.email,
    company: r.company,
    reason: r.reason,
    state: expired ? 'expired' : r.state,
    documents: r.documentIds.map((id) => ({ id, title: titles.get(id) ?? '', granted: r.grantedIds.includes(id) })),
    createdAt: r.createdAt,
    decidedAt: r.decidedAt,
    decidedBy: r.decidedBy,
    note: r.note,
    expiresAt: r.expiresAt,
    ndaVersion: accepted.get(r.email) ?? 0,
  };
}
