import { ensureIndexes, isDuplicateKey, nameKey } from '@candor/runtime';
import type { Collection, Db } from 'mongodb';

export interface Category {
  id: string;
  organizationId: string;
  name: string;
  /** Microseconds. */
  createdAt: number;
}

interface Row {
  _id: string;
  organization_id: string;
  name: string;
  /** `nameKey` of the name; of one that is being deleted, something no name is. */
  name_key: string;
  created_at: number;
  deleting: boolean;
}

export const CATEGORIES = 'update_categories';

/** Topics of a trust portal. */
export class CategoryStore {
  private readonly rows: Collection<Row>;

  constructor(private readonly db: Db) {
    this.rows = db.collection<Row>(CATEGORIES);
  }

  ensureIndexes(): Promise<void> {
    return ensureIndexes(this.db, CATEGORIES, [{ keys: { organization_id: 1, name_key: 1 }, unique: true }]);
  }

  /** False when the name is taken. */
  async insert(category: Category): Promise<boolean> {
    const { id, organizationId, name, createdAt } = category;
    return taken(async () => {
      await this.rows.insertOne({
        _id: id,
        organization_id: organizationId,
        name,
        name_key: nameKey(name),
        created_at: createdAt,
        deleting: false,
      });
      return true;
    });
  }

  async find(organizationId: string, categoryId: string): Promise<Category | undefined> {
    const row = await this.rows.findOne({ _id: categoryId, organization_id: organizationId, deleting: false });
    return row ? fromRow(row) : undefined;
  }

  /** All of them, by name. */
  async list(organizationId: string): Promise<Category[]> {
    const rows = await this.rows
      .find({ organization_id: organizationId, deleting: false })
      .sort({ name_key: 1 })
      .toArray();
    return rows.map(fromRow);
  }

  /** Undefined when there is none, false when the name is another's. */
  rename(organizationId: string, categoryId: string, name: string): Promise<Category | undefined | false> {
    return taken(async () => {
      const row = await this.rows.findOneAndUpdate(
        { _id: categoryId, organization_id: organizationId, deleting: false },
        { $set: { name, name_key: nameKey(name) } },
        { returnDocument: 'after' },
      );
      return row ? fromRow(row) : undefined;
    });
  }

  /** Hides it and frees its name; true as long as `remove` has not been called, so that a deletion can be repeated. */
  async hide(organizationId: string, categoryId: string): Promise<boolean> {
    const { matchedCount } = await this.rows.updateOne(
      { _id: categoryId, organization_id: organizationId },
      // A name never has an outer space.
      { $set: { deleting: true, name_key: ` ${categoryId}` } },
    );
    return matchedCount > 0;
  }

  async remove(organizationId: string, categoryId: string): Promise<void> {
    await this.rows.deleteOne({ _id: categoryId, organization_id: organizationId });
  }
}

async function taken<T>(write: () => Promise<T>): Promise<T | false> {
  try {
    return await write();
  } catch (error) {
    if (isDuplicateKey(error)) return false;
    throw error;
  }
}

const fromRow = (row: Row): Category => ({
  id: row._id,
  organizationId: row.organization_id,
  name: row.name,
  createdAt: row.created_at,
});
