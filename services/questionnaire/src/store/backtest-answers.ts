import { countOf, readPart, type IndexDeclaration } from '@candor/runtime';
import type { AnyBulkWriteOperation, Collection, Db, Filter } from 'mongodb';
import type { BacktestAnswerDocument, BacktestVerdict, Settled, VerdictReason } from './backtest-documents.js';

export const BACKTEST_ANSWER_INDEXES: IndexDeclaration[] = [
  { keys: { organizationId: 1, backtestId: 1, order: 1, _id: 1 } },
  { keys: { organizationId: 1, backtestId: 1, verdict: 1, order: 1, _id: 1 } },
  { keys: { organizationId: 1, questionnaireId: 1 } },
];

export interface BacktestAnswerFilter {
  verdicts?: readonly BacktestVerdict[];
  settled?: Settled | undefined;
  topic?: string;
  /** The whole name of the customer. */
  customer?: string;
  questionnaireId?: string;
  band?: string;
}

/** Answers that are alike in all that is counted. */
export interface AnswerGroup {
  verdict: BacktestVerdict;
  reason: VerdictReason;
  band: BacktestAnswerDocument['band'];
  topic: string;
  customer: string;
  settled: Settled;
  count: number;
}

/** Answers with one score, 0 to 1, that all agree with what was sent or all contradict it. */
export interface ScoredAnswers {
  score: number;
  agreed: boolean;
  count: number;
}

/** What backtests found, one row a question. */
export class BacktestAnswerStore {
  private readonly collection: Collection<BacktestAnswerDocument>;

  constructor(db: Db) {
    this.collection = db.collection<BacktestAnswerDocument>('backtest_answers');
  }

  /** A repeat writes the same, and leaves what people have said of it. */
  async put(organizationId: string, answers: readonly BacktestAnswerDocument[]): Promise<void> {
    const operations: AnyBulkWriteOperation<BacktestAnswerDocument>[] = answers.map((answer) => {
      const { _id, settled, note, changedBy, changedAt, ...found } = answer;
      const said = { settled, note, changedBy, changedAt };
      return {
        updateOne: { filter: { _id, organizationId }, update: { $set: found, $setOnInsert: said }, upsert: true },
      };
    });
    if (operations.length > 0) await this.collection.bulkWrite(operations, { ordered: false });
  }

  /** In order of time. */
  list(
    organizationId: string,
    backtestId: string,
    filter: BacktestAnswerFilter,
    limit: number,
    offset: number,
  ): Promise<BacktestAnswerDocument[]> {
    const sort = { order: 1, _id: 1 } as const;
    return readPart(this.collection, where(organizationId, backtestId, filter), { sort, skip: offset, limit });
  }

  count(organizationId: string, backtestId: string, filter: BacktestAnswerFilter): Promise<number> {
    return countOf(this.collection, where(organizationId, backtestId, filter));
  }

  get(organizationId: string, backtestId: string, id: string): Promise<BacktestAnswerDocument | null> {
    return this.collection.findOne({ _id: id, organizationId, backtestId });
  }

  /** What people say of a difference; null when it is not there. */
  settle(
    organizationId: string,
    id: string,
    set: Pick<BacktestAnswerDocument, 'settled' | 'note' | 'changedBy' | 'changedAt'>,
  ): Promise<BacktestAnswerDocument | null> {
    return this.collection.findOneAndUpdate({ _id: id, organizationId }, { $set: set }, { returnDocument: 'after' });
  }

  async groups(organizationId: string, backtestId: string): Promise<AnswerGroup[]> {
    const rows = await this.collection
      .aggregate<{ _id: Omit<AnswerGroup, 'count'>; count: number }>([
        { $match: { organizationId, backtestId } },
        {
          $group: {
            _id: {
              verdict: '$verdict',
              reason: '$reason',
              band: '$band',
              topic: '$topic',
              customer: '$customer',
              settled: '$settled',
            },
            count: { $sum: 1 },
          },
        },
      ])
      .toArray();
    return rows.map(({ _id, count }) => ({ ..._id, count }));
  }

  /** Answers that can be compared, and that nobody called older, by their score. */
  async byScore(organizationId: string, backtestId: string): Promise<ScoredAnswers[]> {
    const verdict = { $in: ['AGREED' as const, 'CONTRADICTED' as const] };
    const rows = await this.collection
      .aggregate<{ _id: { score: number; verdict: BacktestVerdict }; count: number }>([
        { $match: { organizationId, backtestId, verdict, settled: { $ne: 'OLDER' } } },
        { $group: { _id: { score: '$score', verdict: '$verdict' }, count: { $sum: 1 } } },
      ])
      .toArray();
    return rows.map(({ _id: { score, verdict: said }, count }) => ({ score, agreed: said === 'AGREED', count }));
  }

  async purge(organizationId: string, backtestId: string): Promise<void> {
    await this.collection.deleteMany({ organizationId, backtestId });
  }

  async purgeQuestionnaire(organizationId: string, questionnaireId: string): Promise<void> {
    await this.collection.deleteMany({ organizationId, questionnaireId });
  }
}

function where(
  organizationId: string,
  backtestId: string,
  { verdicts = [], settled, topic = '', customer, questionnaireId = '', band = '' }: BacktestAnswerFilter,
): Filter<BacktestAnswerDocument> {
  return {
    organizationId,
    backtestId,
    ...(verdicts.length === 0 ? {} : { verdict: { $in: [...verdicts] } }),
    ...(settled === undefined ? {} : { settled }),
    ...(topic === '' ? {} : { topic }),
    ...(customer ? { customer } : {}),
    ...(questionnaireId === '' ? {} : { questionnaireId }),
    ...(band === '' ? {} : { band }),
  } as Filter<BacktestAnswerDocument>;
}
