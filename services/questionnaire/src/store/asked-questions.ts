import { countOf, micros, readAll, type Clock, type IndexDeclaration } from '@candor/runtime';
import type { Collection, Db, Filter } from 'mongodb';
import type { QuestionDocument } from './documents.js';

export const ASKED_INDEXES: IndexDeclaration[] = [{ keys: { assignmentUntold: 1 } }, { keys: { dueAt: 1 } }];

const DAY_US = 86_400e6;
/** What is longer overdue than this is no news. */
const OVERDUE_DAYS = 7;

const ROW_FIELDS = [
  ...(['_id', 'organizationId', 'questionnaireId', 'position', 'text', 'answer', 'answerStatus', 'approved'] as const),
  ...(['assigneeId', 'assigneeType', 'assignment', 'assignmentState', 'dueAt', 'reminded'] as const),
] as const;
/** What lists and reminders read of an assigned question. */
export type AskedRow = Pick<QuestionDocument, (typeof ROW_FIELDS)[number]>;

const ROW = Object.fromEntries(ROW_FIELDS.map((field) => [field, 1]));

/** Whether somebody still has to answer it. */
export const isOpen = ({ approved, assignmentState, assigneeId }: AskedRow): boolean =>
  assigneeId !== '' && !approved && (assignmentState ?? 'open') === 'open';

/** Questions that are assigned to people, across questionnaires. */
export class AskedQuestionStore {
  private readonly questions: Collection<QuestionDocument>;

  constructor(
    db: Db,
    private readonly clock: Clock,
  ) {
    this.questions = db.collection<QuestionDocument>('questions');
  }

  /** All that are assigned to one of these users and groups, in no order; of one questionnaire, or of all. */
  rows(organizationId: string, assigneeIds: readonly string[], questionnaireId = ''): Promise<AskedRow[]> {
    if (assigneeIds.length === 0) return Promise.resolve([]);
    const of = questionnaireId === '' ? {} : { questionnaireId };
    const filter: Filter<QuestionDocument> = { organizationId, assigneeId: { $in: [...assigneeIds] }, ...of };
    return readAll(this.questions, filter, { projection: ROW });
  }

  /** All that somebody still has to answer, in no order. */
  async assigned(organizationId: string): Promise<AskedRow[]> {
    const filter: Filter<QuestionDocument> = { organizationId, assigneeId: { $gt: '' }, approved: false };
    return (await readAll(this.questions, filter, { projection: ROW })).filter(isOpen);
  }

  /** Whole questions, in no order. */
  byIds(organizationId: string, ids: readonly string[]): Promise<QuestionDocument[]> {
    if (ids.length === 0) return Promise.resolve([]);
    return readAll(this.questions, { organizationId, _id: { $in: [...ids] } });
  }

  /** How many questions of a questionnaire one call assigned to somebody, or declared done, and nobody has been told of. */
  async untoldOf({ organizationId, questionnaireId, assigneeId, assignment }: AskedRow): Promise<number> {
    const filter = { organizationId, questionnaireId, assigneeId, assignmentUntold: true };
    return countOf(this.questions, {
      ...filter,
      'assignment.call': assignment?.call ?? '',
    });
  }

  /** System scope: assigned questions of which people have not been told. */
  untold(limit: number): Promise<AskedRow[]> {
    return this.questions.find({ assignmentUntold: true }).project<AskedRow>(ROW).limit(limit).toArray();
  }

  /** What one call did to questions of a questionnaire has been told. */
  async markTold({ organizationId, questionnaireId, assigneeId, assignment }: AskedRow): Promise<void> {
    const own = { organizationId, questionnaireId, assigneeId, assignmentUntold: true };
    const filter = { ...own, 'assignment.call': assignment?.call ?? '' } as Filter<QuestionDocument>;
    await this.questions.updateMany(filter, { $set: { assignmentUntold: false } });
  }

  /** System scope: open questions that are due until the end of tomorrow, wherever that ends last, or have been for some days. */
  async nearDue(): Promise<AskedRow[]> {
    const now = micros(this.clock);
    const window = { $gt: now - OVERDUE_DAYS * DAY_US, $lt: (Math.floor(now / DAY_US) + 3) * DAY_US };
    const rows = await this.questions.find({ dueAt: window, approved: false }).project<AskedRow>(ROW).toArray();
    return rows.filter(isOpen);
  }

  async markReminded(organizationId: string, ids: readonly string[], reminded: string): Promise<void> {
    await this.questions.updateMany({ organizationId, _id: { $in: [...ids] } }, { $set: { reminded } });
  }
}
