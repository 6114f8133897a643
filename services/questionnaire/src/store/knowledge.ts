import { withoutMarkup } from '@candor/runtime/plain-text';
import { countOf, micros, newId, readPart, type Clock, type IndexDeclaration } from '@candor/runtime';
import { Binary, type AnyBulkWriteOperation, type Collection, type Db } from 'mongodb';
import type { EvidenceItem, KeptVectors } from '../answering/types.js';
import type { EncodedItem } from '../answering/worker-protocol.js';
import type { KnowledgeStateDocument, LibraryAnswerDocument, PassageDocument } from './knowledge-documents.js';

export const PASSAGE_INDEXES: IndexDeclaration[] = [
  { keys: { organizationId: 1, revision: 1 } },
  { keys: { organizationId: 1, documentId: 1 } },
];

/** A writer that holds a revision open for longer than this has crashed; nobody waits for it. */
const OPEN_PATIENCE_MS = 10_000;
const FORGET_AFTER_US = 3600 * 1_000_000;

export interface KnowledgeDelta {
  /** What was known before is to be forgotten: this is the first chunk of everything. */
  replace?: boolean;
  upserts: EvidenceItem[];
  removals: string[];
}

/**
 * The revision of an organization's knowledge, and what changed since one. A change takes a revision, writes its rows with
 * it, then closes it: an index is complete up to R when no revision ≤ R is open.
 */
export class KnowledgeRevisions {
  private readonly states: Collection<KnowledgeStateDocument>;
  private readonly answers: Collection<LibraryAnswerDocument>;
  private readonly passages: Collection<PassageDocument>;

  constructor(
    db: Db,
    private readonly clock: Clock,
  ) {
    this.states = db.collection<KnowledgeStateDocument>('knowledge_state');
    this.answers = db.collection<LibraryAnswerDocument>('library_answers');
    this.passages = db.collection<PassageDocument>('passages');
  }

  /** Runs a write under a new revision. A crash leaves it open; readers then read from below it until it is forgotten. */
  async change<R>(organizationId: string, write: (revision: number) => Promise<R>): Promise<R> {
    const { revision, token } = await this.open(organizationId);
    try {
      return await write(revision);
    } finally {
      await this.states.updateOne({ _id: organizationId }, { $pull: { open: { token } } });
    }
  }

  /** The present revision, and the highest one below which nothing is still being written. */
  async current(organizationId: string): Promise<{ revision: number; settled: number }> {
    const state = await this.states.findOne({ _id: organizationId });
    if (!state) return { revision: 0, settled: 0 };
    return { revision: state.revision, settled: Math.min(state.revision, ...state.open.map((open) => open.floor)) };
  }

  /** Whether every write up to `revision` has ended or its writer has crashed. */
  async settledAt(organizationId: string, revision: number): Promise<boolean> {
    const state = await this.states.findOne({ _id: organizationId });
    const [now, patience] = [micros(this.clock), OPEN_PATIENCE_MS * 1000];
    // Begun before the clock was set back, or so long ago that it crashed.
    const goesOn = (at: number): boolean => at > now - patience && at <= now + patience;
    return !(state?.open ?? []).some((open) => open.floor < revision && goesOn(open.at));
  }

  /** Everything that changed after `since`, in chunks: upserts of what counts as evidence, removals of what no longer does. */
  async *changesSince(organizationId: string, since: number): AsyncGenerator<KnowledgeDelta> {
    const filter = { organizationId, revision: { $gt: since } };
    let chunk: KnowledgeDelta = { replace: since === 0, upserts: [], removals: [] };
    const full = (): boolean => chunk.upserts.length + chunk.removals.length >= 500;
    for await (const answer of this.answers.find(filter)) {
      if (answer.deleted || answer.status !== 'APPROVED') chunk.removals.push(answer._id);
      else chunk.upserts.push(libraryEvidence(answer));
      if (full()) {
        yield chunk;
        chunk = { upserts: [], removals: [] };
      }
    }
    for await (const passage of this.passages.find(filter)) {
      if (passage.deleted) chunk.removals.push(passage._id);
      else chunk.upserts.push(passageEvidence(passage));
      if (full()) {
        yield chunk;
        chunk = { upserts: [], removals: [] };
      }
    }
    yield chunk;
  }

  /** Writes a document's passages under one revision; repeated with the same document it writes the same rows. */
  async putPassages(passages: PassageDocument[]): Promise<void> {
    const operations: AnyBulkWriteOperation<PassageDocument>[] = passages.map(({ _id, ...rest }) => ({
      updateOne: { filter: { _id, organizationId: rest.organizationId }, update: { $set: rest }, upsert: true },
    }));
    if (operations.length > 0) await this.passages.bulkWrite(operations, { ordered: false });
  }

  /**
   * Keeps the vectors that an index had to make. An item that changed meanwhile has other statements, which `vectorsOf` tells:
   * its vectors are made anew.
   */
  async keepVectors(organizationId: string, encoded: readonly EncodedItem[]): Promise<void> {
    const operations = (kind: EncodedItem['kind']): { updateOne: { filter: object; update: object } }[] =>
      encoded
        .filter((item) => item.kind === kind)
        .map(({ id, vectors, vectorsOf }) => ({
          updateOne: {
            filter: { _id: id, organizationId, deleted: false },
            update: {
              $set: {
                vectors: new Binary(new Uint8Array(vectors.buffer, vectors.byteOffset, vectors.byteLength)),
                vectorsOf,
              },
            },
          },
        }));
    const passages = operations('passage');
    const answers = operations('library');
    if (passages.length > 0) await this.passages.bulkWrite(passages, { ordered: false });
    if (answers.length > 0) await this.answers.bulkWrite(answers, { ordered: false });
  }

  /** A document's passages in its order, and how many there are. */
  async passagesOf(
    organizationId: string,
    documentId: string,
    limit: number,
    offset: number,
  ): Promise<{ passages: PassageDocument[]; total: number }> {
    const filter = { organizationId, documentId, deleted: false };
    const [passages, total] = await Promise.all([
      readPart(this.passages, filter, { sort: { ordinal: 1 }, skip: offset, limit }),
      countOf(this.passages, filter),
    ]);
    return { passages, total };
  }

  /** Turns a document's passages into tombstones without text; all, or those of other versions than `kept`. */
  async buryPassages(organizationId: string, documentId: string, revision: number, kept?: number): Promise<void> {
    await this.passages.updateMany(
      { organizationId, documentId, deleted: false, ...(kept === undefined ? {} : { version: { $ne: kept } }) },
      {
        $set: { deleted: true, text: '', locator: '', title: '', revision, changedAt: micros(this.clock) },
        $unset: { vectors: 1, vectorsOf: 1 },
      },
    );
  }

  /** A document's passages, those that went included when `gone`; in no order. */
  async readPassages(
    organizationId: string,
    documentId: string,
    { gone }: { gone: boolean },
  ): Promise<Pick<PassageDocument, '_id' | 'ordinal' | 'locator' | 'text' | 'deleted' | 'changedAt' | 'version'>[]> {
    return this.passages
      .find({ organizationId, documentId, ...(gone ? {} : { deleted: false }) })
      .project<PassageDocument>({ ordinal: 1, locator: 1, text: 1, deleted: 1, changedAt: 1, version: 1 })
      .toArray();
  }

  /** Of these passages, those that went included, the documents that they stand in. */
  async documentsOf(organizationId: string, passageIds: readonly string[]): Promise<Map<string, string>> {
    const found = await this.passages
      .find({ organizationId, _id: { $in: [...passageIds] } })
      .project<Pick<PassageDocument, '_id' | 'documentId'>>({ documentId: 1 })
      .toArray();
    return new Map(found.map(({ _id, documentId }) => [_id, documentId]));
  }

  /** Passages by their ids, those that went included; without their vectors. */
  async named(
    organizationId: string,
    ids: readonly string[],
  ): Promise<Pick<PassageDocument, '_id' | 'documentId' | 'text' | 'deleted'>[]> {
    return this.passages
      .find({ organizationId, _id: { $in: [...ids] } })
      .project<Pick<PassageDocument, '_id' | 'documentId' | 'text' | 'deleted'>>({ documentId: 1, text: 1, deleted: 1 })
      .toArray();
  }

  /** Between when and when a document's passages may be used, microseconds; 0: without that end. */
  async datePassages(
    organizationId: string,
    documentId: string,
    dates: { expiresAt?: number; effectiveAt?: number },
  ): Promise<void> {
    await this.change(organizationId, async (revision) => {
      await this.passages.updateMany({ organizationId, documentId, deleted: false }, { $set: { ...dates, revision } });
    });
  }

  /** Of these cited sources, those that still exist and may be cited at `now` (microseconds). */
  async stillCitable(organizationId: string, ids: string[], now: number): Promise<Set<string>> {
    const answers = await this.answers
      .find({ organizationId, _id: { $in: ids }, deleted: false, status: 'APPROVED' })
      .toArray();
    const passages = await this.passages
      .find({ organizationId, _id: { $in: ids }, deleted: false })
      .project<{ _id: string; expiresAt?: number; effectiveAt?: number }>({ _id: 1, expiresAt: 1, effectiveAt: 1 })
      .toArray();
    const begun = passages.filter(({ effectiveAt = 0 }) => effectiveAt <= now);
    const valid = [...answers, ...begun].filter(({ expiresAt = 0 }) => expiresAt === 0 || expiresAt > now);
    return new Set(valid.map((source) => source._id));
  }

  /**
   * Announces a write before it takes its revision: whatever revision it gets is above the floor that it announced, so no
   * reader can believe to have seen everything up to a revision whose rows are still to come.
   */
  private async open(organizationId: string): Promise<{ revision: number; token: string }> {
    const at = micros(this.clock);
    const before = await this.states.findOne({ _id: organizationId });
    if (before?.open.some((open) => open.at < at - FORGET_AFTER_US)) {
      await this.states.updateOne({ _id: organizationId }, { $pull: { open: { at: { $lt: at - FORGET_AFTER_US } } } });
    }
    const token = newId();
    await this.states.updateOne(
      { _id: organizationId },
      { $push: { open: { token, floor: before?.revision ?? 0, at } }, $setOnInsert: { revision: 0 } },
      { upsert: true },
    );
    const after = await this.states.findOneAndUpdate(
      { _id: organizationId },
      { $inc: { revision: 1 } },
      { returnDocument: 'after' },
    );
    if (!after) throw new Error('the knowledge state vanished while it was being changed');
    return { revision: after.revision, token };
  }
}

export function libraryEvidence(answer: LibraryAnswerDocument): EvidenceItem {
  return {
    kind: 'library',
    id: answer._id,
    question: withoutMarkup(answer.question),
    answer: withoutMarkup(answer.answer),
    tags: answer.tags,
    expiresAt: answer.expiresAt,
    verifiedAt: answer.lastVerifiedAt,
    approved: true,
    ...keptVectors(answer),
  };
}

export function passageEvidence(passage: PassageDocument): EvidenceItem {
  return {
    kind: 'passage',
    id: passage._id,
    documentId: passage.documentId,
    title: passage.title,
    ...(passage.expiresAt ? { expiresAt: passage.expiresAt } : {}),
    ...(passage.effectiveAt ? { effectiveAt: passage.effectiveAt } : {}),
    locator: passage.locator,
    // Releases of before stored what a file held, marks and all.
    text: withoutMarkup(passage.text),
    ...keptVectors(passage),
  };
}

function keptVectors({ vectors, vectorsOf }: LibraryAnswerDocument | PassageDocument): KeptVectors {
  return vectors && vectorsOf !== undefined ? { vectors: vectors.value(), vectorsOf } : {};
}
