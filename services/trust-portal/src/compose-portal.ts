import { Repeater, type Clock, type Logger, type RpcService } from '@candor/runtime';
import type { Db } from 'mongodb';
import type { Conversations } from './clients/conversations.js';
import type { Knowledge } from './clients/knowledge.js';
import { PortalAsking } from './frequently-asked/asking.js';
import { PublishedAnswers } from './frequently-asked/published-answers.js';
import { faqService, profileService, subprocessorService, type TenantNameOf } from './grpc/portal-page-services.js';
import { textsFrom } from './profile/domain-records.js';
import { Domains } from './profile/domains.js';
import { Profiles } from './profile/profiles.js';
import { AnnouncementStore } from './store/announcements.js';
import type { CategoryStore } from './store/categories.js';
import { FaqStore } from './store/portal-faq.js';
import { ProfileStore } from './store/portal-profiles.js';
import { SubprocessorStore } from './store/subprocessors.js';
import { SubprocessorNews } from './subprocessors/announcing.js';
import { Subprocessors } from './subprocessors/subprocessors.js';
import type { Updates } from './updates.js';

/** What other services do for the pages of a portal; each may be absent. */
export interface PortalNeighbours {
  knowledge?: Knowledge | undefined;
  conversations?: Conversations | undefined;
}

/** Hosts of portals beside the public one. */
export interface DomainOptions {
  /** Hosts that the operator gave to portals, with the portals' names in addresses. */
  configured?: ReadonlyMap<string, string>;
  /** Whether organizations may name hosts, which takes a public address; default true. */
  count?: boolean;
  /** Addresses of name servers; default: those of the system. */
  nameServers?: readonly string[];
  /** How often to look for domains whose check is due, milliseconds; default a minute. */
  checkEveryMs?: number;
}

export interface PortalBase extends PortalNeighbours {
  db: Db;
  clock: Clock;
  logger: Logger;
  categories: CategoryStore;
  editing: Updates;
  publicUrl: string;
  tenantNameOf: TenantNameOf;
  /** See `composeDomains`. */
  profileStore: ProfileStore;
  domains: Domains;
}

/** What the pages of a portal are made of beside its updates. */
export interface PortalParts {
  profiles: Profiles;
  published: PublishedAnswers;
  asking: PortalAsking;
  subprocessors: Subprocessors;
}

/** Which hosts lead to portals, and the work that checks again whose they are. */
export async function composeDomains(
  { db, clock, logger, tenantNameOf }: Pick<PortalBase, 'db' | 'clock' | 'logger' | 'tenantNameOf'>,
  { configured = new Map(), count = true, nameServers = [], checkEveryMs = 60_000 }: DomainOptions,
): Promise<{ profileStore: ProfileStore; domains: Domains; checking: Repeater }> {
  const profiles = new ProfileStore(db);
  await profiles.ensureIndexes();
  const domains = new Domains({ profiles, clock, readTexts: textsFrom(nameServers), configured, count, tenantNameOf });
  const checking = new Repeater(
    checkEveryMs,
    () => domains.round(),
    (error) => logger.warn({ err: error }, 'domains of portals could not be checked; they are checked again'),
  );
  return { profileStore: profiles, domains, checking };
}

/** The front page of portals, what they publish of their library, and their subprocessors. */
export async function composePortal(base: PortalBase): Promise<{ parts: PortalParts; rpc: RpcService[] }> {
  const { db, clock, logger, knowledge, conversations, profileStore, domains } = base;
  const stores = {
    faq: new FaqStore(db),
    subprocessors: new SubprocessorStore(db),
    announcements: new AnnouncementStore(db),
  };
  await Promise.all(Object.values(stores).map((store) => store.ensureIndexes()));
  const profiles = new Profiles({ profiles: profileStore, domains, clock, ownHost: new URL(base.publicUrl).hostname });
  const published = new PublishedAnswers({ faq: stores.faq, knowledge, clock });
  const asking = new PortalAsking({ published, knowledge, conversations, logger });
  const subprocessors = new Subprocessors({ subprocessors: stores.subprocessors, clock });
  const news = new SubprocessorNews({ ...base, subprocessors, announcements: stores.announcements });
  return {
    parts: { profiles, published, asking, subprocessors },
    rpc: [
      profileService({ profiles, store: profileStore, tenantNameOf: base.tenantNameOf, logger }),
      faqService(published),
      subprocessorService(subprocessors, news),
    ],
  };
}
