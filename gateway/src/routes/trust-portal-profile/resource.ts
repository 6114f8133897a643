import { z } from 'zod';
import { MOST, MOST_ITEMS } from '../bounds.js';
import { webAddress } from '../organizations/fields.js';
import { list, microseconds, orNull, someName, text } from '../schemas.js';

/** Parts of a portal that can be shown. */
export const SECTIONS = ['updates', 'documents', 'faq', 'ask', 'subprocessors'] as const;

const link = z.object({ label: z.string(), url: z.string() }).meta({ id: 'TrustPortalLink' });

export const pageContent = z
  .object({
    about: z.string(),
    contact_email: z.string().nullable(),
    links: z.array(link),
    sections: z.array(z.enum(SECTIONS)),
  })
  .meta({ id: 'TrustPortalPage' });

const domainProof = z
  .object({
    state: z.enum(['pending', 'proven', 'lost', 'unchecked']),
    record_name: z.string(),
    record_text: z.string().nullable(),
    checked_at: microseconds.nullable(),
    counts_until: microseconds.nullable(),
  })
  .meta({ id: 'TrustPortalDomainProof' });

export const profile = z
  .object({
    draft: pageContent,
    published: orNull(pageContent),
    domain: z.string().nullable(),
    domain_proof: orNull(domainProof),
    preview_path: z.string().nullable(),
    updated_at: microseconds.nullable(),
    published_at: microseconds.nullable(),
  })
  .meta({ id: 'TrustPortalProfile' });
export type Profile = z.infer<typeof profile>;

export const profileChange = z.strictObject({
  about: text(MOST.about).optional(),
  contact_email: text(MOST.email).nullish(),
  links: list(
    z.strictObject({ label: someName('Words of the link', MOST.label), url: webAddress }),
    MOST_ITEMS.portalLinks,
  ).optional(),
  sections: list(
    z.enum(SECTIONS, { error: `must be one of ${SECTIONS.join(', ')}` }),
    MOST_ITEMS.portalSections,
  ).optional(),
  domain: text(MOST.domain).nullish(),
});
