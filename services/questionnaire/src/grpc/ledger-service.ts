import { LedgerServiceService, type LedgerServiceServer } from '@candor/proto/candor/questionnaire/v1/ledger';
import type * as pb from '@candor/proto/candor/questionnaire/v1/ledger';
import type { CallContext, RpcService } from '@candor/runtime';
import type { Ledger } from '../ledger/ledger.js';
import { FINDING_KINDS, FINDING_STATES, type ClaimDocument, type FindingDocument } from '../store/ledger-documents.js';
import { callOf } from './questionnaire-service.js';

/** What customers were told: messages in, use case, messages out. */
export function ledgerService(ledger: Ledger): RpcService {
  const handlers = {
    async listClaims({ limit, offset, ...filter }: pb.ListClaimsRequest, context: CallContext) {
      const { claims, total } = await ledger.claims(callOf(context).organizationId, filter, { limit, offset });
      return { claims: claims.map(toClaim), pagination: { total, limit, offset } } satisfies pb.ListClaimsReply;
    },

    async listFindings(request: pb.ListFindingsRequest, context: CallContext): Promise<pb.ListFindingsReply> {
      const { limit, offset, customer, documentId } = request;
      const states = FINDING_STATES.filter((state) => request.states.includes(state));
      const kind = FINDING_KINDS.find((one) => one === request.kind);
      const filter = { states, kind, customer, documentId };
      const { findings, total } = await ledger.findings(callOf(context).organizationId, filter, { limit, offset });
      return { findings: findings.map(toFinding), pagination: { total, limit, offset } };
    },

    async changeFinding(request: pb.ChangeFindingRequest, context: CallContext): Promise<pb.Finding> {
      const { id, assigneeId, reason } = request;
      const state = FINDING_STATES.find((one) => one === request.state);
      return toFinding(await ledger.change(callOf(context), id, { state, assigneeId, reason }));
    },

    async draftLetter({ customer }: pb.DraftLetterRequest, context: CallContext): Promise<pb.DraftLetterReply> {
      const { update, ...letter } = await ledger.letter(callOf(context).organizationId, customer);
      return { ...letter, updateTitle: update.title, updateContent: update.content };
    },
  };
  return {
    definition: LedgerServiceService,
    handlers: handlers satisfies Record<keyof LedgerServiceServer, unknown>,
  };
}

const toClaim = ({ _id, approvedAt, ...claim }: ClaimDocument): pb.Claim => ({
  id: _id,
  questionnaireId: claim.questionnaireId,
  questionnaireTitle: claim.questionnaireTitle,
  questionId: claim.questionId,
  customer: claim.customer,
  question: claim.question,
  answer: claim.answer,
  comment: claim.comment,
  sources: claim.sources,
  approvedBy: claim.approvedBy,
  origin: claim.origin,
  approvedAt: approvedAt || undefined,
  toldAt: claim.toldAt,
  current: claim.current,
});

const toFinding = ({ _id, ...finding }: FindingDocument): pb.Finding => ({ id: _id, ...finding });
