import type { Logger } from '@candor/runtime';
import type { PublishedAnswers } from '../frequently-asked/published-answers.js';
import type { Profiles } from '../profile/profiles.js';
import type { PageContent, Section } from '../store/portal-profiles.js';
import type { Subprocessors } from '../subprocessors/subprocessors.js';
import { sameSecret } from './reply.js';

/** How a portal shows itself to one call. */
export interface Face {
  /** Undefined: nothing is published, and there are the updates alone. */
  content: PageContent | undefined;
  /** The token of the preview that is open; undefined: this is what visitors see. */
  preview: string | undefined;
  /** What is on, and has something to show. */
  sections: ReadonlySet<Section>;
  /** Whether there are documents to look for; absent: there are none. */
  hasDocuments?: boolean;
}

/** A portal that shows its updates alone. */
export const PLAIN_FACE: Face = { content: undefined, preview: undefined, sections: new Set(['updates']) };

export interface FaceParts {
  profiles: Profiles;
  published: PublishedAnswers;
  subprocessors: Subprocessors;
  logger: Logger;
}

/** Reads how portals show themselves. */
export class Faces {
  constructor(private readonly parts: FaceParts) {}

  /** `previewToken`: '' for none; a wrong one shows what visitors see. */
  async of(organizationId: string, previewToken: string): Promise<Face> {
    const profile = await this.parts.profiles.get(organizationId);
    const preview = previewToken !== '' && sameSecret(previewToken, profile.previewToken);
    const content = preview ? profile.draft : profile.published;
    if (!content) return PLAIN_FACE;
    const sections = new Set(content.sections);
    if (sections.has('faq') || sections.has('ask')) {
      if (!(await this.hasAnswers(organizationId))) for (const one of ['faq', 'ask'] as const) sections.delete(one);
    }
    if (sections.has('subprocessors') && (await this.parts.subprocessors.published(organizationId)).length === 0)
      sections.delete('subprocessors');
    return { content, preview: preview ? previewToken : undefined, sections };
  }

  /** A portal stands without its answers, while they cannot be read. */
  private async hasAnswers(organizationId: string): Promise<boolean> {
    try {
      return (await this.parts.published.read(organizationId)).length > 0;
    } catch (error) {
      this.parts.logger.warn({ err: error }, 'the published answers of a portal cannot be read');
      return false;
    }
  }
}
