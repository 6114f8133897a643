import type { Clock, Logger, RpcService } from '@candor/runtime';
import type { Db } from 'mongodb';
import type { Conversations } from './clients/conversations.js';
import type { Knowledge } from './clients/knowledge.js';
import { PortalAsking } from './frequently-asked/asking.js';
import { PublishedAnswers } from './frequently-asked/published-answers.js';
import { faqService, profileService, subprocessorService, type TenantNameOf } from './grpc/portal-page-services.js';
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

export interface PortalBase extends PortalNeighbours {
  db: Db;
  clock: Clock;
  logger: Logger;
  categories: CategoryStore;
  editing: Updates;
  publicUrl: string;
  tenantNameOf: TenantNameOf;
}

/** What the pages of a portal are made of beside its updates. */
export interface PortalParts {
  profiles: Profiles;
  published: PublishedAnswers;
  asking: PortalAsking;
  subprocessors: Subprocessors;
}

/** The front page of portals, what they publish of their library, and their subprocessors. */
export async function composePortal(base: PortalBase): Promise<{ parts: PortalParts; rpc: RpcService[] }> {
  const { db, clock, logger, knowledge, conversations } = base;
  const stores = {
    profiles: new ProfileStore(db),
    faq: new FaqStore(db),
    subprocessors: new SubprocessorStore(db),
    announcements: new AnnouncementStore(db),
  };
  await Promise.all(Object.values(stores).map((store) => store.ensureIndexes()));
  const profiles = new Profiles({ profiles: stores.profiles, clock, ownHost: new URL(base.publicUrl).hostname });
  const published = new PublishedAnswers({ faq: stores.faq, knowledge, clock });
  const asking = new PortalAsking({ published, knowledge, conversations, logger });
  const subprocessors = new Subprocessors({ subprocessors: stores.subprocessors, clock });
  const news = new SubprocessorNews({ ...base, subprocessors, announcements: stores.announcements });
  return {
    parts: { profiles, published, asking, subprocessors },
    rpc: [
      profileService(profiles, stores.profiles, base.tenantNameOf),
      faqService(published),
      subprocessorService(subprocessors, news),
    ],
  };
}
