import type { Db } from 'mongodb';
import { PortalFileStore } from './portal-files.js';

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
  'portal_documents',
  'access_requests',
  'access_rules',
  'access_tokens',
  'visitor_sessions',
  'portal_ndas',
  'nda_acceptances',
  'document_downloads',
  'portal_mails',
] as const;

/** Removes everything that belongs to one organization. */
export class Erasure {
  constructor(private readonly db: Db) {}

  async erase(organizationId: string): Promise<void> {
    for (const name of OWNED) await this.db.collection(name).deleteMany({ organization_id: organizationId });
    await new PortalFileStore(this.db).erase(organizationId);
  }
}
