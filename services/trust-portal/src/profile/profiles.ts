import {
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
import type { Domains } from './domains.js';
import { blankProfile, changeProfile, newToken } from './writing.js';

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
  domains: Domains;
  clock: Clock;
  /** Host of the installation itself, which is nobody's portal. */
  ownHost: string;
}

const MAX = { about: 20_000, links: 20, label: 100, url: 2000 };

/** What the front page of one portal shows: a draft, and what is published. */
export class Profiles {
  constructor(private readonly parts: ProfileParts) {}

  async get(organizationId: string): Promise<Profile> {
    return (await this.parts.profiles.find(organizationId)) ?? blankProfile(organizationId);
  }

  /** Changes the draft. A domain that is given is checked at once, also when it is the same again. */
  async edit(organizationId: string, input: ProfileInput): Promise<Profile> {
    const { profiles, domains, clock } = this.parts;
    const domain = this.checkedDomain(input.domain);
    changed((await this.get(organizationId)).draft, input);
    if (domain) await domains.refuseOthers(organizationId, domain);
    const profile = await changeProfile(profiles, organizationId, (before) => ({
      ...before,
      draft: changed(before.draft, input),
      ...(domain === undefined || domain === before.domain ? {} : domains.given(domain)),
      updatedAt: micros(clock),
    }));
    return domain === undefined ? profile : domains.check(organizationId);
  }

  /** Shows the draft to visitors; the link of the preview works no more. */
  async publish(organizationId: string): Promise<Profile> {
    const now = micros(this.parts.clock);
    return changeProfile(this.parts.profiles, organizationId, (before) => ({
      ...before,
      published: before.draft,
      publishedAt: now,
      updatedAt: now,
      previewToken: newToken(),
    }));
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
