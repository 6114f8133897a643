import { micros, sameSecret, type Clock, type Logger } from '@candor/runtime';
import type { PublishedAnswers } from '../frequently-asked/published-answers.js';
import type { Profiles } from '../profile/profiles.js';
import type { PortalDocumentStore } from '../store/portal-documents.js';
import type { PageContent, Section } from '../store/portal-profiles.js';
import type { Subprocessors } from '../subprocessors/subprocessors.js';

/** How a portal shows itself to one call. */
export interface Face {
  /** Undefined: nothing is published, and there are updates and documents alone. */
  content: PageContent | undefined;
  /** The token of the preview that is open; undefined: this is what visitors see. */
  preview: string | undefined;
  /** What is on, and has something to show. */
  sections: ReadonlySet<Section>;
}

/** Documents have pages unless an administrator switched them off; links in emails work while nothing is listed, too. */
export const documentsAreOn = ({ content }: Face): boolean =>
  content === undefined || content.sections.includes('documents');

export interface FaceParts {
  profiles: Profiles;
  published: PublishedAnswers;
  subprocessors: Subprocessors;
  documents: PortalDocumentStore;
  clock: Clock;
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
    const sections = new Set<Section>(content?.sections ?? ['updates', 'documents']);
    if (sections.has('documents') && !(await this.hasDocuments(organizationId))) sections.delete('documents');
    if (!content) return { content, preview: undefined, sections };
    if (sections.has('faq') || sections.has('ask')) {
      if (!(await this.hasAnswers(organizationId))) for (const one of ['faq', 'ask'] as const) sections.delete(one);
    }
    if (sections.has('subprocessors') && (await this.parts.subprocessors.published(organizationId)).length === 0)
      sections.delete('subprocessors');
    return { content, preview: preview ? previewToken : undefined, sections };
  }

  private hasDocuments(organizationId: string): Promise<boolean> {
    return this.parts.documents.hasValid(organizationId, micros(this.parts.clock));
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
