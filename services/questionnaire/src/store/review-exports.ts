import { micros, type Clock, type IndexDeclaration } from '@candor/runtime';
import type { Collection, Db } from 'mongodb';
import type { FileStore } from './files.js';
import type { ExportDocument } from './review-documents.js';

export const EXPORT_INDEXES: IndexDeclaration[] = [{ keys: { organizationId: 1, questionnaireId: 1, createdAt: 1 } }];

/** How long a written export is given out again. The files store removes files without an owner after six hours. */
const KEEP_US = 4 * 3600 * 1_000_000;

/** Exports and receipts that were written and can be read for some hours. */
export class ExportStore {
  private readonly collection: Collection<ExportDocument>;

  constructor(
    db: Db,
    private readonly clock: Clock,
    private readonly files: FileStore,
  ) {
    this.collection = db.collection<ExportDocument>('exports');
  }

  /** The one that shows this state, if it was written lately. */
  find(
    organizationId: string,
    questionnaireId: string,
    what: { kind: ExportDocument['kind']; format: string; fingerprint: string },
  ): Promise<ExportDocument | null> {
    const createdAt = { $gt: micros(this.clock) - KEEP_US };
    return this.collection.findOne(
      { organizationId, questionnaireId, ...what, createdAt },
      { sort: { createdAt: -1 } },
    );
  }

  /** Whether anything was ever exported. */
  async any(organizationId: string): Promise<boolean> {
    return (await this.collection.findOne({ organizationId }, { projection: { _id: 1 } })) !== null;
  }

  get(organizationId: string, id: string): Promise<ExportDocument | null> {
    return this.collection.findOne({ _id: id, organizationId });
  }

  async keep(
    organizationId: string,
    document: Omit<ExportDocument, 'createdAt' | 'organizationId'>,
  ): Promise<ExportDocument> {
    const kept = { ...document, organizationId, createdAt: micros(this.clock) };
    await this.forget(organizationId, document.questionnaireId, kept.createdAt - KEEP_US);
    await this.collection.insertOne(kept);
    return kept;
  }

  /** Bytes of a file, from `offset`, at most `length`. */
  async read(document: ExportDocument, offset: number, length: number): Promise<Buffer> {
    const end = Math.min(document.size, offset + length);
    if (offset >= end) return Buffer.alloc(0);
    return this.files.read(document.organizationId, document._id, { start: offset, end });
  }

  /** Removes all exports of a questionnaire with their files. */
  async purge(organizationId: string, questionnaireId: string): Promise<void> {
    await this.forget(organizationId, questionnaireId, Number.MAX_SAFE_INTEGER);
  }

  private async forget(organizationId: string, questionnaireId: string, before: number): Promise<void> {
    const old = await this.collection.find({ organizationId, questionnaireId, createdAt: { $lt: before } }).toArray();
    for (const { _id, reportId } of old) {
      await this.files.remove(organizationId, _id);
      if (reportId !== '') await this.files.remove(organizationId, reportId);
      await this.collection.deleteOne({ _id, organizationId });
    }
  }
}
