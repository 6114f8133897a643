import { micros, type Clock, type PublishEvents, type RpcService } from '@candor/runtime';
import { MAIL_POOL, MAIL_RETRY_AFTER_MS } from '@candor/runtime/mail';
import type { Db } from 'mongodb';
import { Agreements } from './access-requests/agreements.js';
import { Asking } from './access-requests/asking.js';
import { Deciding } from './access-requests/deciding.js';
import { PortalMailer } from './access-requests/mailer.js';
import { OwedWork } from './access-requests/owed.js';
import type { MailOptions } from './compose.js';
import type { PortalWork } from './compose-delivery.js';
import { PortalDocuments } from './documents/documents.js';
import { HandingOut } from './documents/handing-out.js';
import { PdfWork } from './documents/pdf-work.js';
import { portalAccessService } from './grpc/portal-access-service.js';
import { portalDocumentService } from './grpc/portal-document-service.js';
import type { MailObserver } from './measures.js';
import type { DocumentVisitParts } from './pages/document-visits.js';
import { AccessRequestStore } from './store/access-requests.js';
import { AccessRuleStore } from './store/access-rules.js';
import { AccessTokenStore } from './store/access-tokens.js';
import { DocumentDownloadStore } from './store/document-downloads.js';
import { NdaStore } from './store/ndas.js';
import { PortalDocumentStore } from './store/portal-documents.js';
import { PortalFileStore } from './store/portal-files.js';
import { PortalMailStore } from './store/portal-mails.js';
import type { SystemScope } from './store/system-scope.js';

export interface DocumentsBase {
  db: Db;
  clock: Clock;
  system: SystemScope;
  /** Does what is added to it. */
  work: PortalWork;
  observe: MailObserver;
  mail: MailOptions | undefined;
  publish: PublishEvents | undefined;
}

export interface ComposedDocuments {
  rpc: RpcService[];
  /** What the pages need. */
  visits: DocumentVisitParts;
  store: PortalDocumentStore;
  /** Lets what a predecessor had in hand fall due at once. */
  reclaim(): Promise<void>;
  /** Removes what is over. */
  sweep(): Promise<void>;
  close(): Promise<void>;
}

/** An upload that broke off so long ago has no writer any more, microseconds. */
const ABANDONED_AFTER = 2 * 3600e6;
const UNCONFIRMED_FOR = 8 * 86_400e6;

/** Documents that are handed out, requests for them, and what is mailed about them. */
export async function composeDocuments(base: DocumentsBase): Promise<ComposedDocuments> {
  const { db, clock, mail, publish, observe, system, work } = base;
  const stores = {
    documents: new PortalDocumentStore(db),
    files: new PortalFileStore(db),
    requests: new AccessRequestStore(db),
    tokens: new AccessTokenStore(db),
    ndas: new NdaStore(db),
    downloads: new DocumentDownloadStore(db),
    mails: new PortalMailStore(db),
  };
  await Promise.all(Object.values(stores).map((store) => store.ensureIndexes()));
  const rules = new AccessRuleStore(db);
  const pdfs = new PdfWork();
  const parts = { ...stores, rules, pdfs, clock, onDue: work.onDocuments };
  const editing = new PortalDocuments(parts);
  const agreements = new Agreements(parts);
  const deciding = new Deciding(parts);
  const owed = new OwedWork({ ...parts, publish });
  if (mail) {
    const { transport, portalOf, permits, poolSize = MAIL_POOL, retryAfterMs = MAIL_RETRY_AFTER_MS } = mail;
    const how = { transport, portalOf, permits, poolSize, retryAfterMs, sender: mail };
    work.add(new PortalMailer({ ...stores, ...how, db, system, owed, agreements, clock, observe }));
  }
  return {
    rpc: [
      portalDocumentService(editing, stores.documents),
      portalAccessService({ ...stores, deciding, agreements, clock }),
    ],
    store: stores.documents,
    visits: { handing: new HandingOut(parts), asking: new Asking(parts), agreements, files: stores.files },
    reclaim: () => stores.mails.reclaimAll(micros(clock)),
    sweep: async () => {
      const now = micros(clock);
      await stores.files.removeAbandoned({ now, before: now - ABANDONED_AFTER }, (organizationId, fileId) =>
        stores.documents.hasFile(organizationId, fileId),
      );
      await stores.requests.removeAbandoned(now - UNCONFIRMED_FOR);
      await stores.tokens.removeAbandoned(now);
      await stores.mails.removeDone(now - UNCONFIRMED_FOR);
    },
    close: () => pdfs.close(),
  };
}
