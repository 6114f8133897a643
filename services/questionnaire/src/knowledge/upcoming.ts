import { micros, type Bus, type Clock } from '@candor/runtime';
import { JOBS } from '../jobs/catalogue.js';
import type { KnowledgeDocumentStore } from '../store/knowledge-files.js';

const AT_ONCE = 50;

/**
 * Files that hold only from a time on take their document's place then, and are read. Until then the file before is the
 * evidence. Repeated after a crash it changes nothing twice: a file that has come is no longer upcoming.
 */
export class UpcomingVersions {
  constructor(private readonly deps: { knowledgeDocuments: KnowledgeDocumentStore; bus: Bus; clock: Clock }) {}

  async round(): Promise<void> {
    const { knowledgeDocuments, bus, clock } = this.deps;
    for (const document of await knowledgeDocuments.upcoming(micros(clock), AT_ONCE)) {
      const { upcomingAt: effectiveAt = 0, upcoming } = document;
      if (!upcoming) continue;
      const { callId: versionCallId, uploadedBy = '', uploadedAt = micros(clock), ...file } = upcoming;
      const next = { ...file, versionCallId, uploadedBy, uploadedAt, effectiveAt };
      const kept = await knowledgeDocuments.replaceFile(document, next, JOBS.indexDocument);
      const { organizationId, _id } = document;
      if (kept) await bus.publish(JOBS.indexDocument, { id: _id }, { organizationId, requestId: '' });
    }
  }
}
