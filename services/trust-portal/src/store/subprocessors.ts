import { ensureIndexes, insertOnce, isDuplicateKey, nameKey } from '@candor/runtime';
import type { Collection, Db } from 'mongodb';

/** What visitors read of a subprocessor. */
export interface SubprocessorFields {
  name: string;
  purpose: string;
  /** Kinds of data. */
  data: string;
  region: string;
  /** YYYY-MM-DD; '' when it is not said. */
  since: string;
}

export interface Subprocessor extends SubprocessorFields {
  id: string;
  organizationId: string;
  /** What was announced of it last; undefined: nothing yet. */
  announced: SubprocessorFields | undefined;
  /** It is gone, and stays until that is announced. */
  removed: boolean;
  createdAt: number;
  /** Microseconds. */
  updatedAt: number;
  version: number;
}

interface Row extends SubprocessorFields {
  _id: string;
  organization_id: string;
  /** `nameKey` of the name; of one that was removed, something that no name is. */
  name_key: string;
  announced: SubprocessorFields | null;
  removed: boolean;
  created_at: number;
  updated_at: number;
  version: number;
}

export const SUBPROCESSORS = 'subprocessors';

/** Subprocessors of an organization. */
export class SubprocessorStore {
  private readonly rows: Collection<Row>;

  constructor(private readonly db: Db) {
    this.rows = db.collection<Row>(SUBPROCESSORS);
  }

  ensureIndexes(): Promise<void> {
    return ensureIndexes(this.db, SUBPROCESSORS, [{ keys: { organization_id: 1, name_key: 1 }, unique: true }]);
  }

  /** All of them by name, removed ones last. */
  async list(organizationId: string): Promise<Subprocessor[]> {
    const rows = await this.rows.find({ organization_id: organizationId }).sort({ name_key: 1 }).toArray();
    const all = rows.map(fromRow);
    return [...all.filter(({ removed }) => !removed), ...all.filter(({ removed }) => removed)];
  }

  async find(organizationId: string, id: string): Promise<Subprocessor | undefined> {
    const row = await this.rows.findOne({ _id: id, organization_id: organizationId });
    return row ? fromRow(row) : undefined;
  }

  /** Gives the stored one, or undefined when the name is taken. */
  async insert(one: Subprocessor): Promise<Subprocessor | undefined> {
    const own = { _id: one.id, organization_id: one.organizationId };
    return taken(async () => fromRow(await insertOnce(this.rows, { ...rowOf(one), ...own }, own)));
  }

  /** Writes it at the version that it was read at. False: another write was faster; undefined: the name is taken. */
  async replace(organizationId: string, one: Subprocessor): Promise<Subprocessor | false | undefined> {
    return taken(async () => {
      const row = await this.rows.findOneAndUpdate(
        { _id: one.id, organization_id: organizationId, version: one.version },
        { $set: { ...rowOf(one), version: one.version + 1 } },
        { returnDocument: 'after' },
      );
      return row ? fromRow(row) : false;
    });
  }

  /** For good; at the version that it was read at. */
  async remove(organizationId: string, { id, version }: Subprocessor): Promise<void> {
    await this.rows.deleteOne({ _id: id, organization_id: organizationId, version });
  }
}

async function taken<T>(write: () => Promise<T>): Promise<T | undefined> {
  try {
    return await write();
  } catch (error) {
    if (isDuplicateKey(error)) return undefined;
    throw error;
  }
}

const fieldsOf = ({ name, purpose, data, region, since }: SubprocessorFields): SubprocessorFields => ({
  name,
  purpose,
  data,
  region,
  since,
});

const rowOf = (one: Subprocessor): Omit<Row, '_id'> => ({
  organization_id: one.organizationId,
  ...fieldsOf(one),
  // A name never has an outer space.
  name_key: one.removed ? ` ${one.id}` : nameKey(one.name),
  announced: one.announced ?? null,
  removed: one.removed,
  created_at: one.createdAt,
  updated_at: one.updatedAt,
  version: one.version,
});

const fromRow = (row: Row): Subprocessor => ({
  id: row._id,
  organizationId: row.organization_id,
  ...fieldsOf(row),
  announced: row.announced ? fieldsOf(row.announced) : undefined,
  removed: row.removed,
  createdAt: row.created_at,
  updatedAt: row.updated_at,
  version: row.version,
});
