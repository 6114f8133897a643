import type { Clock, Logger } from '@candor/runtime';
import type { Db } from 'mongodb';
import type { PortalParts } from './compose-portal.js';
import { AskLimits } from './frequently-asked/ask-limits.js';
import { DocumentVisits, type DocumentVisitParts } from './pages/document-visits.js';
import { listenForPages, pagesHandler, type PagesListener } from './pages/listener.js';
import { Faces } from './pages/face.js';
import { Pages } from './pages/pages.js';
import { PortalPages } from './pages/portal-pages.js';
import { rememberedPortals, type FindPortal } from './pages/portal.js';
import { SelfService } from './self-service.js';
import type { CategoryStore } from './store/categories.js';
import { ConfirmationStore } from './store/confirmations.js';
import type { PortalDocumentStore } from './store/portal-documents.js';
import { PublishedStore } from './store/published.js';
import { RequestWindowStore } from './store/request-windows.js';
import type { SubscriberStore } from './store/subscribers.js';
import { SubscribeLimits, type SubscribeRates } from './subscribe-limits.js';

export interface PagesOptions {
  findPortal: FindPortal;
  subscribeRates?: SubscribeRates;
  /** How long a page that is the same for everybody may be shown again, milliseconds; default 1000. */
  keepMs?: number;
}

export interface PagesBase extends PortalParts {
  db: Db;
  clock: Clock;
  logger: Logger;
  categories: CategoryStore;
  /** What the pages about documents need. */
  visits: DocumentVisitParts;
  documents: PortalDocumentStore;
  subscribers: SubscriberStore;
  /** Where customers reach the pages, without a slash at the end. */
  publicUrl: string;
  /** Called when an email to a subscriber became due. */
  onDue: (organizationId: string, subscriberId: string) => void;
  /** Called when a subscriber left. */
  onLeft: (organizationId: string) => void;
}

/** Starts the listener of the public pages; `token` is shared with the gateway, port 0 takes any free one. */
export type ListenForPages = (options: { host: string; port: number; token: string }) => Promise<PagesListener>;

/** The public pages of all portals. */
export async function composePages(base: PagesBase, options: PagesOptions): Promise<ListenForPages> {
  const { db, clock, logger } = base;
  const windows = new RequestWindowStore(db);
  await windows.ensureIndexes();
  const selfService = new SelfService({ ...base, confirmations: new ConfirmationStore(db) });
  const limits = new SubscribeLimits(windows, clock, options.subscribeRates);
  const published = new PublishedStore(db);
  const askLimits = new AskLimits(windows, clock);
  const visitorOf = base.visits.asking.session.bind(base.visits.asking);
  const portalPages = new PortalPages({ ...base, published, answers: base.published, askLimits, visitorOf });
  const pages = new Pages({ ...base, published, selfService, limits, portalPages });
  const faces = new Faces(base);
  // Requests that strangers make for an address leave its owner's links alone.
  const limitsOf = (address: 'documents-address' | 'sign-in-address'): SubscribeLimits =>
    new SubscribeLimits(windows, clock, options.subscribeRates, { network: 'documents-network', address });
  const visits = new DocumentVisits({
    ...base.visits,
    publicUrl: base.publicUrl,
    documents: base.documents,
    clock,
    limits: limitsOf('documents-address'),
    signInLimits: limitsOf('sign-in-address'),
  });
  const find = rememberedPortals(options.findPortal, clock);
  return ({ token, ...address }) =>
    listenForPages(pagesHandler({ pages, visits, faces, find, token, logger, keepMs: options.keepMs }), address);
}
