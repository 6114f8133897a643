import { failpoint, micros, type Clock } from '@candor/runtime';
import type { ClaimStore, ComparedClaim } from '../store/claims.js';
import type { LedgerMarks } from '../store/ledger-marks.js';
import type { QuestionStore } from '../store/questions.js';
import type { ClaimJudging } from './judging.js';
import type { ClaimTaking } from './taking.js';

interface Dependencies {
  ledgerMarks: LedgerMarks;
  claims: ClaimStore;
  questions: QuestionStore;
  taking: ClaimTaking;
  judging: ClaimJudging;
  clock: Clock;
}

/** What one round takes in hand at most; the next one goes on. */
const QUESTIONNAIRES = 10;
const SOURCES = 10;
const CLAIMS = 500;
const PAGE = 500;

/**
 * Follows what was marked: takes completed answers as claims, and holds claims against evidence that changed. A mark goes
 * when that is stored, so that a crash repeats it; several processes may do the same, and write the same.
 */
export class Following {
  constructor(private readonly deps: Dependencies) {}

  async round(): Promise<void> {
    await this.takeCompleted();
    await this.followEvidence();
    await this.judgeNew();
  }

  private async takeCompleted(): Promise<void> {
    const { ledgerMarks, questions, taking } = this.deps;
    for (const questionnaire of await ledgerMarks.toTake(QUESTIONNAIRES)) {
      const { organizationId, _id } = questionnaire;
      // Of a deleted one only its id is left.
      for (let from = 0; !questionnaire.deleted; from += PAGE) {
        const page = await questions.range(organizationId, _id, from, from + PAGE);
        if (page.length === 0) break;
        await taking.take(questionnaire, page, 'completed');
      }
      await failpoint('ledger.taken');
      await ledgerMarks.taken(questionnaire);
    }
  }

  private async followEvidence(): Promise<void> {
    const { ledgerMarks, judging, clock } = this.deps;
    const now = micros(clock);
    const isPast = (expiresAt = 0): boolean => expiresAt !== 0 && expiresAt <= now;
    for (const document of await ledgerMarks.changedDocuments(now, SOURCES)) {
      await judging.source(document.organizationId, 'document', document._id);
      await failpoint('ledger.compared');
      const ledgerEarly = (document.effectiveAt ?? 0) > now;
      const known = { ledgerExpired: isPast(document.expiresAt), ledgerEarly };
      await ledgerMarks.followedDocument(document.organizationId, document, known);
    }
    for (const answer of await ledgerMarks.changedAnswers(now, SOURCES)) {
      await judging.source(answer.organizationId, 'library', answer._id);
      await ledgerMarks.followedAnswer(answer.organizationId, answer, isPast(answer.expiresAt));
    }
  }

  private async judgeNew(): Promise<void> {
    const byOrganization = new Map<string, ComparedClaim[]>();
    for (const claim of await this.deps.claims.unjudged(CLAIMS))
      byOrganization.set(claim.organizationId, [...(byOrganization.get(claim.organizationId) ?? []), claim]);
    for (const [organizationId, claims] of byOrganization) await this.deps.judging.claims(organizationId, claims);
  }
}
