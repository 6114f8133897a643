import { NEWEST_FIRST } from '../domain/list-options.js';
import { answeredOf } from '../domain/statistics.js';
import { isFailure, isProcessing } from '../domain/status.js';
import type { HandOver } from '../store/people-documents.js';
import type { Asked, AskedQuestion } from './asked.js';
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
  /** The first questions that are asked of the person, by due date. */
  asked: AskedQuestion[];
  /** Submitted to the person, or to everybody who may approve. */
  toApprove: HandedOver[];
  /** Sent back to the person, who submitted them. */
  sentBack: HandedOver[];
}

/** A questionnaire that was handed over or sent back, and what was said with it. */
export interface HandedOver {
  listed: ListedQuestionnaire;
  handOver: HandOver;
}

/** For whom something waits. */
export interface WaitsFor {
  /** Users and groups whose assigned questions are counted. */
  assigneeIds: readonly string[];
  /** The person; '' for nobody. */
  userId: string;
  mayApprove: boolean;
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
    private readonly askedQuestions: Asked,
  ) {}

  async of(organizationId: string, { assigneeIds, userId, mayApprove }: WaitsFor): Promise<WaitingWork> {
    const options = { ...NEWEST_FIRST, sort: 'deadline', ascending: true, open: true } as const;
    const bounds = { limit: MOST_LOOKED_AT, offset: 0 };
    const asking = { assigneeIds, questionnaireId: '', all: false };
    const [{ page, total }, assigned, everything, exported, asked] = await Promise.all([
      this.listing.page(organizationId, undefined, options, bounds),
      this.questions.assignedTo(organizationId, assigneeIds),
      this.reader.count(organizationId),
      this.exports.any(organizationId),
      this.askedQuestions.list(organizationId, asking, { limit: MOST_SHOWN, offset: 0 }),
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
      asked: asked.questions,
      toApprove: mayApprove && userId !== '' ? toApprove(listed, userId) : [],
      sentBack: userId === '' ? [] : sentBackTo(listed, userId),
    };
  }
}

const toApprove = (listed: readonly ListedQuestionnaire[], userId: string): HandedOver[] =>
  listed
    .flatMap((one): HandedOver[] => {
      const { status, submission } = one.questionnaire;
      if (status !== 'READY_FOR_APPROVAL' || !submission) return [];
      const { to } = submission;
      return to.length === 0 || to.includes(userId) ? [{ listed: one, handOver: submission }] : [];
    })
    .slice(0, MOST_SHOWN);

const sentBackTo = (listed: readonly ListedQuestionnaire[], userId: string): HandedOver[] =>
  listed
    .flatMap((one): HandedOver[] => {
      const { status, sentBack } = one.questionnaire;
      const isMine = status === 'ANSWERING_COMPLETED' && sentBack?.to.includes(userId);
      return sentBack && isMine ? [{ listed: one, handOver: sentBack }] : [];
    })
    .slice(0, MOST_SHOWN);
