import { deterministicId, failpoint } from '@candor/runtime';
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
  revisions: KnowledgeRevisions;
  files: FileStore;
  reading: DocumentReading;
  /** Makes the evidence ready to be asked. */
  answering: { prepare(organizationId: string): Promise<void> };
}

/** Reads a knowledge document and makes its passages visible at a new revision. */
export function indexDocumentStage({
  knowledgeDocuments,
  revisions,
  files,
  reading,
  answering,
}: KnowledgeDependencies): Stage<KnowledgeDocumentDocument> {
  return {
    job: JOBS.indexDocument,
    store: knowledgeDocuments.work,
    async work(claim) {
      const { organizationId, name, mimeType, fileId } = claim;
      const declared = { fileName: name, mimeType };
      let passageCount = 0;
      const warnings: KnowledgeDocumentDocument['warnings'] = [];
      await revisions.change(organizationId, async (revision) => {
        await files.withLocalCopy(organizationId, fileId, async (path) => {
          for await (const piece of reading.passages(path, declared, organizationId)) {
            if (piece.kind === 'warnings') {
              warnings.push(...piece.warnings.slice(0, MOST_WARNINGS));
              continue;
            }
            passageCount += piece.passages.length;
            await revisions.putPassages(piece.passages.map((one) => passage(claim, one, revision)));
          }
        });
      });
      await failpoint('knowledge.passages_stored');
      // Its statements are read by the encoder here, so that no question waits for that.
      await answering.prepare(organizationId);
      await knowledgeDocuments.finish(claim, { status: 'READY', passageCount, error: null, warnings });
    },
    async fail(claim, error) {
      await revisions.change(claim.organizationId, (revision) =>
        revisions.buryPassages(claim.organizationId, claim._id, revision),
      );
      await knowledgeDocuments.finish(claim, { status: 'FAILED', passageCount: 0, error });
    },
  };
}

/** Removes the passages and the file of a deleted document, then its tombstone. */
export function purgeDocumentStage({
  knowledgeDocuments,
  revisions,
  files,
}: KnowledgeDependencies): Stage<KnowledgeDocumentDocument> {
  return {
    job: JOBS.purgeDocument,
    store: knowledgeDocuments.work,
    async work({ organizationId, _id, fileId }) {
      await revisions.change(organizationId, (revision) => revisions.buryPassages(organizationId, _id, revision));
      await failpoint('knowledge.buried');
      await files.remove(organizationId, fileId);
      await knowledgeDocuments.remove(organizationId, _id);
    },
    fail: (claim) => knowledgeDocuments.work.giveBack(claim),
  };
}

function passage(
  claim: KnowledgeDocumentDocument,
  piece: { locator: string; text: string; ordinal: number },
  revision: number,
): PassageDocument {
  return {
    _id: deterministicId(claim._id, 'passage', String(piece.ordinal)),
    organizationId: claim.organizationId,
    documentId: claim._id,
    deleted: false,
    revision,
    title: claim.name,
    ...piece,
  };
}
