import {
  databaseDependencies,
  measureOpenWork,
  micros,
  migrate,
  noMeter,
  Repeater,
  type Clock,
  type ComposedService,
  type Logger,
  type Meter,
  type PublishEvents,
} from '@candor/runtime';
import { MAIL_POOL, MAIL_RETRY_AFTER_MS, MailStates, type Mailer } from '@candor/runtime/mail';
import type { Db } from 'mongodb';
import { Announcing } from './announcing.js';
import { Categories } from './categories.js';
import { composeDocuments } from './compose-documents.js';
import { composePages, type ListenForPages, type PagesOptions } from './compose-pages.js';
import { composeDomains, composePortal, type DomainOptions, type PortalNeighbours } from './compose-portal.js';
import { Confirming } from './delivery/confirming.js';
import { Dispatcher } from './delivery/dispatcher.js';
import { Sending } from './delivery/sending.js';
import { SendingAgain } from './delivery/sending-again.js';
import { TestMails } from './delivery/test-mail.js';
import { messageIdOf, type Portal } from './delivery/update-mail.js';
import { subscriberService } from './grpc/subscriber-service.js';
import { trustPortalService } from './grpc/trust-portal-service.js';
import { mailObserver } from './measures.js';
import type { Domains } from './profile/domains.js';
import { CategoryStore } from './store/categories.js';
import { DeliveryStore } from './store/deliveries.js';
import { ConfirmationStore } from './store/confirmations.js';
import { DeliveryClaims } from './store/delivery-claims.js';
import { Erasure } from './store/erasure.js';
import { MIGRATIONS } from './store/migrations.js';
import { SubscriberStore } from './store/subscribers.js';
import { SystemScope } from './store/system-scope.js';
import { UpdateStore } from './store/updates.js';
import { Subscribers } from './subscribers.js';
import { Updates } from './updates.js';

export interface TrustPortalOptions {
  db: Db;
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
  /** How often to look for what is due, milliseconds; default 1000. */
  everyMs?: number;
  /** How late a schedule may be sent, milliseconds; default 24 hours. */
  maxLateMs?: number;
}

/** How often to look for what is to be told to others. */
const ANNOUNCE_EVERY_MS = 1000;
/** How often to remove what is over. */
const SWEEP_EVERY_MS = 10 * 60_000;
const MAX_LATE_MS = 24 * 3_600_000;

export async function composeTrustPortal(options: TrustPortalOptions): Promise<ComposedTrustPortal> {
  const { db, clock, logger, publish, alone = false, pages, meter = noMeter } = options;
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
  const onDue = (): void => dispatcher?.look();
  const editing = new Updates({ ...stores, clock, onDue });
  const again = new SendingAgain({ ...stores, editing, clock, onDue });
  const categorizing = new Categories({ ...stores, editing, clock });
  const subscribing = new Subscribers({ ...stores, clock });
  const erasure = new Erasure(db);
  const claims = new DeliveryClaims(db);
  const system = new SystemScope(db);
  const observe = mailObserver(meter);
  measureOpenWork(meter, () => system.openWork(micros(clock)));
  const dispatcher =
    mail &&
    new Dispatcher({
      ...stores,
      system,
      editing,
      again,
      claims,
      sending: new Sending({
        ...stores,
        claims,
        transport: mail.transport,
        sender: mail,
        clock,
        logger,
        observe,
        poolSize: mail.poolSize ?? MAIL_POOL,
        permits: mail.permits,
        retryAfterMs: mail.retryAfterMs ?? MAIL_RETRY_AFTER_MS,
      }),
      confirming: new Confirming({
        confirmations: new ConfirmationStore(db),
        transport: mail.transport,
        sender: mail,
        clock,
        observe,
        retryAfterMs: mail.retryAfterMs ?? MAIL_RETRY_AFTER_MS,
      }),
      portalOf: mail.portalOf,
      clock,
      logger,
      everyMs: mail.everyMs ?? 1000,
      maxLateMs: mail.maxLateMs ?? MAX_LATE_MS,
    });
  const announcing = publish && new Announcing({ ...stores, system, publish });
  const announcer =
    announcing &&
    new Repeater(
      ANNOUNCE_EVERY_MS,
      () => announcing.round(),
      (error) => logger.warn({ err: error }, 'events could not be told; they are told again'),
    );
  const publicUrl = mail?.publicUrl ?? 'http://localhost';
  const handedOut = await composeDocuments({ db, clock, logger, observe, mail, publish });
  const { visits, store: documents } = handedOut;
  const base = { ...stores, ...hosts, documents, visits, db, clock, logger, publicUrl, onDue };
  const portal = await composePortal({ ...base, ...options.neighbours, editing, tenantNameOf });
  const listenForPages = pages && (await composePages({ ...base, ...portal.parts }, pages));
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
      subscriberService(subscribing, stores.subscribers, { ...stores, clock }),
      ...portal.rpc,
      ...handedOut.rpc,
    ],
    dependencies: databaseDependencies('trust portal database', { db, logger }),
    start: async () => {
      if (!dispatcher) logger.warn('no email is configured: updates are kept and not sent');
      if (alone) await system.reclaimAll(micros(clock));
      dispatcher?.start();
      await handedOut.start(alone);
      announcer?.start();
      sweeper.start();
      hosts.checking.start();
    },
    close: async () => {
      await announcer?.stop();
      await sweeper.stop();
      await hosts.checking.stop();
      await dispatcher?.close();
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
