import { AppError, invalid, micros, notFound, type Clock } from '@candor/runtime';
import type { ClaimFilter, ClaimStore } from '../store/claims.js';
import { UNSETTLED, type FindingFilter, type FindingStore } from '../store/findings.js';
import type { ClaimDocument, FindingDocument, FindingState } from '../store/ledger-documents.js';
import { letterTo, portalUpdateOf } from './letter.js';

interface Page {
  limit: number;
  offset: number;
}

/** What people say of a finding; undefined leaves a field as it is. */
export interface FindingChange {
  state?: FindingState | undefined;
  /** '' for nobody. */
  assigneeId?: string | undefined;
  reason?: string | undefined;
}

/** What a letter tells at most; the rest is told by the next one. */
const MOST_IN_LETTER = 200;
const SETTABLE: readonly FindingState[] = ['OPEN', 'ASSIGNED', 'DISMISSED', 'RESOLVED'];

/** What customers were told, what of it no longer stands, and what people do about it. */
export class Ledger {
  constructor(private readonly deps: { claims: ClaimStore; findings: FindingStore; clock: Clock }) {}

  async claims(
    organizationId: string,
    filter: ClaimFilter,
    page: Page,
  ): Promise<{ claims: ClaimDocument[]; total: number }> {
    const { claims } = this.deps;
    const [found, total] = await Promise.all([
      claims.list(organizationId, filter, page.limit, page.offset),
      claims.count(organizationId, filter),
    ]);
    return { claims: found, total };
  }

  async findings(
    organizationId: string,
    filter: FindingFilter,
    page: Page,
  ): Promise<{ findings: FindingDocument[]; total: number }> {
    const { findings } = this.deps;
    const [found, total] = await Promise.all([
      findings.list(organizationId, filter, page.limit, page.offset),
      findings.count(organizationId, filter),
    ]);
    return { findings: found, total };
  }

  /** Throws `finding_not_found`, `finding_withdrawn`, `finding_changed`, `invalid_input` (a dismissal without its reason). */
  async change(
    by: { organizationId: string; actor: string },
    id: string,
    { state, assigneeId, reason }: FindingChange,
  ): Promise<FindingDocument> {
    const { findings, clock } = this.deps;
    const before = await findings.get(by.organizationId, id);
    if (!before) throw notFound('finding');
    if (state === undefined && assigneeId === undefined && reason === undefined) return before;
    const assigned = assigneeId ?? before.assigneeId;
    const next = state ?? (assigneeId === undefined ? before.state : assigned === '' ? 'OPEN' : 'ASSIGNED');
    if (before.state === 'WITHDRAWN' || !SETTABLE.includes(next)) throw withdrawn();
    if (next === 'ASSIGNED' && assigned === '')
      throw invalid([{ path: 'assignee_id', message: 'assignee_id must name who looks at it.' }]);
    const why = next === 'OPEN' ? '' : (reason ?? before.reason).trim();
    if (next === 'DISMISSED' && why === '')
      throw invalid([{ path: 'reason', message: 'reason must say why the finding is dismissed.' }]);
    const at = micros(clock);
    const isNew = assigned !== '' && assigned !== before.assigneeId;
    const asked = isNew ? { assignment: { by: by.actor, at }, assignmentUntold: true } : {};
    const set = { state: next, assigneeId: assigned, ...asked, reason: why, changedBy: by.actor, updatedAt: at };
    const changed = await findings.change(by.organizationId, before, set);
    if (!changed) throw changedMeanwhile();
    return changed;
  }

  /**
   * A letter to one customer on its findings that are not settled, and an update on the same; both are drafts. Contradictions are
   * left out: what another customer was told is not this one's to read, and nobody knows yet which of both holds.
   */
  async letter(
    organizationId: string,
    customer: string,
  ): Promise<{ customer: string; findings: number; letter: string; update: { title: string; content: string } }> {
    const { claims, findings } = this.deps;
    const told: FindingFilter = { states: UNSETTLED, customerIs: customer, kindIsNot: 'contradicts' };
    const open = await findings.list(organizationId, told, MOST_IN_LETTER, 0);
    const corrections = [];
    for (const finding of open) corrections.push({ finding, claim: await claims.get(organizationId, finding.claimId) });
    return {
      customer,
      findings: corrections.length,
      letter: corrections.length === 0 ? '' : letterTo(customer, corrections),
      update: corrections.length === 0 ? { title: '', content: '' } : portalUpdateOf(corrections),
    };
  }
}

const changedMeanwhile = (): AppError =>
  new AppError('conflict', 'finding_changed', 'Somebody else changed the finding at the same time. Look at it again.');

const withdrawn = (): AppError =>
  new AppError('conflict', 'finding_withdrawn', 'The finding was withdrawn: what it is about holds again.');
