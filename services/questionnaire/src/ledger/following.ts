import { failpoint, micros, type Clock } from '@candor/runtime';
import type { ClaimStore, ComparedClaim } from '../store/claims.js';
import type { QuestionnaireDocument } from '../store/documents.js';
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

/** Does something, and remembers that it failed. */
type Attempt = (work: () => Promise<void>) => Promise<void>;

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

  /** What fails does not keep the rest back: failures are told when all have had their turn. */
  async round(): Promise<void> {
    const failures: unknown[] = [];
    const attempt = async (work: () => Promise<void>): Promise<void> => {
      await work().catch((error: unknown) => failures.push(error));
    };
    await attempt(() => this.takeCompleted(attempt));
    await attempt(() => this.followEvidence(attempt));
    await attempt(() => this.judgeNew(attempt));
    if (failures.length > 0) throw new AggregateError(failures, 'what customers were told could not all be followed');
  }

  private async takeCompleted(attempt: Attempt): Promise<void> {
    for (const questionnaire of await this.deps.ledgerMarks.toTake(QUESTIONNAIRES))
      await attempt(() => this.takeOne(questionnaire));
  }

  private async takeOne(questionnaire: QuestionnaireDocument): Promise<void> {
    const { ledgerMarks, questions, taking } = this.deps;
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

  private async followEvidence(attempt: Attempt): Promise<void> {
    const { ledgerMarks, judging, clock } = this.deps;
    const now = micros(clock);
    const isPast = (expiresAt = 0): boolean => expiresAt !== 0 && expiresAt <= now;
    for (const document of await ledgerMarks.changedDocuments(now, SOURCES))
      await attempt(async () => {
        await judging.source(document.organizationId, 'document', document._id);
        await failpoint('ledger.compared');
        const ledgerEarly = (document.effectiveAt ?? 0) > now;
        const known = { ledgerExpired: isPast(document.expiresAt), ledgerEarly };
        await ledgerMarks.followedDocument(document.organizationId, document, known);
      });
    for (const answer of await ledgerMarks.changedAnswers(now, SOURCES))
      await attempt(async () => {
        await judging.source(answer.organizationId, 'library', answer._id);
        await ledgerMarks.followedAnswer(answer.organizationId, answer, isPast(answer.expiresAt));
      });
  }

  private async judgeNew(attempt: Attempt): Promise<void> {
    const byOrganization = new Map<string, ComparedClaim[]>();
    for (const claim of await this.deps.claims.unjudged(CLAIMS))
      byOrganization.set(claim.organizationId, [...(byOrganization.get(claim.organizationId) ?? []), claim]);
    for (const [organizationId, claims] of byOrganization)
      await attempt(() => this.deps.judging.claims(organizationId, claims));
  }
}
