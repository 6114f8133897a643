import { countOf, insertOnce, readPart, type Clock, type IndexDeclaration } from '@candor/runtime';
import type { Collection, Db } from 'mongodb';
import type { BacktestDocument, BacktestPartDocument, BacktestState } from './backtest-documents.js';
import { insertMissing } from './questions.js';
import { endOfWork, WORK_INDEX, WorkStore } from './work.js';

export const BACKTEST_INDEXES: IndexDeclaration[] = [{ keys: { organizationId: 1, createdAt: -1, _id: 1 } }];
export const BACKTEST_PART_INDEXES: IndexDeclaration[] = [
  { keys: { organizationId: 1, backtestId: 1, position: 1 } },
  { keys: { organizationId: 1, questionnaireId: 1 } },
  WORK_INDEX,
];

const UNDER_WAY = { $in: ['WAITING' as const, 'RUNNING' as const] };

/** How much of a backtest is done. */
export interface BacktestProgress {
  questionnaires: number;
  questionnairesDone: number;
  questions: number;
  questionsDone: number;
}

/** Backtests, and their questionnaires as pieces of work. */
export class BacktestStore {
  readonly work: WorkStore<BacktestPartDocument>;
  private readonly backtests: Collection<BacktestDocument>;
  private readonly parts: Collection<BacktestPartDocument>;

  constructor(db: Db, clock: Clock) {
    this.backtests = db.collection<BacktestDocument>('backtests');
    this.parts = db.collection<BacktestPartDocument>('backtest_parts');
    this.work = new WorkStore(this.parts, clock);
  }

  /** A repeat of the call gives what is there. */
  insert(backtest: BacktestDocument): Promise<BacktestDocument> {
    const { _id, organizationId } = backtest;
    return insertOnce(this.backtests, backtest, { _id, organizationId });
  }

  async insertParts(organizationId: string, parts: readonly BacktestPartDocument[]): Promise<void> {
    await insertMissing(
      this.parts,
      parts.filter((part) => part.organizationId === organizationId),
    );
  }

  get(organizationId: string, id: string): Promise<BacktestDocument | null> {
    return this.backtests.findOne({ _id: id, organizationId });
  }

  /** One that runs, other than `id`. */
  running(organizationId: string, id: string): Promise<BacktestDocument | null> {
    return this.backtests.findOne({ organizationId, state: 'RUNNING', _id: { $ne: id } });
  }

  /** The newest first. */
  async list(
    organizationId: string,
    limit: number,
    offset: number,
  ): Promise<{ backtests: BacktestDocument[]; total: number }> {
    const sort = { createdAt: -1, _id: 1 } as const;
    const [backtests, total] = await Promise.all([
      readPart(this.backtests, { organizationId }, { sort, skip: offset, limit }),
      countOf(this.backtests, { organizationId }),
    ]);
    return { backtests, total };
  }

  /** In order of time. */
  partsOf(organizationId: string, backtestId: string): Promise<BacktestPartDocument[]> {
    return this.parts.find({ organizationId, backtestId }).sort({ position: 1 }).toArray();
  }

  async progress(organizationId: string, backtestId: string): Promise<BacktestProgress> {
    const groups = await this.parts
      .aggregate<{ _id: BacktestPartDocument['state']; count: number; questions: number; done: number }>([
        { $match: { organizationId, backtestId } },
        {
          $group: {
            _id: '$state',
            count: { $sum: 1 },
            questions: { $sum: '$questions' },
            done: { $sum: '$done' },
          },
        },
      ])
      .toArray();
    const sum = (of: (group: (typeof groups)[number]) => number): number =>
      groups.reduce((all, one) => all + of(one), 0);
    const isOpen = (state: string): boolean => UNDER_WAY.$in.some((one) => one === state);
    return {
      questionnaires: sum(({ count }) => count),
      questionnairesDone: sum(({ _id, count }) => (isOpen(_id) ? 0 : count)),
      questions: sum(({ questions }) => questions),
      questionsDone: sum(({ done }) => done),
    };
  }

  /** Ends a backtest whose last questionnaire is done, at `at` (microseconds); a repeat changes nothing. */
  async finish(organizationId: string, id: string, at: number): Promise<void> {
    if (await this.parts.findOne({ organizationId, backtestId: id, state: UNDER_WAY })) return;
    await this.end(organizationId, id, 'COMPLETED', at);
  }

  /** Null when it does not run any more. */
  async end(organizationId: string, id: string, state: BacktestState, at: number): Promise<BacktestDocument | null> {
    return this.backtests.findOneAndUpdate(
      { _id: id, organizationId, state: 'RUNNING' },
      { $set: { state, finishedAt: at } },
      { returnDocument: 'after' },
    );
  }

  /** Takes the open parts from whoever has them in hand. */
  async cancelParts(organizationId: string, backtestId: string): Promise<void> {
    const open = { organizationId, backtestId, state: UNDER_WAY };
    await this.parts.updateMany(open, { $set: { state: 'CANCELLED', ...endOfWork() } });
  }

  /** Removes a backtest with its parts; false when it is not there. */
  async remove(organizationId: string, id: string): Promise<boolean> {
    const removed = await this.backtests.deleteOne({ _id: id, organizationId });
    await this.parts.deleteMany({ organizationId, backtestId: id });
    return removed.deletedCount === 1;
  }

  /** A deleted questionnaire leaves its backtests, whose ids are given. */
  async removeQuestionnaire(organizationId: string, questionnaireId: string): Promise<string[]> {
    const own = { organizationId, questionnaireId };
    const parts = await this.parts.find(own).project<{ backtestId: string }>({ backtestId: 1 }).toArray();
    await this.parts.deleteMany(own);
    return [...new Set(parts.map(({ backtestId }) => backtestId))];
  }
}
