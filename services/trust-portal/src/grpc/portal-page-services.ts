import {
  PortalFaqServiceService,
  type FaqEntry as FaqEntryMessage,
} from '@candor/proto/candor/trust_portal/v1/portal_faq';
import {
  PortalProfileServiceService,
  type DomainProof as ProofMessage,
  type PageContent as PageContentMessage,
  type Profile as ProfileMessage,
} from '@candor/proto/candor/trust_portal/v1/portal_profile';
import {
  SubprocessorServiceService,
  type Subprocessor as Message,
} from '@candor/proto/candor/trust_portal/v1/subprocessors';
import { invalid, type Logger, type RpcService } from '@candor/runtime';
import { requireAdmin } from '../access.js';
import type { PublishedAnswers } from '../frequently-asked/published-answers.js';
import { recordName } from '../profile/domain-records.js';
import { KnownNames } from '../profile/known-names.js';
import type { Profiles } from '../profile/profiles.js';
import type { FaqEntry } from '../store/portal-faq.js';
import type { DomainProof, PageContent, Profile, ProfileStore } from '../store/portal-profiles.js';
import type { Subprocessor } from '../store/subprocessors.js';
import type { SubprocessorNews } from '../subprocessors/announcing.js';
import { changeOf, type Subprocessors } from '../subprocessors/subprocessors.js';
import type { HandlersOf } from './handlers.js';

/** The organization's place in addresses; undefined when it is closed. */
export type TenantNameOf = (organizationId: string) => Promise<string | undefined>;

export interface ProfileServiceParts {
  profiles: Profiles;
  store: ProfileStore;
  tenantNameOf: TenantNameOf;
  logger: Logger;
}

export function profileService({ profiles, store, tenantNameOf, logger }: ProfileServiceParts): RpcService {
  const names = new KnownNames(tenantNameOf, logger);
  const message = async (profile: Profile): Promise<ProfileMessage> => ({
    draft: contentMessage(profile.draft),
    published: profile.published && contentMessage(profile.published),
    domain: profile.domain,
    domainProof: profile.domain === '' ? undefined : proofMessage(profile.domain, profile.proof),
    previewPath:
      profile.previewToken === ''
        ? ''
        : `/portal/${(await tenantNameOf(profile.organizationId)) ?? ''}?preview=${profile.previewToken}`,
    updatedAt: profile.updatedAt,
    publishedAt: profile.publishedAt === 0 ? undefined : profile.publishedAt,
  });
  const handlers: HandlersOf<typeof PortalProfileServiceService> = {
    getProfile: async (_request, context) => message(await profiles.get(requireAdmin(context).organizationId)),
    editProfile: async ({ about, contactEmail, links, sections, domain }, context) => {
      const { organizationId } = requireAdmin(context);
      const input = { about, contactEmail, links: links?.links, sections: sections?.names, domain };
      return message(await profiles.edit(organizationId, input));
    },
    publishProfile: async (_request, context) => message(await profiles.publish(requireAdmin(context).organizationId)),
    // Of no organization: the gateway asks for itself.
    listDomains: async () => ({ domains: await names.of(await store.allDomains()) }),
  };
  return { definition: PortalProfileServiceService, handlers };
}

export function faqService(published: PublishedAnswers): RpcService {
  const handlers: HandlersOf<typeof PortalFaqServiceService> = {
    listFaqEntries: async (_request, context) => ({
      entries: (await published.entries(requireAdmin(context).organizationId)).map(entryMessage),
    }),
    addFaqEntry: async ({ what }, context) => {
      const { organizationId } = requireAdmin(context);
      if (!what) throw invalid([{ path: 'answer_id', message: 'Name an answer or a tag.' }]);
      const of = what.$case === 'tag' ? { tag: what.value } : { answerId: what.value };
      return entryMessage(await published.add(organizationId, of));
    },
    removeFaqEntry: async ({ id }, context) => {
      await published.remove(requireAdmin(context).organizationId, id);
      return {};
    },
    listPublishedAnswers: async ({ query, limit, offset }, context) => {
      const found = await published.find(requireAdmin(context).organizationId, query);
      const answers = partOf(found.slice(offset, offset + limit));
      return { answers: answers.map(({ id, ...rest }) => ({ answerId: id, ...rest })), total: found.length };
    },
  };
  return { definition: PortalFaqServiceService, handlers };
}

/** As much as one message may hold, characters; at least one. */
const PART = 1_000_000;

function partOf<T extends { question: string; answer: string }>(answers: T[]): T[] {
  let size = 0;
  return answers.filter(({ question, answer }, index) => {
    size += question.length + answer.length;
    return size <= PART || index === 0;
  });
}

export function subprocessorService(subprocessors: Subprocessors, news: SubprocessorNews): RpcService {
  const handlers: HandlersOf<typeof SubprocessorServiceService> = {
    listSubprocessors: async ({ offset }, context) => {
      const { organizationId } = requireAdmin(context);
      await news.finish(organizationId);
      const all = await subprocessors.list(organizationId);
      return { subprocessors: all.slice(offset).map(message), total: all.length };
    },
    getSubprocessor: async ({ id }, context) =>
      message(await subprocessors.get(requireAdmin(context).organizationId, id)),
    addSubprocessor: async (fields, context) =>
      message(await subprocessors.add(requireAdmin(context).organizationId, fields, context.creationId)),
    editSubprocessor: async ({ id, ...fields }, context) =>
      message(await subprocessors.edit(requireAdmin(context).organizationId, id, fields)),
    removeSubprocessor: async ({ id }, context) => {
      await subprocessors.remove(requireAdmin(context).organizationId, id);
      return {};
    },
    announceSubprocessors: (request, context) =>
      news.announce(requireAdmin(context).organizationId, request, context.creationId),
  };
  return { definition: SubprocessorServiceService, handlers };
}

const contentMessage = ({ about, contactEmail, links, sections }: PageContent): PageContentMessage => ({
  about,
  contactEmail,
  links,
  sections,
});

/** Of a domain of an earlier release that nobody has looked at yet, there is no token. */
const proofMessage = (domain: string, proof: DomainProof | undefined): ProofMessage => ({
  state: proof?.state ?? 'unchecked',
  recordName: recordName(domain),
  recordText: proof?.token ?? '',
  checkedAt: proof === undefined || proof.checkedAt === 0 ? undefined : proof.checkedAt,
  countsUntil: proof?.state === 'unchecked' ? proof.checkAt : undefined,
});

const entryMessage = ({ id, kind, of, createdAt }: FaqEntry): FaqEntryMessage => ({
  id,
  createdAt,
  answerId: kind === 'answer' ? of : '',
  tag: kind === 'tag' ? of : '',
});

const message = (one: Subprocessor): Message => {
  const { id, name, purpose, data, region, since, createdAt, updatedAt } = one;
  return { id, name, purpose, data, region, since, createdAt, updatedAt, change: changeOf(one) ?? '' };
};
