import type { Entry } from './isolation-world.js';

/** How the endpoints of documents' versions, and of the answers that they affect, are tried with what belongs to another organization. */
export const versionEntries: Record<string, Entry> = {
  listDocumentVersions: { kind: 'hidden' },
  getDocumentVersionText: { kind: 'hidden' },
  compareDocumentVersions: { kind: 'hidden' },
  moveDocumentVersion: { kind: 'hidden', options: () => ({ json: { effective_at: '2150-01-01' } }) },
  cancelDocumentVersion: { kind: 'hidden' },
  listCitationPlaces: { kind: 'hidden' },
  listAffectedAnswers: { kind: 'hidden' },
  confirmAffectedAnswers: { kind: 'hidden', options: () => ({ json: {} }) },
  regenerateAffectedAnswers: { kind: 'hidden', options: () => ({ json: {} }) },
};
