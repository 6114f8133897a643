import { DueWork, type Bus, type Clock, type Logger, type PublishEvents } from '@candor/runtime';
import { MAIL_POOL, MAIL_RETRY_AFTER_MS } from '@candor/runtime/mail';
import type { Db } from 'mongodb';
import { Announcing } from './announcing.js';
import type { MailOptions } from './compose.js';
import { Confirming } from './delivery/confirming.js';
import { Dispatcher } from './delivery/dispatcher.js';
import { Sending } from './delivery/sending.js';
import type { SendingAgain } from './delivery/sending-again.js';
import { JOBS } from './jobs.js';
import type { MailObserver } from './measures.js';
import type { CategoryStore } from './store/categories.js';
import { ConfirmationStore } from './store/confirmations.js';
import type { DeliveryStore } from './store/deliveries.js';
import { DeliveryClaims } from './store/delivery-claims.js';
import type { SubscriberStore } from './store/subscribers.js';
import type { SystemScope } from './store/system-scope.js';
import type { Update, UpdateStore } from './store/updates.js';
import type { Updates } from './updates.js';

/** What is stored to be done, announced to whoever does it. */
export class PortalWork extends DueWork {
  readonly onUpdate = ({ organizationId, id, notification }: Update): void =>
    this.announce(JOBS.notify, { organizationId, id }, notification.dueAt);
  readonly onConfirmation = (organizationId: string, subscriberId: string): void =>
    this.announce(JOBS.confirm, { organizationId, id: subscriberId });
  readonly onDocuments = (organizationId: string): void =>
    this.announce(JOBS.documents, { organizationId, id: organizationId });
  readonly onNews = (organizationId: string): void =>
    this.announce(JOBS.announce, { organizationId, id: organizationId });
}

export interface DeliveryParts {
  db: Db;
  bus: Bus;
  clock: Clock;
  logger: Logger;
  observe: MailObserver;
  mail: MailOptions | undefined;
  publish: PublishEvents | undefined;
  system: SystemScope;
  editing: Updates;
  again: SendingAgain;
  updates: UpdateStore;
  subscribers: SubscriberStore;
  categories: CategoryStore;
  deliveries: DeliveryStore;
}

/** Adds what sends updates and links to subscribers, and what tells other services of it. */
export function addDelivery(work: PortalWork, parts: DeliveryParts): void {
  const { db, mail, publish, system } = parts;
  if (publish) {
    const announcing = new Announcing({ ...parts, publish });
    work.add({
      job: JOBS.announce,
      due: async ({ now }) =>
        (await system.unannounced()).map((organizationId) => ({ organizationId, id: organizationId, dueAt: now })),
      turn: async ({ organizationId }) => ((await announcing.round(organizationId)) ? 'again' : 'nothing'),
    });
  }
  if (!mail) return;
  const claims = new DeliveryClaims(db);
  const { transport, portalOf, permits, poolSize = MAIL_POOL, retryAfterMs = MAIL_RETRY_AFTER_MS } = mail;
  const shared = { ...parts, claims, transport, sender: mail, retryAfterMs };
  const sending = new Sending({ ...shared, poolSize, permits });
  work.add(
    new Dispatcher({
      ...shared,
      sending,
      portalOf,
      onSent: work.onNews,
      maxLateMs: mail.maxLateMs ?? MAX_LATE_MS,
    }),
  );
  const confirming = new Confirming({ ...shared, confirmations: new ConfirmationStore(db) });
  work.add({
    job: JOBS.confirm,
    due: (times, limit) => system.overdue('confirmations', times, limit),
    turn: async ({ organizationId, id }) => {
      const portal = await portalOf(organizationId);
      return portal ? confirming.send(organizationId, id, portal) : 'nothing';
    },
  });
}

const MAX_LATE_MS = 24 * 3_600_000;
