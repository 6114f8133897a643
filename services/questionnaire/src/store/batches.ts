import { deterministicId, isRunning, type Clock, type IndexDeclaration } from '@candor/runtime';
import type { Collection, Db } from 'mongodb';
import type { ChosenQuestion } from '../domain/answer-again.js';
import type { BatchDocument, QuestionDocument } from './documents.js';
import { insertMissing } from './questions.js';
import { FARTHEST_MS, firstWork, WORK_INDEX, WorkStore, type WorkJob } from './work.js';

export const BATCH_INDEXES: IndexDeclaration[] = [{ keys: { organizationId: 1, questionnaireId: 1 } }, WORK_INDEX];

/** Batches of questions to be answered; each is a piece of work of its own. */
export class BatchStore {
  readonly work: WorkStore<BatchDocument>;
  private readonly collection: Collection<BatchDocument>;

  constructor(
    db: Db,
    private readonly clock: Clock,
  ) {
    this.collection = db.collection<BatchDocument>('answer_batches');
    this.work = new WorkStore(this.collection, clock);
  }

  /**
   * Cuts the positions below `total` into batches of one run; the same run gives the same batches. Of a run that answers `chosen`
   * questions again, only those that have some.
   */
  async cut(
    run: { organizationId: string; questionnaireId: string; knowledgeRevision: number; number: number },
    total: number,
    size: number,
    job: WorkJob,
    chosen?: readonly Pick<QuestionDocument, '_id' | 'position' | 'answerRevision'>[],
  ) {
    const wanted = chosen && bySlice(chosen, size);
    const batches: BatchDocument[] = [];
    for (let from = 0; from < total; from += size) {
      const own = wanted?.get(from);
      if (wanted && !own) continue;
      batches.push({
        _id: deterministicId(run.questionnaireId, 'batch', String(run.number), String(from)),
        organizationId: run.organizationId,
        questionnaireId: run.questionnaireId,
        from,
        to: Math.min(total, from + size),
        knowledgeRevision: run.knowledgeRevision,
        ...(own ? { chosen: own } : {}),
        ...firstWork(job, this.clock),
      });
    }
    await insertMissing(this.collection, batches);
    return batches.map((batch) => batch._id);
  }

  /** Whether a worker holds one of the questionnaire's batches right now. */
  async anyHeld(organizationId: string, questionnaireId: string): Promise<boolean> {
    const batches = await this.collection.find({ organizationId, questionnaireId, workOpen: true }).toArray();
    return batches.some((batch) => isRunning(batch.workLeaseUntil, this.clock.now(), FARTHEST_MS));
  }

  async purge(organizationId: string, questionnaireId: string): Promise<void> {
    await this.collection.deleteMany({ organizationId, questionnaireId });
  }
}

/** Of each stretch of `size` positions, by where it begins. */
function bySlice(
  chosen: readonly Pick<QuestionDocument, '_id' | 'position' | 'answerRevision'>[],
  size: number,
): Map<number, ChosenQuestion[]> {
  const slices = new Map<number, ChosenQuestion[]>();
  for (const { _id, position, answerRevision } of chosen) {
    const from = position - (position % size);
    const own = slices.get(from);
    if (own) own.push({ id: _id, answerRevision });
    else slices.set(from, [{ id: _id, answerRevision }]);
  }
  return slices;
}
