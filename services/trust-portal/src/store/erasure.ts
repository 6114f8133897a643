import type { Db } from 'mongodb';

const OWNED = [
  'updates',
  'update_categories',
  'subscribers',
  'former_tokens',
  'deliveries',
  'request_windows',
  'portal_profiles',
  'portal_domains',
  'portal_faq',
  'subprocessors',
  'subprocessor_announcements',
] as const;

/** Removes everything that belongs to one organization. */
export class Erasure {
  constructor(private readonly db: Db) {}

  async erase(organizationId: string): Promise<void> {
    for (const name of OWNED) await this.db.collection(name).deleteMany({ organization_id: organizationId });
  }
}
