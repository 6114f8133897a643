import { ensureIndexes, isDuplicateKey, readPart } from '@candor/runtime';
import type { Collection, Db } from 'mongodb';

/** A text that visitors accept before they get what is under NDA. Times in microseconds. */
export interface Nda {
  organizationId: string;
  /** From 1; the highest is in force. */
  version: number;
  /** Markdown; '' when none is in force any more. */
  text: string;
  /** Where a copy of each acceptance goes. */
  copyTo: string;
  createdAt: number;
}

export interface NdaAcceptance {
  id: string;
  organizationId: string;
  email: string;
  /** As the person wrote it under the text. */
  name: string;
  company: string;
  version: number;
  /** Network address. */
  address: string;
  acceptedAt: number;
}

interface NdaRow {
  _id: string;
  organization_id: string;
  version: number;
  text: string;
  copy_to: string;
  created_at: number;
}

interface AcceptanceRow {
  _id: string;
  organization_id: string;
  email: string;
  name: string;
  company: string;
  version: number;
  address: string;
  accepted_at: number;
  /** 1 while the emails and the event are still to be stored elsewhere. */
  owing: 0 | 1;
}

export const NDAS = 'portal_ndas';
export const NDA_ACCEPTANCES = 'nda_acceptances';

/** Agreements of a trust portal, and who accepted which. */
export class NdaStore {
  private readonly texts: Collection<NdaRow>;
  private readonly acceptances: Collection<AcceptanceRow>;

  constructor(private readonly db: Db) {
    this.texts = db.collection<NdaRow>(NDAS);
    this.acceptances = db.collection<AcceptanceRow>(NDA_ACCEPTANCES);
  }

  async ensureIndexes(): Promise<void> {
    await ensureIndexes(this.db, NDAS, [{ keys: { organization_id: 1, version: -1 }, unique: true }]);
    await ensureIndexes(this.db, NDA_ACCEPTANCES, [
      { keys: { organization_id: 1, email: 1, version: 1 }, unique: true },
      { keys: { organization_id: 1, accepted_at: -1, _id: 1 } },
      { keys: { owing: 1 } },
    ]);
  }

  /** The newest text; undefined when there never was one, or the newest is empty. */
  async inForce(organizationId: string): Promise<Nda | undefined> {
    const newest = await this.newest(organizationId);
    return newest && newest.text !== '' ? newest : undefined;
  }

  async newest(organizationId: string): Promise<Nda | undefined> {
    const row = await this.texts.findOne({ organization_id: organizationId }, { sort: { version: -1 } });
    return row ? fromNda(row) : undefined;
  }

  async find(organizationId: string, version: number): Promise<Nda | undefined> {
    const row = await this.texts.findOne({ organization_id: organizationId, version });
    return row ? fromNda(row) : undefined;
  }

  /** False when the version is taken. */
  async insert(nda: Nda, id: string): Promise<boolean> {
    const { organizationId, version, text, copyTo, createdAt } = nda;
    const row = { organization_id: organizationId, version, text, copy_to: copyTo, created_at: createdAt };
    return inserted(() => this.texts.insertOne({ _id: id, ...row }));
  }

  async changeCopyTo(organizationId: string, version: number, copyTo: string): Promise<void> {
    await this.texts.updateOne({ organization_id: organizationId, version }, { $set: { copy_to: copyTo } });
  }

  /** False when the address has accepted this version already: the first acceptance stays. */
  async accept(organizationId: string, acceptance: Omit<NdaAcceptance, 'organizationId'>): Promise<boolean> {
    const { id, email, name, company, version, address, acceptedAt } = acceptance;
    const said = { email, name, company, version, address };
    const row = { _id: id, organization_id: organizationId, ...said, accepted_at: acceptedAt, owing: 1 as const };
    return inserted(() => this.acceptances.insertOne(row));
  }

  async hasAccepted(organizationId: string, email: string, version: number): Promise<boolean> {
    return (await this.acceptances.findOne({ organization_id: organizationId, email, version })) !== null;
  }

  async acceptance(organizationId: string, id: string): Promise<NdaAcceptance | undefined> {
    const row = await this.acceptances.findOne({ _id: id, organization_id: organizationId });
    return row ? fromAcceptance(row) : undefined;
  }

  /** The highest version that each of the addresses accepted. */
  async versionsOf(organizationId: string, emails: readonly string[]): Promise<Map<string, number>> {
    const rows = await this.acceptances
      .find({ organization_id: organizationId, email: { $in: [...emails] } })
      .toArray();
    const highest = new Map<string, number>();
    for (const { email, version } of rows) highest.set(email, Math.max(version, highest.get(email) ?? 0));
    return highest;
  }

  /** Newest first; fewer than `limit` when they are large. */
  async list(
    organizationId: string,
    { limit, offset }: { limit: number; offset: number },
  ): Promise<{ acceptances: NdaAcceptance[]; total: number }> {
    const mine = { organization_id: organizationId };
    const [rows, total] = await Promise.all([
      readPart(this.acceptances, mine, { sort: { accepted_at: -1, _id: 1 }, skip: offset, limit }),
      this.acceptances.countDocuments(mine),
    ]);
    return { acceptances: rows.map(fromAcceptance), total };
  }

  async settled(organizationId: string, id: string): Promise<void> {
    await this.acceptances.updateOne({ _id: id, organization_id: organizationId }, { $set: { owing: 0 } });
  }

  /** Acceptances whose emails and event are still to be stored elsewhere. */
  async untold(organizationId: string, limit: number): Promise<NdaAcceptance[]> {
    return (await this.acceptances.find({ organization_id: organizationId, owing: 1 }).limit(limit).toArray()).map(
      fromAcceptance,
    );
  }
}

async function inserted(insert: () => Promise<unknown>): Promise<boolean> {
  try {
    await insert();
    return true;
  } catch (error) {
    if (isDuplicateKey(error)) return false;
    throw error;
  }
}

const fromNda = (row: NdaRow): Nda => ({
  organizationId: row.organization_id,
  version: row.version,
  text: row.text,
  copyTo: row.copy_to,
  createdAt: row.created_at,
});

const fromAcceptance = (row: AcceptanceRow): NdaAcceptance => ({
  id: row._id,
  organizationId: row.organization_id,
  email: row.email,
  name: row.name,
  company: row.company,
  version: row.version,
  address: row.address,
  acceptedAt: row.accepted_at,
});
