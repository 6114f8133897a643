import { deterministicId, failpoint, micros, type Clock } from '@candor/runtime';
import type { KeepingVersions } from '../knowledge/keeping-versions.js';
import { matchPassages, type MatchedPiece } from '../knowledge/passage-matching.js';
import type { ClaimJudging } from '../ledger/judging.js';
import type { DocumentVersionStore } from '../store/document-versions.js';
import type { FileStore } from '../store/files.js';
import type { KnowledgeDocumentDocument, PassageDocument } from '../store/knowledge-documents.js';
import type { KnowledgeDocumentStore } from '../store/knowledge-files.js';
import type { KnowledgeRevisions } from '../store/knowledge.js';
import { JOBS } from './catalogue.js';
import type { DocumentReading } from './reading.js';
import type { Stage } from './stage.js';

/** Warnings that a document keeps; each names many places already. */
const MOST_WARNINGS = 50;

interface KnowledgeDependencies {
  knowledgeDocuments: KnowledgeDocumentStore;
  documentVersions: DocumentVersionStore;
  keepingVersions: KeepingVersions;
  revisions: KnowledgeRevisions;
  files: FileStore;
  reading: DocumentReading;
  /** Makes the evidence ready to be asked. */
  answering: { prepare(organizationId: string): Promise<void> };
  /** Holds what customers were told against what is there now. */
  judging: Pick<ClaimJudging, 'source'>;
  clock: Clock;
}

interface Piece {
  locator: string;
  text: string;
  ordinal: number;
}

/** Passages that are written at once. */
const AT_ONCE = 500;

/** Reads a knowledge document and makes its passages visible at a new revision. */
export function indexDocumentStage({
  knowledgeDocuments,
  documentVersions,
  keepingVersions,
  revisions,
  files,
  reading,
  answering,
  clock,
}: KnowledgeDependencies): Stage<KnowledgeDocumentDocument> {
  return {
    job: JOBS.indexDocument,
    store: knowledgeDocuments.work,
    async work(claim) {
      const { organizationId, _id, name, mimeType, fileId, version = 1 } = claim;
      const declared = { fileName: name, mimeType };
      let passageCount = 0;
      const warnings: KnowledgeDocumentDocument['warnings'] = [];
      // Of a new version all is read before anything is written: what cannot be read takes nothing away.
      const pieces: Piece[] = [];
      await revisions.change(organizationId, async (revision) => {
        await files.withLocalCopy(organizationId, fileId, async (path) => {
          for await (const piece of reading.passages(path, declared, organizationId)) {
            if (piece.kind === 'warnings') {
              warnings.push(...piece.warnings.slice(0, MOST_WARNINGS));
              continue;
            }
            passageCount += piece.passages.length;
            if (version > 1) pieces.push(...piece.passages);
            else await revisions.putPassages(piece.passages.map((one) => passage(claim, one, revision)));
          }
        });
        if (version === 1) return;
        const before = await revisions.readPassages(organizationId, _id, { gone: false });
        await keepingVersions.keep(claim, before);
        await failpoint('knowledge.version_kept');
        const rows = matchPassages(before, pieces).map((one) => passageOfVersion(claim, one, revision, clock));
        for (let at = 0; at < rows.length; at += AT_ONCE) await revisions.putPassages(rows.slice(at, at + AT_ONCE));
        await failpoint('knowledge.version_written');
        await revisions.buryPassages(organizationId, _id, revision, version);
      });
      await failpoint('knowledge.passages_stored');
      // Its statements are read by the encoder here, so that no question waits for that.
      await answering.prepare(organizationId);
      if (claim.previous) await files.remove(organizationId, claim.previous.fileId);
      await knowledgeDocuments.finish(claim, { status: 'READY', passageCount, error: null, warnings, previous: null });
    },
    async fail(claim, error) {
      const { organizationId, _id, previous, version = 1 } = claim;
      const there = previous ? await revisions.readPassages(organizationId, _id, { gone: false }) : [];
      if (previous && !there.some((one) => one.version === version)) {
        const message = `“${claim.name}” could not be read, and “${previous.name}” stays in use: ${error.message}`;
        await documentVersions.restore(organizationId, _id, previous.version);
        const before = { ...previous, previous: null, error: { code: error.code, message } };
        if (await knowledgeDocuments.finish(claim, before)) await files.remove(organizationId, claim.fileId);
        return;
      }
      await revisions.change(organizationId, (revision) => revisions.buryPassages(organizationId, _id, revision));
      await knowledgeDocuments.finish(claim, { status: 'FAILED', passageCount: 0, error, previous: null });
    },
  };
}

/** Removes the passages, versions and file of a deleted document, then its tombstone. */
export function purgeDocumentStage({
  knowledgeDocuments,
  documentVersions,
  revisions,
  files,
  judging,
}: KnowledgeDependencies): Stage<KnowledgeDocumentDocument> {
  return {
    job: JOBS.purgeDocument,
    store: knowledgeDocuments.work,
    async work({ organizationId, _id, fileId, previous, upcoming }) {
      await revisions.change(organizationId, (revision) => revisions.buryPassages(organizationId, _id, revision));
      await failpoint('knowledge.buried');
      await judging.source(organizationId, 'document', _id);
      await documentVersions.removeOf(organizationId, _id);
      await files.remove(organizationId, fileId);
      if (previous) await files.remove(organizationId, previous.fileId);
      if (upcoming) await files.remove(organizationId, upcoming.fileId);
      await knowledgeDocuments.remove(organizationId, _id);
    },
    fail: (claim) => knowledgeDocuments.work.giveBack(claim),
  };
}

function passage(claim: KnowledgeDocumentDocument, piece: Piece, revision: number): PassageDocument {
  return {
    _id: deterministicId(claim._id, 'passage', String(piece.ordinal)),
    organizationId: claim.organizationId,
    documentId: claim._id,
    deleted: false,
    revision,
    title: claim.name,
    version: claim.version ?? 1,
    ...(claim.expiresAt ? { expiresAt: claim.expiresAt } : {}),
    effectiveAt: claim.effectiveAt ?? 0,
    ...piece,
  };
}

/** A piece of a later version: under the id of the passage that it was before, which answers cite. */
function passageOfVersion(
  claim: KnowledgeDocumentDocument,
  { piece, id, changed }: MatchedPiece<Piece>,
  revision: number,
  clock: Clock,
): PassageDocument {
  const made = passage(claim, piece, revision);
  const _id = id ?? deterministicId(claim._id, 'passage', `${made.version}.${piece.ordinal}`);
  return { ...made, _id, ...(changed ? { changedAt: micros(clock) } : {}) };
}
