import { deterministicId, micros, readPage, type Clock, type IndexDeclaration } from '@candor/runtime';
import type { Collection, Db } from 'mongodb';
import type { AccountClass, AccountEntry } from '../extraction/result.js';
import type { Stage } from '../domain/status.js';
import type { AccountChunkDocument, ProcessingLogDocument } from './documents.js';
import { insertMissing } from './questions.js';

export const LOG_INDEXES: IndexDeclaration[] = [{ keys: { organizationId: 1, questionnaireId: 1, at: 1, order: 1 } }];
export const ACCOUNT_INDEXES: IndexDeclaration[] = [
  { keys: { organizationId: 1, questionnaireId: 1, sheetIndex: 1, chunk: 1 } },
];

export interface LogEntry {
  stage: Stage;
  level: ProcessingLogDocument['level'];
  code: string;
  message: string;
  sheetId?: string;
  /** What makes this entry one of its own when a job is repeated; default: the code and message. */
  identity?: string;
}

export const emptyCoverage = (): Record<AccountClass, number> => ({
  question: 0,
  answer: 0,
  section: 0,
  header: 0,
  instruction: 0,
  options: 0,
  skipped: 0,
});

/** Processing logs: what the pipeline says about a questionnaire. */
export class LogStore {
  private readonly collection: Collection<ProcessingLogDocument>;
  private order = 0;

  constructor(
    db: Db,
    private readonly clock: Clock,
  ) {
    this.collection = db.collection<ProcessingLogDocument>('processing_logs');
  }

  /** Adds entries; one with the same identity is kept once, so a repeated job does not repeat itself. */
  async add(organizationId: string, questionnaireId: string, entries: LogEntry[]): Promise<void> {
    const documents = entries.map(({ stage, level, code, message, sheetId = '', identity = message }) => ({
      _id: deterministicId(questionnaireId, stage, code, sheetId, identity),
      organizationId,
      questionnaireId,
      at: micros(this.clock),
      order: this.order++,
      stage,
      level,
      code,
      message,
      sheetId,
    }));
    await insertMissing(this.collection, documents);
  }

  /** The newest `limit` entries, oldest first. */
  async list(organizationId: string, questionnaireId: string, limit: number): Promise<ProcessingLogDocument[]> {
    const newest = await readPage(
      this.collection,
      { organizationId, questionnaireId },
      { sort: { at: -1, order: -1 }, limit },
    );
    return newest.reverse();
  }

  async purge(organizationId: string, questionnaireId: string): Promise<void> {
    await this.collection.deleteMany({ organizationId, questionnaireId });
  }
}

/** The extraction account: every cell, paragraph and line with its class and reason. */
export class AccountStore {
  private readonly collection: Collection<AccountChunkDocument>;

  constructor(db: Db) {
    this.collection = db.collection<AccountChunkDocument>('extraction_account');
  }

  async insert(chunks: AccountChunkDocument[]): Promise<void> {
    await insertMissing(this.collection, chunks);
  }

  /** A page of entries in document order; `class` and `sheetId` narrow it. */
  async page(
    organizationId: string,
    questionnaireId: string,
    options: { class?: AccountClass; sheetId?: string; limit: number; offset: number },
  ): Promise<{ total: number; entries: { sheetId: string; entry: AccountEntry }[] }> {
    const filter = {
      organizationId,
      questionnaireId,
      ...(options.sheetId === undefined ? {} : { sheetId: options.sheetId }),
    };
    const heads = await this.collection
      .find(filter)
      .project<{ _id: string; counts: Record<AccountClass, number> }>({ counts: 1 })
      .sort({ sheetIndex: 1, chunk: 1 })
      .toArray();
    const sizes = heads.map(({ counts }) =>
      options.class ? counts[options.class] : Object.values(counts).reduce((sum, n) => sum + n, 0),
    );
    const total = sizes.reduce((sum, n) => sum + n, 0);
    const entries: { sheetId: string; entry: AccountEntry }[] = [];
    let skip = options.offset;
    for (const [i, head] of heads.entries()) {
      const size = sizes[i] ?? 0;
      if (skip >= size) {
        skip -= size;
        continue;
      }
      const chunk = await this.collection.findOne({ _id: head._id, organizationId });
      const own = (chunk?.entries ?? []).filter(
        (entry) => options.class === undefined || entry.class === options.class,
      );
      const sheetId = chunk?.sheetId ?? '';
      entries.push(...own.slice(skip, skip + options.limit - entries.length).map((entry) => ({ sheetId, entry })));
      skip = 0;
      if (entries.length >= options.limit) break;
    }
    return { total, entries };
  }

  async purge(organizationId: string, questionnaireId: string): Promise<void> {
    await this.collection.deleteMany({ organizationId, questionnaireId });
  }
}
