import {
  LedgerServiceClient,
  type ChangeFindingRequest,
  type Claim as ClaimMessage,
  type Finding as FindingMessage,
  type ListClaimsRequest,
  type ListFindingsRequest,
} from '@candor/proto/candor/questionnaire/v1/ledger';
import { RpcClient, type CallFor } from '@candor/runtime';
import type { Claim, ClaimFinding, ClaimFindingList, ClaimLetter, ClaimList } from '../routes/claims/resource.js';
import { totalOf } from './questionnaire-json.js';
import { wholePage } from './whole-page.js';

interface Page {
  limit: number;
  offset: number;
}

/** What customers were told, and what of it no longer stands. */
export class LedgerClient {
  private readonly rpc: RpcClient<LedgerServiceClient>;

  constructor(address: string, token: string) {
    this.rpc = new RpcClient(LedgerServiceClient, address, token);
  }

  async claims(from: CallFor, filter: Omit<ListClaimsRequest, keyof Page>, page: Page): Promise<ClaimList> {
    const { items, pagination } = await wholePage(page, async (part) => {
      const reply = await this.rpc.unary(this.rpc.stub.listClaims, { ...filter, ...part }, from);
      return { items: reply.claims, total: totalOf(reply), reply };
    });
    return { claims: items.map(claimJson), pagination };
  }

  async findings(from: CallFor, filter: Omit<ListFindingsRequest, keyof Page>, page: Page): Promise<ClaimFindingList> {
    const { items, pagination } = await wholePage(page, async (part) => {
      const reply = await this.rpc.unary(this.rpc.stub.listFindings, { ...filter, ...part }, from);
      return { items: reply.findings, total: totalOf(reply), reply };
    });
    return { findings: items.map(findingJson), pagination };
  }

  async change(from: CallFor, change: ChangeFindingRequest): Promise<ClaimFinding> {
    return findingJson(await this.rpc.unary(this.rpc.stub.changeFinding, change, from));
  }

  async letter(from: CallFor, customer: string): Promise<ClaimLetter> {
    const reply = await this.rpc.unary(this.rpc.stub.draftLetter, { customer }, from);
    const { findings, letter, updateTitle: title, updateContent: description } = reply;
    return { customer: reply.customer, findings, letter, update: { title, description } };
  }

  close(): void {
    this.rpc.close();
  }
}

const claimJson = (claim: ClaimMessage): Claim => ({
  id: claim.id,
  questionnaire_id: claim.questionnaireId,
  questionnaire_title: claim.questionnaireTitle,
  question_id: claim.questionId,
  customer: claim.customer,
  question: claim.question,
  answer: claim.answer,
  comment: claim.comment,
  sources: claim.sources.map(({ sourceId, sourceType, documentId, title, locator, quote, sha256, version }) => ({
    source_id: sourceId,
    source_type: sourceType as 'library' | 'document',
    document_id: documentId || null,
    title,
    locator,
    quote,
    sha256: sha256 || null,
    version: version || null,
  })),
  approved_by: claim.approvedBy || null,
  approved_at: claim.approvedAt ?? null,
  origin: claim.origin as Claim['origin'],
  told_at: claim.toldAt,
  current: claim.current,
});

const findingJson = (finding: FindingMessage): ClaimFinding => ({
  id: finding.id,
  claim_id: finding.claimId,
  other_claim_id: finding.otherClaimId || null,
  questionnaire_id: finding.questionnaireId,
  question_id: finding.questionId,
  customer: finding.customer,
  question: finding.question,
  answer: finding.answer,
  kind: finding.kind as ClaimFinding['kind'],
  source_type: (finding.sourceType || null) as ClaimFinding['source_type'],
  document_id: finding.documentId || null,
  title: finding.title,
  before: finding.before,
  now: finding.now || null,
  state: finding.state as ClaimFinding['state'],
  assignee_id: finding.assigneeId || null,
  reason: finding.reason || null,
  found_at: finding.foundAt,
  updated_at: finding.updatedAt,
});
