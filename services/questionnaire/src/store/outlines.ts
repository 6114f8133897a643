import type { Collection, Db } from 'mongodb';
import type { AreaLayout } from '../extraction/said/layout.js';

/** What the last extraction took a document for. */
export interface OutlineDocument {
  /** The questionnaire's id. */
  _id: string;
  organizationId: string;
  areas: AreaLayout[];
  /** Fingerprint of the template; '' for none. */
  shape: string;
}

/** Outlines of documents: one a questionnaire. */
export class OutlineStore {
  private readonly collection: Collection<OutlineDocument>;

  constructor(db: Db) {
    this.collection = db.collection<OutlineDocument>('extraction_outlines');
  }

  async put({ _id, organizationId, areas, shape }: OutlineDocument): Promise<void> {
    await this.collection.updateOne({ _id, organizationId }, { $set: { areas, shape } }, { upsert: true });
  }

  get(organizationId: string, questionnaireId: string): Promise<OutlineDocument | null> {
    return this.collection.findOne({ _id: questionnaireId, organizationId });
  }

  async purge(organizationId: string, questionnaireId: string): Promise<void> {
    await this.collection.deleteOne({ _id: questionnaireId, organizationId });
  }
}
