import { randomBytes } from 'node:crypto';
import { SECTIONS, type PageContent, type Profile, type ProfileStore } from '../store/portal-profiles.js';

/** Before anybody has said otherwise, everything there is may be shown. */
const BLANK: PageContent = { about: '', contactEmail: '', links: [], sections: [...SECTIONS] };

/** What an organization has before anybody has edited it. */
export const blankProfile = (organizationId: string): Profile => ({
  organizationId,
  draft: BLANK,
  published: undefined,
  previewToken: '',
  domain: '',
  proof: undefined,
  updatedAt: 0,
  publishedAt: 0,
  version: 0,
});

export const newToken = (): string => randomBytes(24).toString('base64url');

/** Writes what `change` makes of the profile as it is then, however many write at a time. */
export async function changeProfile(
  profiles: ProfileStore,
  organizationId: string,
  change: (before: Profile) => Profile,
): Promise<Profile> {
  for (;;) {
    const before = (await profiles.find(organizationId)) ?? blankProfile(organizationId);
    const after = change(before);
    if (after === before) return before;
    const stored = after.previewToken === '' ? { ...after, previewToken: newToken() } : after;
    if (await profiles.write(organizationId, stored)) return { ...stored, version: stored.version + 1 };
  }
}
