import { createHash } from 'node:crypto';
import {
  PortalAccessServiceClient,
  type AccessRequest as RequestMessage,
  type Nda as NdaMessage,
} from '@candor/proto/candor/trust_portal/v1/portal_access';
import { RpcClient, type CallFor } from '@candor/runtime';
import type { Download } from '../http/download.js';
import type {
  AccessRequest,
  AccessRequestList,
  AccessRules,
  AccessSummary,
  DocumentDownloadList,
  NdaAcceptanceList,
  PortalNda,
} from '../routes/portal-access/resource.js';
import type { Deleted } from '../routes/schemas.js';
import { wholePage } from './whole-page.js';

interface Page {
  limit: number;
  offset: number;
}

/** Requests for documents of the trust portal, agreements and downloads, as the API shows them. */
export class PortalAccessClient {
  private readonly rpc: RpcClient<PortalAccessServiceClient>;

  constructor(address: string, token: string) {
    this.rpc = new RpcClient(PortalAccessServiceClient, address, token);
  }

  /** '' does not filter. */
  async requests(from: CallFor, filter: { state: string; query: string }, page: Page): Promise<AccessRequestList> {
    const { items, pagination } = await wholePage(page, async (part) => {
      const reply = await this.rpc.unary(this.rpc.stub.listAccessRequests, { ...filter, ...part }, from);
      return { items: reply.requests, total: reply.total, reply };
    });
    return { requests: items.map(requestJson), pagination };
  }

  async request(from: CallFor, id: string): Promise<AccessRequest> {
    return requestJson(await this.rpc.unary(this.rpc.stub.getAccessRequest, { id }, from));
  }

  async approve(
    from: CallFor,
    id: string,
    given: { documentIds: string[]; expiresAt: string; note: string },
  ): Promise<AccessRequest> {
    return requestJson(await this.rpc.unary(this.rpc.stub.approveAccessRequest, { id, ...given }, from));
  }

  async decline(from: CallFor, id: string, note: string): Promise<AccessRequest> {
    return requestJson(await this.rpc.unary(this.rpc.stub.declineAccessRequest, { id, note }, from));
  }

  async revoke(from: CallFor, id: string): Promise<AccessRequest> {
    return requestJson(await this.rpc.unary(this.rpc.stub.revokeAccessRequest, { id }, from));
  }

  async delete(from: CallFor, id: string): Promise<Deleted> {
    await this.rpc.unary(this.rpc.stub.deleteAccessRequest, { id }, from);
    return { id, deleted: true };
  }

  rules(from: CallFor): Promise<AccessRules> {
    return this.rpc.unary(this.rpc.stub.getAccessRules, {}, from);
  }

  setRules(from: CallFor, rules: AccessRules): Promise<AccessRules> {
    return this.rpc.unary(this.rpc.stub.setAccessRules, rules, from);
  }

  async summary(from: CallFor): Promise<AccessSummary> {
    const reply = await this.rpc.unary(this.rpc.stub.summarizeAccess, {}, from);
    const { medianDecisionSeconds, topDocuments, ...counts } = reply;
    return { ...counts, median_decision_seconds: medianDecisionSeconds ?? null, top_documents: topDocuments };
  }

  /** `documentId` '' is all. */
  async downloads(from: CallFor, documentId: string, page: Page): Promise<DocumentDownloadList> {
    const { items, pagination } = await wholePage(page, async (part) => {
      const reply = await this.rpc.unary(this.rpc.stub.listDocumentDownloads, { documentId, ...part }, from);
      return { items: reply.downloads, total: reply.total, reply };
    });
    const downloads = items.map(({ documentId: document, requestId, at, ...said }) => ({
      ...said,
      document_id: document,
      request_id: requestId,
      downloaded_at: at,
    }));
    return { downloads, pagination };
  }

  async nda(from: CallFor): Promise<PortalNda> {
    return ndaJson(await this.rpc.unary(this.rpc.stub.getNda, {}, from));
  }

  async setNda(from: CallFor, given: { text: string; copyTo: string }): Promise<PortalNda> {
    return ndaJson(await this.rpc.unary(this.rpc.stub.setNda, given, from));
  }

  async acceptances(from: CallFor, page: Page): Promise<NdaAcceptanceList> {
    const { items, pagination } = await wholePage(page, async (part) => {
      const reply = await this.rpc.unary(this.rpc.stub.listNdaAcceptances, part, from);
      return { items: reply.acceptances, total: reply.total, reply };
    });
    return { acceptances: items.map(({ acceptedAt, ...said }) => ({ ...said, accepted_at: acceptedAt })), pagination };
  }

  async record(from: CallFor, id: string): Promise<Download> {
    const { fileName, content } = await this.rpc.unary(this.rpc.stub.getNdaRecord, { id }, from);
    const sha256 = createHash('sha256').update(content).digest('hex');
    return { fileName, mimeType: 'application/pdf', size: content.length, sha256, content: () => once(content) };
  }

  close(): void {
    this.rpc.close();
  }
}

async function* once(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  await Promise.resolve();
  yield bytes;
}

const ndaJson = ({ version, text, copyTo, createdAt }: NdaMessage): PortalNda => ({
  version,
  text,
  copy_to: copyTo,
  created_at: version === 0 ? null : createdAt,
});

const requestJson = (r: RequestMessage): AccessRequest => ({
  id: r.id,
  name: r.name,
  email: r.email,
  company: r.company,
  reason: r.reason,
  state: r.state as AccessRequest['state'],
  documents: r.documents.map(({ id, title, granted }) => ({ id, title, granted })),
  created_at: r.createdAt,
  decided_at: r.decidedAt ?? null,
  decided_by: r.decidedBy === '' ? null : r.decidedBy,
  note: r.note,
  expires_at: r.expiresAt ?? null,
  nda_version: r.ndaVersion === 0 ? null : r.ndaVersion,
});
