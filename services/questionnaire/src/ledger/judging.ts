import { deterministicId, failpoint, micros, type Clock } from '@candor/runtime';
import type { Contradiction, AnsweredQuestion } from '../answering/deciding/consistency.js';
import type { ClaimStore, ComparedClaim, StandingClaim } from '../store/claims.js';
import type { FindingStore } from '../store/findings.js';
import type { KnowledgeDocumentStore } from '../store/knowledge-files.js';
import type { KnowledgeRevisions } from '../store/knowledge.js';
import type { ClaimSource, FindingDocument } from '../store/ledger-documents.js';
import type { LibraryStore } from '../store/library.js';
import { ReadText, type Change } from './compare.js';

interface Dependencies {
  claims: ClaimStore;
  findings: FindingStore;
  revisions: KnowledgeRevisions;
  knowledgeDocuments: KnowledgeDocumentStore;
  library: LibraryStore;
  answering: {
    contradictions(organizationId: string, answers: AnsweredQuestion[], by: 'run'): Promise<Contradiction[]>;
  };
  clock: Clock;
}

/** A document or a library answer as it is now. */
interface Present {
  read: ReadText;
  /** Why it may not be used now, whatever it says; undefined: it may. */
  outOfUse: Extract<FindingDocument['kind'], 'expired' | 'not_yet_effective'> | undefined;
}

type FoundChange = Pick<FindingDocument, '_id' | 'kind' | 'now'> & ReturnType<typeof ofSource>;

/** Claims that are compared before others may come between. */
const AT_ONCE = 1000;
/** Claims of other questionnaires that new ones are compared with: those to the same questions, and the newest. */
const COMPARED = 500;

/** Holds what customers were told against what is true now. */
export class ClaimJudging {
  constructor(private readonly deps: Dependencies) {}

  /** Holds all that stands on a document or library answer against what it says now; gives how many claims were compared. */
  async source(organizationId: string, sourceType: ClaimSource['sourceType'], id: string): Promise<number> {
    const present = new Map([[id, await this.present(organizationId, sourceType, id)]]);
    const open = await this.deps.findings.unsettledOn(organizationId, [id]);
    let compared = 0;
    let part: StandingClaim[] = [];
    for await (const claim of this.deps.claims.standingOn(organizationId, id)) {
      part.push(claim);
      if (part.length < AT_ONCE) continue;
      compared += await this.held(organizationId, part, { present, open });
      part = [];
      await new Promise((resolve) => setImmediate(resolve));
    }
    return compared + (await this.held(organizationId, part, { present, open }));
  }

  /** Holds new claims against their sources and against what others were told; ends what was found of those before them. */
  async claims(organizationId: string, claims: readonly ComparedClaim[]): Promise<void> {
    const current = claims.filter((claim) => claim.current);
    const present = new Map<string, Present>();
    for (const { sources } of current)
      for (const { documentId, sourceType } of sources)
        if (documentId !== '' && !present.has(documentId))
          present.set(documentId, await this.present(organizationId, sourceType, documentId));
    const open = await this.deps.findings.unsettledOn(organizationId, [...present.keys()]);
    await this.held(organizationId, current, { present, open });
    await this.contradicted(organizationId, current);
    const ended = await this.deps.claims.endedOf(
      organizationId,
      claims.map(({ questionId }) => questionId),
    );
    await this.deps.findings.settleEnded(organizationId, ended, micros(this.deps.clock));
    await failpoint('ledger.judged');
    await this.deps.claims.markJudged(
      organizationId,
      claims.map(({ _id }) => _id),
    );
  }

  private async held(
    organizationId: string,
    claims: readonly StandingClaim[],
    { present, open }: { present: ReadonlyMap<string, Present>; open: ReadonlySet<string> },
  ): Promise<number> {
    const { findings, clock } = this.deps;
    const at = micros(clock);
    const stands: string[] = [];
    const changed = new Map<string, FoundChange[]>();
    for (const { _id, sources } of claims)
      for (const [index, source] of sources.entries()) {
        const now = present.get(source.documentId);
        if (!now) continue;
        const change = changeOf(source, now);
        const id = (): string => deterministicId(_id, 'finding', String(index));
        if (change) changed.set(_id, [...(changed.get(_id) ?? []), { _id: id(), ...ofSource(source), ...change }]);
        else if (open.size > 0 && open.has(id())) stands.push(id());
      }
    // Most still stand: of those nothing else was read.
    const fallen = await this.deps.claims.currentWith(organizationId, [...changed.keys()]);
    const found = fallen.flatMap((claim) =>
      (changed.get(claim._id) ?? []).map((change) => ({ ...findingOf(claim, at), ...change })),
    );
    await this.put(organizationId, found);
    if (stands.length > 0) await findings.withdraw(organizationId, stands, at);
    return claims.length;
  }

  /** Answers to the same question that say otherwise, whomever they were told. One finding a pair, on what was told first. */
  private async contradicted(organizationId: string, fresh: readonly ComparedClaim[]): Promise<void> {
    const { claims, answering, clock } = this.deps;
    if (fresh.length === 0) return;
    const keys = [...new Set(fresh.map(({ questionKey }) => questionKey))];
    const others = await claims.comparable(organizationId, keys, COMPARED);
    const all = new Map([...others, ...fresh].map((claim) => [claim._id, claim]));
    const asked = [...all.values()].map(({ _id, question, answer }) => ({ questionId: _id, text: question, answer }));
    const isFresh = new Set(fresh.map(({ _id }) => _id));
    const at = micros(clock);
    const found: FindingDocument[] = [];
    for (const { questionIds } of await answering.contradictions(organizationId, asked, 'run')) {
      if (!questionIds.some((id) => isFresh.has(id))) continue;
      const [first, second] = questionIds
        .flatMap((id) => all.get(id) ?? [])
        .sort((a, b) => a.toldAt - b.toldAt || a._id.localeCompare(b._id));
      if (!first || !second) continue;
      found.push({
        ...findingOf(first, at),
        _id: deterministicId(first._id, 'contradicts', second._id),
        otherClaimId: second._id,
        kind: 'contradicts',
        before: first.answer,
        now: second.answer,
      });
    }
    await this.put(organizationId, found);
  }

  /** Stores what was found; what a customer was told anew while it was being compared ends at once. */
  private async put(organizationId: string, found: readonly FindingDocument[]): Promise<void> {
    if (found.length === 0) return;
    const { claims, findings, clock } = this.deps;
    await findings.put(organizationId, found);
    const ids = [...new Set(found.flatMap(({ claimId, otherClaimId }) => [claimId, otherClaimId]))].filter(Boolean);
    const current = new Set((await claims.currentWith(organizationId, ids)).map(({ _id }) => _id));
    const ended = ids.filter((id) => !current.has(id));
    if (ended.length > 0) await findings.settleEnded(organizationId, ended, micros(clock));
  }

  private async present(organizationId: string, sourceType: ClaimSource['sourceType'], id: string): Promise<Present> {
    const now = micros(this.deps.clock);
    const isPast = (expiresAt = 0): boolean => expiresAt !== 0 && expiresAt <= now;
    if (sourceType === 'library') {
      const answer = await this.deps.library.get(organizationId, id);
      const expired = answer !== null && (isPast(answer.expiresAt) || answer.status !== 'APPROVED');
      return { read: new ReadText(answer ? [answer.answer] : []), outOfUse: expired ? 'expired' : undefined };
    }
    const document = await this.deps.knowledgeDocuments.get(organizationId, id);
    const passages = document ? await this.deps.revisions.readPassages(organizationId, id, { gone: false }) : [];
    const texts = passages.sort((a, b) => a.ordinal - b.ordinal).map(({ text }) => text);
    const isEarly = (document?.effectiveAt ?? 0) > now;
    const outOfUse = isPast(document?.expiresAt) ? 'expired' : isEarly ? 'not_yet_effective' : undefined;
    return { read: new ReadText(texts), outOfUse };
  }
}

function changeOf(
  { quote }: ClaimSource,
  { read, outOfUse }: Present,
): { kind: FindingDocument['kind']; now: string } | undefined {
  const change: Change | undefined = quote === '' ? undefined : read.changeOf(quote);
  return change ?? (outOfUse ? { kind: outOfUse, now: quote } : undefined);
}

const ofSource = ({ sourceType, documentId, title, quote }: ClaimSource) => ({
  sourceType,
  documentId,
  title,
  before: quote,
});

const findingOf = (claim: ComparedClaim, foundAt: number): FindingDocument => ({
  _id: '',
  organizationId: claim.organizationId,
  claimId: claim._id,
  otherClaimId: '',
  questionnaireId: claim.questionnaireId,
  questionId: claim.questionId,
  customer: claim.customer,
  customerFolded: claim.customerFolded,
  question: claim.question,
  answer: claim.answer,
  kind: 'quote_gone',
  sourceType: '',
  documentId: '',
  title: '',
  before: '',
  now: '',
  state: 'OPEN',
  assigneeId: '',
  reason: '',
  changedBy: '',
  foundAt,
  updatedAt: foundAt,
});
