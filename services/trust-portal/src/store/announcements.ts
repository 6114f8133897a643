import { ensureIndexes, insertOnce } from '@candor/runtime';
import type { Collection, Db } from 'mongodb';
import type { SubprocessorFields } from './subprocessors.js';

/** One change of a subprocessor, as it is told. */
export interface ToldChange {
  subprocessorId: string;
  kind: 'added' | 'changed' | 'removed';
  /** As it is now; of one that was removed, as it was. */
  now: SubprocessorFields;
  /** As it was announced before; undefined: it was not. */
  before: SubprocessorFields | undefined;
}

/** An update that tells changes; kept until it is made and the changes are marked as told. */
export interface Announcement {
  /** Of the update. */
  id: string;
  organizationId: string;
  categoryId: string;
  title: string;
  description: string;
  draft: boolean;
  changes: ToldChange[];
}

interface Row {
  _id: string;
  organization_id: string;
  category_id: string;
  title: string;
  description: string;
  draft: boolean;
  changes: {
    subprocessor_id: string;
    kind: ToldChange['kind'];
    now: SubprocessorFields;
    before: SubprocessorFields | null;
  }[];
}

export const ANNOUNCEMENTS = 'subprocessor_announcements';

/** Announcements in the making: one an organization at a time, so that no change is told twice. */
export class AnnouncementStore {
  private readonly rows: Collection<Row>;

  constructor(private readonly db: Db) {
    this.rows = db.collection<Row>(ANNOUNCEMENTS);
  }

  ensureIndexes(): Promise<void> {
    return ensureIndexes(this.db, ANNOUNCEMENTS, [{ keys: { organization_id: 1 }, unique: true }]);
  }

  /** Gives the one that is being made, which is another when somebody was faster. */
  async begin(organizationId: string, announcement: Announcement): Promise<Announcement> {
    return fromRow(await insertOnce(this.rows, rowOf(announcement), { organization_id: organizationId }));
  }

  async open(organizationId: string): Promise<Announcement | undefined> {
    const row = await this.rows.findOne({ organization_id: organizationId });
    return row ? fromRow(row) : undefined;
  }

  async end(organizationId: string, id: string): Promise<void> {
    await this.rows.deleteOne({ _id: id, organization_id: organizationId });
  }
}

const rowOf = (one: Announcement): Row => ({
  _id: one.id,
  organization_id: one.organizationId,
  category_id: one.categoryId,
  title: one.title,
  description: one.description,
  draft: one.draft,
  changes: one.changes.map(({ subprocessorId, kind, now, before }) => ({
    subprocessor_id: subprocessorId,
    kind,
    now,
    before: before ?? null,
  })),
});

const fromRow = (row: Row): Announcement => ({
  id: row._id,
  organizationId: row.organization_id,
  categoryId: row.category_id,
  title: row.title,
  description: row.description,
  draft: row.draft,
  changes: row.changes.map(({ subprocessor_id: subprocessorId, kind, now, before }) => ({
    subprocessorId,
    kind,
    now,
    before: before ?? undefined,
  })),
});
