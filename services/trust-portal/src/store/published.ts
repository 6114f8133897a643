import { nameKey } from '@candor/runtime';
import type { Collection, Db, Filter } from 'mongodb';
import { literally } from '../text.js';
import { UPDATES } from './updates.js';

/** What of an update everybody may see. Times in microseconds. */
export interface PublishedUpdate {
  id: string;
  title: string;
  /** Markdown. */
  description: string;
  updateDate: number;
  updatedAt: number;
  link: string | undefined;
  linkText: string | undefined;
  categoryIds: string[];
}

interface Row {
  _id: string;
  organization_id: string;
  title: string;
  description: string;
  search_key: string;
  update_date: number;
  updated_at: number;
  link: string | null;
  link_text: string | null;
  category_ids: string[];
  archived_at: number;
  draft?: boolean;
}

export interface PublishedFilter {
  categoryId: string | undefined;
  /** Words that must all occur, ignoring case and accents. */
  query: string;
}

const MAX_WORDS = 10;

const notDraft = { draft: { $ne: true } };

/** Updates that are public: no drafts, active, and of a date that has come. */
export class PublishedStore {
  private readonly rows: Collection<Row>;

  constructor(db: Db) {
    this.rows = db.collection<Row>(UPDATES);
  }

  /** Newest date first. */
  async list(
    organizationId: string,
    { categoryId, query }: PublishedFilter,
    page: { now: number; limit: number; offset: number },
  ): Promise<{ updates: PublishedUpdate[]; total: number }> {
    const filter: Filter<Row> = {
      organization_id: organizationId,
      archived_at: 0,
      update_date: { $lte: page.now },
      ...notDraft,
    };
    if (categoryId !== undefined) filter.category_ids = categoryId;
    const words = nameKey(query).split(' ').filter(Boolean).slice(0, MAX_WORDS);
    if (words.length > 0) filter.$and = words.map((word) => ({ search_key: { $regex: literally(word) } }));
    const [rows, total] = await Promise.all([
      this.rows.find(filter).sort({ update_date: -1, _id: 1 }).skip(page.offset).limit(page.limit).toArray(),
      this.rows.countDocuments(filter),
    ]);
    return { updates: rows.map(fromRow), total };
  }

  async find(organizationId: string, updateId: string, now: number): Promise<PublishedUpdate | undefined> {
    const row = await this.rows.findOne({
      _id: updateId,
      organization_id: organizationId,
      archived_at: 0,
      update_date: { $lte: now },
      ...notDraft,
    });
    return row ? fromRow(row) : undefined;
  }
}

const fromRow = (row: Row): PublishedUpdate => ({
  id: row._id,
  title: row.title,
  description: row.description,
  updateDate: row.update_date,
  updatedAt: row.updated_at,
  link: row.link ?? undefined,
  linkText: row.link_text ?? undefined,
  categoryIds: row.category_ids,
});
