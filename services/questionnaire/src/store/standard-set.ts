import { isDuplicateKey, type Clock, type IndexDeclaration } from '@candor/runtime';
import type { Collection, Db } from 'mongodb';
import type { WorkState } from './documents.js';
import { nextWork, WORK_INDEX, WorkStore, type WorkJob } from './work.js';

export const STANDARD_RUN_INDEXES: IndexDeclaration[] = [WORK_INDEX];
export const STANDARD_ANSWER_INDEXES: IndexDeclaration[] = [{ keys: { organizationId: 1, _id: 1 } }];

export const STANDARD_RUN_STATES = ['RUNNING', 'COMPLETED', 'FAILED'] as const;

/** The last answering of the standard set; one an organization. Times are microseconds; 0 means none. */
export interface StandardRunDocument extends WorkState {
  _id: string;
  organizationId: string;
  state: (typeof STANDARD_RUN_STATES)[number];
  /** Of the evidence that it is answered from; -1: none yet. */
  revision: number;
  /** Of the set's questions. */
  digest: string;
  /** Questions that have been answered or found open so far. */
  done: number;
  /** Public: what happened, when it failed. */
  failure: string;
  askedAt: number;
  finishedAt: number;
}

/** Whether evidence answers a question of the set surely. What it answers is not kept. */
export interface StandardAnswerDocument {
  _id: string;
  organizationId: string;
  /** The id in the set. */
  question: string;
  answered: boolean;
  /** '' when nothing was found. */
  band: '' | 'HIGH' | 'MEDIUM' | 'LOW';
}

/** The standard set of an organization: whether each question is answered, and the work on it. */
export class StandardSetStore {
  readonly work: WorkStore<StandardRunDocument>;
  private readonly runs: Collection<StandardRunDocument>;
  private readonly answers: Collection<StandardAnswerDocument>;

  constructor(
    db: Db,
    private readonly clock: Clock,
  ) {
    this.runs = db.collection<StandardRunDocument>('standard_runs');
    this.answers = db.collection<StandardAnswerDocument>('standard_answers');
    this.work = new WorkStore(this.runs, clock);
  }

  run(organizationId: string): Promise<StandardRunDocument | null> {
    return this.runs.findOne({ organizationId });
  }

  /** Begins it, unless it runs; tells whether this call began it. Atomic. */
  async begin(run: StandardRunDocument, job: WorkJob): Promise<boolean> {
    const { _id, organizationId, digest, askedAt } = run;
    const fresh = { state: 'RUNNING' as const, done: 0, failure: '', finishedAt: 0, digest, askedAt };
    const again = await this.runs.updateOne(
      { _id, organizationId, state: { $ne: 'RUNNING' } },
      { $set: { ...fresh, ...nextWork(job, this.clock), workLeaseUntil: 0 } },
    );
    if (again.matchedCount > 0) return true;
    try {
      await this.runs.insertOne(run);
      return true;
    } catch (error) {
      if (isDuplicateKey(error)) return false;
      throw error;
    }
  }

  /** A repeat writes the same. */
  async put(organizationId: string, answers: readonly StandardAnswerDocument[]): Promise<void> {
    for (const answer of answers) {
      const { _id } = answer;
      await this.answers.replaceOne({ _id, organizationId }, { ...answer, organizationId }, { upsert: true });
    }
  }

  /** Of all questions that were looked at, by their ids in the set. */
  async answersOf(organizationId: string): Promise<Map<string, StandardAnswerDocument>> {
    const rows = await this.answers.find({ organizationId }).toArray();
    return new Map(rows.map((row) => [row.question, row]));
  }

  /** Leaves only these questions: others are not in the set any more. */
  async keepOnly(organizationId: string, questions: readonly string[]): Promise<void> {
    await this.answers.deleteMany({ organizationId, question: { $nin: [...questions] } });
  }
}
