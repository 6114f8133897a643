import { ended, micros, type Clock, type IndexDeclaration } from '@candor/runtime';
import type { Collection, Db } from 'mongodb';
import type { FileDocument } from './documents.js';
import type { FileStore } from './files.js';
import { endOfWork } from './work.js';

export const ERASURE_INDEXES: IndexDeclaration[] = [{ keys: { sweepAt: 1 } }];

/** Collections whose documents carry work; a job in hand loses its claim when its work is ended. */
const WITH_WORK = [
  'questionnaires',
  'answer_batches',
  'backtest_parts',
  'knowledge_documents',
  'standard_runs',
] as const;
/** Everything else that belongs to one organization; files and the knowledge state are removed in their own way. */
const OWNED = [
  'questions',
  'question_history',
  'question_comments',
  'sheets',
  'exports',
  'claims',
  'claim_findings',
  'backtest_answers',
  'backtests',
  'interviews',
  'interview_facts',
  'standard_answers',
  'topic_rules',
  'calibrations',
  'extraction_account',
  'extraction_outlines',
  'form_pages',
  'remembered_corrections',
  'processing_logs',
  'search_blocks',
  'taggings',
  'tags',
  'passages',
  'old_passages',
  'document_versions',
  'library_answers',
  ...WITH_WORK,
] as const;

/** An organization that is being erased; goes when nothing can come after any more. */
interface ErasureDocument {
  /** The organization's id. */
  _id: string;
  /** Microseconds. */
  requestedAt: number;
  /** When to look again for what came late, milliseconds. */
  sweepAt: number;
}

/** How often what came late is looked for. */
const AGAIN_MS = 30_000;

/** Removal of everything that an organization has in this service. */
export class ErasureStore {
  private readonly erasures: Collection<ErasureDocument>;

  constructor(
    private readonly db: Db,
    private readonly clock: Clock,
    private readonly files: FileStore,
  ) {
    this.erasures = db.collection<ErasureDocument>('erasures');
  }

  /** Stores that it is to be erased, and takes its work from whoever has it in hand. */
  async begin(organizationId: string): Promise<void> {
    const times = { requestedAt: micros(this.clock), sweepAt: this.clock.now() + AGAIN_MS };
    await this.erasures.updateOne({ _id: organizationId }, { $set: times }, { upsert: true });
    for (const name of WITH_WORK) await this.db.collection(name).updateMany({ organizationId }, { $set: endOfWork() });
  }

  /** Removes what there is. Files first: their owners say where they are. */
  async sweep(organizationId: string): Promise<void> {
    const owners = this.db.collection<FileDocument>('file_owners').find({ organizationId });
    for await (const { _id } of owners) await this.files.remove(organizationId, _id);
    for (const name of OWNED) await this.db.collection(name).deleteMany({ organizationId });
    await this.db.collection<{ _id: string }>('knowledge_state').deleteOne({ _id: organizationId });
  }

  /** Looks again later, or ends it when it was asked for before `before` (microseconds). */
  async settle(organizationId: string, before: number): Promise<void> {
    const ended = await this.erasures.deleteOne({ _id: organizationId, requestedAt: { $lt: before } });
    if (ended.deletedCount > 0) return;
    await this.erasures.updateOne({ _id: organizationId }, { $set: { sweepAt: this.clock.now() + AGAIN_MS } });
  }

  /** System scope: organizations that are being erased; those to be swept again now, or all. */
  async overdue(which: 'due' | 'all'): Promise<string[]> {
    const filter = which === 'due' ? ended('sweepAt', this.clock.now(), AGAIN_MS) : {};
    const rows = await this.erasures.find(filter).limit(1000).toArray();
    return rows.map((row) => row._id);
  }
}
