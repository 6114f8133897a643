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

/**
 * `pending`: its record was never found. `proven`: it was at the last check. `lost`: it was once, and is gone.
 * `unchecked`: given before proof was needed; it counts until it is checked for the first time.
 */
export type ProofState = 'pending' | 'proven' | 'lost' | 'unchecked';

/** How an organization proves that the domain of its portal is its own. */
export interface DomainProof {
  state: ProofState;
  /** What the TXT record says. */
  token: string;
  /** Microseconds; 0: no server has answered yet. */
  checkedAt: number;
  /** When it is to be checked, microseconds. */
  checkAt: number;
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
  /** Undefined without a domain, and for one of an earlier release that nobody has looked at yet. */
  proof: DomainProof | undefined;
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
  /** These are absent in profiles of earlier releases. */
  proof_state?: ProofState | '';
  proof_token?: string;
  proof_checked_at?: number;
  /** 0: never. */
  proof_check_at?: number;
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

/** Portals whose domain counts, as long as nobody else's does. */
const COUNTS: ProofState[] = ['proven', 'unchecked'];

/** One profile an organization; any may name a domain, which leads to one portal at most: that whose row is there. */
export class ProfileStore {
  private readonly rows: Collection<Row>;
  private readonly domains: Collection<DomainRow>;

  constructor(private readonly db: Db) {
    this.rows = db.collection<Row>(PROFILES);
    this.domains = db.collection<DomainRow>(DOMAINS);
  }

  async ensureIndexes(): Promise<void> {
    await ensureIndexes(this.db, PROFILES, [
      { keys: { organization_id: 1 }, unique: true },
      { keys: { proof_check_at: 1 } },
      { keys: { domain: 1 } },
    ]);
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

  /** Whose portal a domain leads to; undefined: nobody has claimed it, or whoever did names another one by now. */
  async holder(domain: string): Promise<Profile | undefined> {
    const row = await this.domains.findOne({ _id: domain });
    const profile = row ? await this.find(row.organization_id) : undefined;
    return profile?.domain === domain && COUNTS.includes(stateOf(profile)) ? profile : undefined;
  }

  /** Leads a domain to the organization's portal, instead of `holder`'s (''; nobody's); false when that was another one by then. */
  async claimDomain(organizationId: string, domain: string, holder: string): Promise<boolean> {
    if (await inserted(() => this.domains.insertOne({ _id: domain, organization_id: organizationId }))) return true;
    const others = await this.domains.findOne({ _id: domain });
    if (!others || others.organization_id === organizationId) return others !== null;
    // A row that nothing stands behind is anybody's.
    if (others.organization_id !== holder && (await this.holder(domain))) return false;
    const { matchedCount } = await this.domains.updateOne(
      { _id: domain, organization_id: others.organization_id },
      { $set: { organization_id: organizationId } },
    );
    return matchedCount > 0;
  }

  /** Lets others have the domains of the organization but `kept`. */
  async releaseDomains(organizationId: string, kept: string): Promise<void> {
    await this.domains.deleteMany({ organization_id: organizationId, _id: { $ne: kept } });
  }

  /** Of all organizations: the gateway asks which hosts are portals. */
  async allDomains(): Promise<{ domain: string; organizationId: string }[]> {
    const rows = await this.domains.find({}).limit(MOST_DOMAINS).toArray();
    const named = await this.rows
      .find({ domain: { $gt: '' } })
      .limit(MOST_DOMAINS)
      .project<Pick<Row, '_id' | 'domain' | 'proof_state'>>({ domain: 1, proof_state: 1 })
      .toArray();
    // A row that was left by an edit which broke off leads nowhere.
    const counting = new Map(
      named.filter((row) => COUNTS.includes(row.proof_state || 'unchecked')).map((row) => [row._id, row.domain]),
    );
    return rows
      .filter((row) => counting.get(row.organization_id) === row._id)
      .map((row) => ({ domain: row._id, organizationId: row.organization_id }));
  }

  /** System scope: organizations whose domain is to be checked at `now` (microseconds), or was never looked at. */
  async dueForCheck(now: number, limit: number): Promise<string[]> {
    const due = await this.rows
      .find({ proof_check_at: { $gt: 0, $lte: now } })
      .limit(limit)
      .project<{ _id: string }>({ _id: 1 })
      .toArray();
    const early = await this.rows
      .find({ domain: { $gt: '' }, proof_check_at: { $exists: false } })
      .limit(limit)
      .project<{ _id: string }>({ _id: 1 })
      .toArray();
    return [...due, ...early].map((row) => row._id);
  }
}

/** A domain without a proof was given by an earlier release. */
export const stateOf = ({ proof }: Pick<Profile, 'proof'>): ProofState => proof?.state ?? 'unchecked';

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
  proof_state: profile.proof?.state ?? '',
  proof_token: profile.proof?.token ?? '',
  proof_checked_at: profile.proof?.checkedAt ?? 0,
  proof_check_at: profile.proof?.checkAt ?? 0,
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
  proof: proofOf(row),
  updatedAt: row.updated_at,
  publishedAt: row.published_at,
  version: row.version,
});

function proofOf(row: Row): DomainProof | undefined {
  const { proof_state: state = '', proof_token: token = '', proof_checked_at: checkedAt = 0, proof_check_at = 0 } = row;
  return state === '' || row.domain === '' ? undefined : { state, token, checkedAt, checkAt: proof_check_at };
}
