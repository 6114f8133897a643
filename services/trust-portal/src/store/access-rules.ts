import type { Collection, Db } from 'mongodb';

/** Confirmed addresses that are approved without anybody looking. */
export interface AccessRules {
  domains: string[];
  addresses: string[];
  /** How long such an access lasts, days. */
  days: number;
}

interface Row extends AccessRules {
  /** Id of the organization. */
  _id: string;
  organization_id: string;
}

export const ACCESS_RULES = 'access_rules';
const NONE: AccessRules = { domains: [], addresses: [], days: 90 };

/** One set of rules an organization. */
export class AccessRuleStore {
  private readonly rows: Collection<Row>;

  constructor(db: Db) {
    this.rows = db.collection<Row>(ACCESS_RULES);
  }

  async get(organizationId: string): Promise<AccessRules> {
    const row = await this.rows.findOne({ _id: organizationId, organization_id: organizationId });
    return row ? { domains: row.domains, addresses: row.addresses, days: row.days } : NONE;
  }

  async set(organizationId: string, rules: AccessRules): Promise<void> {
    const mine = { _id: organizationId, organization_id: organizationId };
    await this.rows.updateOne(mine, { $set: { ...rules } }, { upsert: true });
  }
}
