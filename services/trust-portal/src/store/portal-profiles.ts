import { ensureIndexes, isDuplicateKey } from '@candor/runtime';
import type { Collection, Db } from 'mongodb';

/** Parts of a portal that an administrator may show. */
export const SECTIONS = ['updates', 'documents', 'faq', 'ask', 'subprocessors'] as const;
export type Section = (typeof SECTIONS)[number];

export interface PageLink {
  label: string;
  /** http or https. */
  url: string;
}

/** What a portal shows beside the organization's name, logo, colour and intro. */
export interface PageContent {
  /** Markdown; '' for none. */
  about: string;
  /** '' for none. */
  contactEmail: string;
  links: PageLink[];
  sections: Section[];
}

export interface Profile {
  organizationId: string;
  draft: PageContent;
  /** Undefined: nothing is published. */
  published: PageContent | undefined;
  /** Opens the draft for who has the link. */
  previewToken: string;
  /** '' for none. */
  domain: string;
  /** Microseconds; 0: never. */
  updatedAt: number;
  publishedAt: number;
  /** One more with each write; 0: not stored yet. */
  version: number;
}

interface Row {
  /** The organization's id. */
  _id: string;
  organization_id: string;
  draft: PageContent;
  published: PageContent | null;
  preview_token: string;
  domain: string;
  updated_at: number;
  published_at: number;
  version: number;
}

interface DomainRow {
  /** The host name, in lower case. */
  _id: string;
  organization_id: string;
}

export const PROFILES = 'portal_profiles';
export const DOMAINS = 'portal_domains';
/** As many as the gateway keeps at hand. */
const MOST_DOMAINS = 10_000;

/** One profile an organization; a domain belongs to one of them. */
export class ProfileStore {
  private readonly rows: Collection<Row>;
  private readonly domains: Collection<DomainRow>;

  constructor(private readonly db: Db) {
    this.rows = db.collection<Row>(PROFILES);
    this.domains = db.collection<DomainRow>(DOMAINS);
  }

  async ensureIndexes(): Promise<void> {
    await ensureIndexes(this.db, PROFILES, [{ keys: { organization_id: 1 }, unique: true }]);
    await ensureIndexes(this.db, DOMAINS, [{ keys: { organization_id: 1 } }]);
  }

  async find(organizationId: string): Promise<Profile | undefined> {
    const row = await this.rows.findOne({ _id: organizationId, organization_id: organizationId });
    return row ? fromRow(row) : undefined;
  }

  /** Writes it when it is still at the version that it was read at; false when another write was faster. */
  async write(organizationId: string, profile: Profile): Promise<boolean> {
    const row = rowOf(profile);
    if (profile.version === 0) return inserted(() => this.rows.insertOne(row));
    const { matchedCount } = await this.rows.updateOne(
      { _id: organizationId, organization_id: organizationId, version: profile.version },
      { $set: row },
    );
    return matchedCount > 0;
  }

  /** False when the domain is another organization's. */
  async claimDomain(organizationId: string, domain: string): Promise<boolean> {
    if (await inserted(() => this.domains.insertOne({ _id: domain, organization_id: organizationId }))) return true;
    return (await this.domains.findOne({ _id: domain, organization_id: organizationId })) !== null;
  }

  /** Lets others have the domains of the organization but `kept`. */
  async releaseDomains(organizationId: string, kept: string): Promise<void> {
    await this.domains.deleteMany({ organization_id: organizationId, _id: { $ne: kept } });
  }

  /** Of all organizations: the gateway asks which hosts are portals. */
  async allDomains(): Promise<{ domain: string; organizationId: string }[]> {
    const rows = await this.domains.find({}).limit(MOST_DOMAINS).toArray();
    return rows.map((row) => ({ domain: row._id, organizationId: row.organization_id }));
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

const rowOf = (profile: Profile): Row => ({
  _id: profile.organizationId,
  organization_id: profile.organizationId,
  draft: profile.draft,
  published: profile.published ?? null,
  preview_token: profile.previewToken,
  domain: profile.domain,
  updated_at: profile.updatedAt,
  published_at: profile.publishedAt,
  version: profile.version + 1,
});

const fromRow = (row: Row): Profile => ({
  organizationId: row.organization_id,
  draft: row.draft,
  published: row.published ?? undefined,
  previewToken: row.preview_token,
  domain: row.domain,
  updatedAt: row.updated_at,
  publishedAt: row.published_at,
  version: row.version,
});
