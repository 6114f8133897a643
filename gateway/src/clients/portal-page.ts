import { PortalFaqServiceClient, type FaqEntry as EntryMessage } from '@candor/proto/candor/trust_portal/v1/portal_faq';
import {
  PortalProfileServiceClient,
  type DomainProof,
  type PageContent,
  type Profile as ProfileMessage,
} from '@candor/proto/candor/trust_portal/v1/portal_profile';
import {
  SubprocessorServiceClient,
  type Subprocessor as SubprocessorMessage,
} from '@candor/proto/candor/trust_portal/v1/subprocessors';
import { newId, RpcClient, type CallFor } from '@candor/runtime';
import type { Deleted } from '../routes/schemas.js';
import type { FaqEntry, PublishedAnswerList } from '../routes/trust-portal-faq/resource.js';
import type { Profile } from '../routes/trust-portal-profile/resource.js';
import type { Announcement, Subprocessor } from '../routes/trust-portal-subprocessors/resource.js';
import { wholeList, wholePage } from './whole-page.js';

/** Undefined is not given; '' removes. */
export interface ProfileFields {
  about: string | undefined;
  contactEmail: string | undefined;
  links: { label: string; url: string }[] | undefined;
  sections: string[] | undefined;
  domain: string | undefined;
}

/** As clients send them; null removes the day. */
export interface SubprocessorFields {
  name?: string | undefined;
  purpose?: string | undefined;
  data?: string | undefined;
  region?: string | undefined;
  since?: string | null | undefined;
}

/** The front page of a portal, what it publishes of the library, and its subprocessors. */
export class PortalPageClient {
  private readonly profiles: RpcClient<PortalProfileServiceClient>;
  private readonly faq: RpcClient<PortalFaqServiceClient>;
  private readonly processors: RpcClient<SubprocessorServiceClient>;

  constructor(address: string, token: string) {
    this.profiles = new RpcClient(PortalProfileServiceClient, address, token);
    this.faq = new RpcClient(PortalFaqServiceClient, address, token);
    this.processors = new RpcClient(SubprocessorServiceClient, address, token);
  }

  async profile(from: CallFor): Promise<Profile> {
    return profileJson(await this.profiles.unary(this.profiles.stub.getProfile, {}, from));
  }

  async editProfile(from: CallFor, { links, sections, ...rest }: ProfileFields): Promise<Profile> {
    const request = { ...rest, links: links && { links }, sections: sections && { names: sections } };
    return profileJson(await this.profiles.unary(this.profiles.stub.editProfile, request, from));
  }

  async publishProfile(from: CallFor): Promise<Profile> {
    return profileJson(await this.profiles.unary(this.profiles.stub.publishProfile, {}, from));
  }

  /** Which host shows which portal; of all organizations, for the gateway itself. */
  async domains(): Promise<Map<string, string>> {
    const { stub } = this.profiles;
    const { domains } = await this.profiles.unary(stub.listDomains.bind(stub), {}, { requestId: newId() });
    return new Map(domains.map(({ domain, tenantName }) => [domain, tenantName]));
  }

  async faqEntries(from: CallFor): Promise<FaqEntry[]> {
    return (await this.faq.unary(this.faq.stub.listFaqEntries, {}, from)).entries.map(entryJson);
  }

  async addFaqEntry(from: CallFor, what: { answerId: string } | { tag: string }): Promise<FaqEntry> {
    const chosen =
      'tag' in what
        ? ({ $case: 'tag', value: what.tag } as const)
        : ({ $case: 'answerId', value: what.answerId } as const);
    return entryJson(await this.faq.unary(this.faq.stub.addFaqEntry, { what: chosen }, from));
  }

  async removeFaqEntry(from: CallFor, id: string): Promise<Deleted> {
    await this.faq.unary(this.faq.stub.removeFaqEntry, { id }, from);
    return { id, deleted: true };
  }

  async publishedAnswers(
    from: CallFor,
    query: string,
    { limit, offset }: { limit: number; offset: number },
  ): Promise<PublishedAnswerList> {
    const { items, pagination } = await wholePage({ limit, offset }, async (part) => {
      const reply = await this.faq.unary(this.faq.stub.listPublishedAnswers, { query, ...part }, from);
      return { items: reply.answers, total: reply.total, reply };
    });
    return {
      answers: items.map(({ answerId, question, answer }) => ({ answer_id: answerId, question, answer })),
      pagination,
    };
  }

  async subprocessors(from: CallFor): Promise<Subprocessor[]> {
    const all = await wholeList(async (offset) => {
      const reply = await this.processors.unary(this.processors.stub.listSubprocessors, { offset }, from);
      return { items: reply.subprocessors, total: reply.total };
    });
    return all.map(subprocessorJson);
  }

  async subprocessor(from: CallFor, id: string): Promise<Subprocessor> {
    return subprocessorJson(await this.processors.unary(this.processors.stub.getSubprocessor, { id }, from));
  }

  async addSubprocessor(from: CallFor, fields: SubprocessorFields): Promise<Subprocessor> {
    const { name = '', purpose = '', data = '', region = '', since } = fields;
    const request = { name, purpose, data, region, since: since ?? '' };
    return subprocessorJson(await this.processors.unary(this.processors.stub.addSubprocessor, request, from));
  }

  async editSubprocessor(from: CallFor, id: string, fields: SubprocessorFields): Promise<Subprocessor> {
    const request = { ...fields, id, since: fields.since === null ? '' : fields.since };
    return subprocessorJson(await this.processors.unary(this.processors.stub.editSubprocessor, request, from));
  }

  async removeSubprocessor(from: CallFor, id: string): Promise<Deleted> {
    await this.processors.unary(this.processors.stub.removeSubprocessor, { id }, from);
    return { id, deleted: true };
  }

  async announceSubprocessors(
    from: CallFor,
    request: { categoryId: string; noticeDays: number; draft: boolean },
  ): Promise<Announcement> {
    const reply = await this.processors.unary(this.processors.stub.announceSubprocessors, request, from);
    return { update_id: reply.updateId, changes: reply.changes };
  }

  close(): void {
    this.profiles.close();
    this.faq.close();
    this.processors.close();
  }
}

const pageJson = ({ about, contactEmail, links, sections }: PageContent): Profile['draft'] => ({
  about,
  contact_email: contactEmail === '' ? null : contactEmail,
  links: links.map(({ label, url }) => ({ label, url })),
  sections: sections as Profile['draft']['sections'],
});

const profileJson = (profile: ProfileMessage): Profile => ({
  draft: pageJson(profile.draft ?? { about: '', contactEmail: '', links: [], sections: [] }),
  published: profile.published ? pageJson(profile.published) : null,
  domain: profile.domain === '' ? null : profile.domain,
  domain_proof: profile.domainProof ? proofJson(profile.domainProof) : null,
  preview_path: profile.previewPath === '' ? null : profile.previewPath,
  updated_at: profile.updatedAt === 0 ? null : profile.updatedAt,
  published_at: profile.publishedAt ?? null,
});

const proofJson = (proof: DomainProof): NonNullable<Profile['domain_proof']> => ({
  state: proof.state as NonNullable<Profile['domain_proof']>['state'],
  record_name: proof.recordName,
  record_text: proof.recordText === '' ? null : proof.recordText,
  checked_at: proof.checkedAt ?? null,
  counts_until: proof.countsUntil ?? null,
});

const entryJson = ({ id, answerId, tag, createdAt }: EntryMessage): FaqEntry => ({
  id,
  answer_id: answerId === '' ? null : answerId,
  tag: tag === '' ? null : tag,
  created_at: createdAt,
});

const subprocessorJson = (one: SubprocessorMessage): Subprocessor => ({
  id: one.id,
  name: one.name,
  purpose: one.purpose,
  data: one.data,
  region: one.region,
  since: one.since === '' ? null : one.since,
  change: one.change === '' ? null : (one.change as Subprocessor['change']),
  created_at: one.createdAt,
  updated_at: one.updatedAt,
});
