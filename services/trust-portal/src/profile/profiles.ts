import { randomBytes } from 'node:crypto';
import {
  AppError,
  cleanName,
  cleanText,
  domainName,
  emailAddress,
  invalid,
  lengthOf,
  micros,
  type Clock,
  type FieldError,
} from '@candor/runtime';
import { markdownMistake } from '../delivery/markdown-bounds.js';
import { isWebAddress } from '../updates.js';
import { SECTIONS, type PageContent, type Profile, type ProfileStore, type Section } from '../store/portal-profiles.js';

/** What a client sends of a profile; what is undefined was not sent. */
export interface ProfileInput {
  about?: string | undefined;
  contactEmail?: string | undefined;
  links?: { label: string; url: string }[] | undefined;
  sections?: string[] | undefined;
  /** '' removes it. */
  domain?: string | undefined;
}

export interface ProfileParts {
  profiles: ProfileStore;
  clock: Clock;
  /** Host of the installation itself, which is nobody's portal. */
  ownHost: string;
}

const MAX = { about: 20_000, links: 20, label: 100, url: 2000 };

/** Before anybody has said otherwise, everything there is may be shown. */
const BLANK: PageContent = { about: '', contactEmail: '', links: [], sections: [...SECTIONS] };

/** What the front page of one portal shows: a draft, and what is published. */
export class Profiles {
  constructor(private readonly parts: ProfileParts) {}

  async get(organizationId: string): Promise<Profile> {
    return (await this.parts.profiles.find(organizationId)) ?? blank(organizationId);
  }

  /** Changes the draft; the domain counts at once, and none does of what is refused. */
  async edit(organizationId: string, input: ProfileInput): Promise<Profile> {
    const domain = this.checkedDomain(input.domain);
    changed((await this.get(organizationId)).draft, input);
    if (domain && !(await this.parts.profiles.claimDomain(organizationId, domain))) throw domainTaken();
    const profile = await this.write(organizationId, (before) => ({
      ...before,
      draft: changed(before.draft, input),
      domain: domain ?? before.domain,
      updatedAt: micros(this.parts.clock),
    }));
    if (domain !== undefined) await this.settleDomains(organizationId);
    return profile;
  }

  /** The organization holds the domain that its profile says, also when several were given at a time, and no other. */
  private async settleDomains(organizationId: string): Promise<void> {
    const { domain } = await this.get(organizationId);
    if (domain !== '') await this.parts.profiles.claimDomain(organizationId, domain);
    await this.parts.profiles.releaseDomains(organizationId, domain);
  }

  /** Shows the draft to visitors; the link of the preview works no more. */
  async publish(organizationId: string): Promise<Profile> {
    const now = micros(this.parts.clock);
    return this.write(organizationId, (before) => ({
      ...before,
      published: before.draft,
      publishedAt: now,
      updatedAt: now,
      previewToken: newToken(),
    }));
  }

  private async write(organizationId: string, change: (before: Profile) => Profile): Promise<Profile> {
    for (;;) {
      const after = change(await this.get(organizationId));
      const stored = after.previewToken === '' ? { ...after, previewToken: newToken() } : after;
      if (await this.parts.profiles.write(organizationId, stored)) return { ...stored, version: stored.version + 1 };
    }
  }

  private checkedDomain(given: string | undefined): string | undefined {
    if (given === undefined || given.trim() === '') return given === undefined ? undefined : '';
    const domain = domainName(given);
    const wrong = (message: string): Error => invalid([{ path: 'domain', message }]);
    // A number at the end: an address of a network, by which the installation itself may be reached.
    if (domain === undefined || /\.\d+$/.test(domain)) {
      throw wrong('domain must be a host name, e.g. trust.example.com.');
    }
    if (domain === this.parts.ownHost) throw wrong('This host is Candor itself. Choose one of your own.');
    return domain;
  }
}

const blank = (organizationId: string): Profile => ({
  organizationId,
  draft: BLANK,
  published: undefined,
  previewToken: '',
  domain: '',
  updatedAt: 0,
  publishedAt: 0,
  version: 0,
});

const newToken = (): string => randomBytes(24).toString('base64url');

const domainTaken = (): AppError =>
  new AppError('conflict', 'portal_domain_taken', 'Another portal of this installation has this domain.');

function changed(before: PageContent, input: ProfileInput): PageContent {
  const errors: FieldError[] = [];
  const after: PageContent = { ...before };
  if (input.about !== undefined) {
    after.about = cleanText(input.about);
    if (lengthOf(after.about) > MAX.about)
      errors.push({ path: 'about', message: `about has more than ${MAX.about} characters.` });
    else if (markdownMistake(after.about) !== undefined)
      errors.push({ path: 'about', message: 'about has too much formatting to be shown. Shorten or simplify it.' });
  }
  if (input.contactEmail !== undefined) {
    const email = input.contactEmail.trim() === '' ? '' : emailAddress(input.contactEmail);
    if (email === undefined) errors.push({ path: 'contact_email', message: 'contact_email is not an email address.' });
    else after.contactEmail = email;
  }
  if (input.links !== undefined) {
    after.links = input.links.map(({ label, url }) => ({ label: cleanName(label), url: url.trim() }));
    errors.push(...linkErrors(after.links));
  }
  if (input.sections !== undefined) {
    const wanted = input.sections;
    after.sections = SECTIONS.filter((section) => wanted.includes(section));
    if (wanted.some((name) => !SECTIONS.includes(name as Section)))
      errors.push({ path: 'sections', message: `sections must be of ${SECTIONS.join(', ')}.` });
  }
  if (errors.length > 0) throw invalid(errors);
  return after;
}

function linkErrors(links: { label: string; url: string }[]): FieldError[] {
  if (links.length > MAX.links) return [{ path: 'links', message: `links has more than ${MAX.links} entries.` }];
  return links.flatMap(({ label, url }, index) => [
    ...(label === '' || lengthOf(label) > MAX.label
      ? [{ path: `links.${index}.label`, message: `label must have 1 to ${MAX.label} characters.` }]
      : []),
    ...(isWebAddress(url) && url.length <= MAX.url
      ? []
      : [{ path: `links.${index}.url`, message: 'url must be an http or https address.' }]),
  ]);
}
