import { NEWEST_FIRST } from '../domain/list-options.js';
import { answeredOf } from '../domain/statistics.js';
import { isFailure, isProcessing } from '../domain/status.js';
import type { QuestionStore } from '../store/questions.js';
import type { ExportStore } from '../store/review-exports.js';
import type { Listing } from './listing.js';
import type { ListedQuestionnaire, QuestionnaireReader } from './overview.js';

export interface WaitingQuestionnaire {
  listed: ListedQuestionnaire;
  open: number;
  assigned: number;
}

export interface WaitingWork {
  /** Of all that is in review, listed here or not. */
  open: number;
  assigned: number;
  /** Questionnaires that are not completed. */
  total: number;
  /** What was done at least once. */
  steps: { uploaded: boolean; reviewed: boolean; exported: boolean };
  /** The first by deadline. */
  items: WaitingQuestionnaire[];
}

/** So many by deadline are looked at: what is due later waits longer. */
const MOST_LOOKED_AT = 1000;
const MOST_SHOWN = 20;

/** What waits for people in the questionnaires that are not completed. */
export class Waiting {
  constructor(
    private readonly listing: Listing,
    private readonly reader: QuestionnaireReader,
    private readonly questions: QuestionStore,
    private readonly exports: ExportStore,
  ) {}

  /** `assigneeIds`: users and groups whose assigned questions, not yet approved, are counted. */
  async of(organizationId: string, assigneeIds: readonly string[]): Promise<WaitingWork> {
    const options = { ...NEWEST_FIRST, sort: 'deadline', ascending: true, open: true } as const;
    const bounds = { limit: MOST_LOOKED_AT, offset: 0 };
    const [{ page, total }, assigned, everything, exported] = await Promise.all([
      this.listing.page(organizationId, undefined, options, bounds),
      this.questions.assignedTo(organizationId, assigneeIds),
      this.reader.count(organizationId),
      this.exports.any(organizationId),
    ]);
    const listed = await this.reader.listed(organizationId, page);
    const all = listed.map((one): WaitingQuestionnaire => {
      const { status, _id } = one.questionnaire;
      const inReview = !isProcessing(status) && !(isFailure(status) && one.counts.all.total === 0);
      const open = inReview ? one.counts.all.total - answeredOf(one.counts.all) : 0;
      return { listed: one, open, assigned: inReview ? (assigned.get(_id) ?? 0) : 0 };
    });
    return {
      open: all.reduce((sum, one) => sum + one.open, 0),
      assigned: all.reduce((sum, one) => sum + one.assigned, 0),
      total,
      steps: {
        uploaded: everything > 0,
        reviewed: everything > total || all.some(({ listed: { counts } }) => counts.all.approved > 0),
        exported,
      },
      items: all.slice(0, MOST_SHOWN),
    };
  }
}
