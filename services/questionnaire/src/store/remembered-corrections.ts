import { deterministicId, type IndexDeclaration } from '@candor/runtime';
import type { Collection, Db } from 'mongodb';
import type { Corrections } from '../extraction/said/corrections.js';

export const REMEMBERED_INDEXES: IndexDeclaration[] = [{ keys: { organizationId: 1, shape: 1 } }];

/** Corrections of an organization for all files of one shape: the last that were applied. */
export interface RememberedDocument {
  /** Made from organization and shape. */
  _id: string;
  organizationId: string;
  shape: string;
  corrections: Corrections;
  /** Where they come from. */
  questionnaireId: string;
  title: string;
  actor: string;
  at: number;
}

/** What an organization remembers of corrections. No other one sees it. */
export class RememberedCorrections {
  private readonly collection: Collection<RememberedDocument>;

  constructor(db: Db) {
    this.collection = db.collection<RememberedDocument>('remembered_corrections');
  }

  get(organizationId: string, shape: string): Promise<RememberedDocument | null> {
    return this.collection.findOne({ _id: idOf(organizationId, shape), organizationId });
  }

  /** Keeps them in place of older ones; what is newer stays. */
  async keep(organizationId: string, document: Omit<RememberedDocument, '_id' | 'organizationId'>): Promise<void> {
    const _id = idOf(organizationId, document.shape);
    const known = await this.get(organizationId, document.shape);
    if (known !== null && known.at > document.at) return;
    await this.collection.updateOne({ _id, organizationId }, { $set: { ...document } }, { upsert: true });
  }

  /** Whether there was something to forget. */
  async forget(organizationId: string, shape: string): Promise<boolean> {
    const { deletedCount } = await this.collection.deleteOne({ _id: idOf(organizationId, shape), organizationId });
    return deletedCount > 0;
  }
}

const idOf = (organizationId: string, shape: string): string => deterministicId(organizationId, 'shape', shape);
