import {
  databaseDependencies,
  measureOpenWork,
  micros,
  migrate,
  noMeter,
  Repeater,
  type Bus,
  type Clock,
  type ComposedService,
  type Logger,
  type Meter,
  type PublishEvents,
} from '@candor/runtime';
import { MailStates, type Mailer } from '@candor/runtime/mail';
import type { Db } from 'mongodb';
import { Categories } from './categories.js';
import { addDelivery, PortalWork } from './compose-delivery.js';
import { composeDocuments } from './compose-documents.js';
import { composePages, type ListenForPages, type PagesOptions } from './compose-pages.js';
import { composeDomains, composePortal, type DomainOptions, type PortalNeighbours } from './compose-portal.js';
import { SendingAgain } from './delivery/sending-again.js';
import { TestMails } from './delivery/test-mail.js';
import { messageIdOf, type Portal } from './delivery/update-mail.js';
import { subscriberService } from './grpc/subscriber-service.js';
import { trustPortalService } from './grpc/trust-portal-service.js';
import { mailObserver } from './measures.js';
import type { Domains } from './profile/domains.js';
import { CategoryStore } from './store/categories.js';
import { DeliveryStore } from './store/deliveries.js';
import { Erasure } from './store/erasure.js';
import { MIGRATIONS } from './store/migrations.js';
import { SubscriberStore } from './store/subscribers.js';
import { SystemScope } from './store/system-scope.js';
import { UpdateStore } from './store/updates.js';
import { Subscribers } from './subscribers.js';
import { Updates } from './updates.js';

export interface TrustPortalOptions {
  db: Db;
  bus: Bus;
  clock: Clock;
  logger: Logger;
  /** Where it measures; absent: nowhere. */
  meter?: Meter;
  /** How mails go out; without it schedules are kept and nothing is sent. */
  mail?: MailOptions;
  /** Who is told what happened; without it nobody is. */
  publish?: PublishEvents;
  /** No other replica works on this database: what a predecessor had in hand is taken up at the start. */
  alone?: boolean;
  /** Whose public pages there are; without it there are none. */
  pages?: PagesOptions;
  /** The services that portals publish answers from, and that keep what was asked; without them there are no answers. */
  neighbours?: PortalNeighbours;
  /** Hosts of portals beside the public one. */
  domains?: DomainOptions;
  /** How often to look for work that was missed, milliseconds; default 30 seconds. */
  sweepEveryMs?: number | undefined;
}

export interface ComposedTrustPortal extends ComposedService {
  /** Undefined when there are no public pages. */
  listenForPages: ListenForPages | undefined;
}

/** The transport is closed by whoever opened it. */
export interface MailOptions extends Mailer {
  /** The organization's name and its place in addresses; undefined when it is closed. */
  portalOf: (organizationId: string) => Promise<Portal | undefined>;
  /** Milliseconds before the 2nd, 3rd, … attempt. */
  retryAfterMs?: number[];
  /** How late a schedule may be sent, milliseconds; default 24 hours. */
  maxLateMs?: number;
}

/** How often to remove what is over. */
const SWEEP_EVERY_MS = 10 * 60_000;

export async function composeTrustPortal(options: TrustPortalOptions): Promise<ComposedTrustPortal> {
  const { db, bus, clock, logger, publish, alone = false, pages, meter = noMeter } = options;
  await migrate(db, MIGRATIONS, { clock, logger });
  const stores = {
    updates: new UpdateStore(db),
    categories: new CategoryStore(db),
    subscribers: new SubscriberStore(db),
    deliveries: new DeliveryStore(db),
  };
  await Promise.all(Object.values(stores).map((store) => store.ensureIndexes()));
  const tenantNameOf = async (id: string): Promise<string | undefined> =>
    (await options.mail?.portalOf(id))?.tenantName;
  const hosts = await composeDomains({ db, clock, logger, tenantNameOf }, options.domains ?? {});
  const mail = options.mail && { ...options.mail, portalOf: withHosts(options.mail.portalOf, hosts.domains) };
  const work = new PortalWork({ bus, clock, logger, sweepEveryMs: options.sweepEveryMs });
  const { onUpdate: onDue, onConfirmation: onPending, onNews: onLeft } = work;
  const editing = new Updates({ ...stores, clock, onDue });
  const again = new SendingAgain({ ...stores, editing, clock, onDue });
  const categorizing = new Categories({ ...stores, editing, clock });
  const subscribing = new Subscribers({ ...stores, clock, onPending, onLeft });
  const erasure = new Erasure(db);
  const system = new SystemScope(db);
  const observe = mailObserver(meter);
  measureOpenWork(meter, () => system.openWork(micros(clock)));
  const shared = { db, bus, clock, logger, observe, mail, publish, system };
  addDelivery(work, { ...stores, ...shared, editing, again });
  const publicUrl = mail?.publicUrl ?? 'http://localhost';
  const handedOut = await composeDocuments({ ...shared, work });
  const { visits, store: documents } = handedOut;
  const base = { ...stores, ...hosts, documents, visits, db, clock, logger, publicUrl, onLeft };
  const portal = await composePortal({ ...base, ...options.neighbours, editing, tenantNameOf });
  const listenForPages = pages && (await composePages({ ...base, ...portal.parts, onDue: onPending }, pages));
  const sweeper = new Repeater(
    SWEEP_EVERY_MS,
    async () => {
      await system.removeEndedWindows(micros(clock));
      await handedOut.sweep();
    },
    (error) => logger.warn({ err: error }, 'what is over could not be removed'),
  );
  return {
    name: 'trust-portal',
    listenForPages,
    rpc: [
      trustPortalService({
        ...stores,
        editing,
        again,
        categorizing,
        erasure,
        mailStates: mail && new MailStates(mail.transport, mail),
        testMails: mail && new TestMails({ ...mail, sender: mail, editing, clock, logger }),
        messageIdOf: (deliveryId) => messageIdOf(deliveryId, { publicUrl }),
      }),
      subscriberService(subscribing, stores.subscribers, { ...stores, clock, onPending, onLeft }),
      ...portal.rpc,
      ...handedOut.rpc,
    ],
    dependencies: databaseDependencies('trust portal database', { db, logger }),
    start: async () => {
      if (!mail) logger.warn('no email is configured: updates are kept and not sent');
      if (alone) await system.reclaimAll(micros(clock));
      if (alone) await handedOut.reclaim();
      await work.start();
      sweeper.start();
      hosts.checking.start();
    },
    close: async () => {
      await sweeper.stop();
      await hosts.checking.stop();
      await work.close();
      await handedOut.close();
    },
  };
}

/** Emails lead to a portal's own host, where it has one. */
const withHosts =
  (portalOf: MailOptions['portalOf'], domains: Domains): MailOptions['portalOf'] =>
  async (organizationId) => {
    const portal = await portalOf(organizationId);
    return portal && { ...portal, host: await domains.hostOf(organizationId, portal.tenantName) };
  };

export { composeTrustPortal as compose };
