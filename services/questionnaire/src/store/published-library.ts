import { readPart } from '@candor/runtime';
import type { Collection, Db, Filter } from 'mongodb';
import type { LibraryAnswerDocument, PassageDocument } from './knowledge-documents.js';
import { libraryEvidence, passageEvidence, type KnowledgeDelta } from './knowledge.js';

/** What of a library is chosen: answers one by one, and all that carry a tag. */
export interface ChosenAnswers {
  ids: readonly string[];
  tags: readonly string[];
}

/** Evidence that everybody may read. */
export interface PublishedSources {
  answerIds: readonly string[];
  documentIds: readonly string[];
}

const IN_CHUNK = 500;

/** The part of what an organization knows that it publishes. */
export class PublishedLibrary {
  private readonly answers: Collection<LibraryAnswerDocument>;
  private readonly passages: Collection<PassageDocument>;

  constructor(db: Db) {
    this.answers = db.collection<LibraryAnswerDocument>('library_answers');
    this.passages = db.collection<PassageDocument>('passages');
  }

  /** Approved answers that have not expired at `now` (microseconds), oldest first: as many as are not too large together. */
  async read(
    organizationId: string,
    { ids, tags }: ChosenAnswers,
    { now, limit, offset }: { now: number; limit: number; offset: number },
  ): Promise<{ answers: LibraryAnswerDocument[]; total: number }> {
    const filter = {
      organizationId,
      deleted: false,
      status: 'APPROVED',
      $and: [
        { $or: [{ _id: { $in: [...ids] } }, { tags: { $in: [...tags] } }] },
        { $or: [{ expiresAt: 0 }, { expiresAt: { $gt: now } }] },
      ],
    } as Filter<LibraryAnswerDocument>;
    const [answers, total] = await Promise.all([
      readPart(this.answers, filter, { sort: { createdAt: 1, _id: 1 }, skip: offset, limit }),
      this.answers.countDocuments(filter),
    ]);
    return { answers, total };
  }

  /** These sources alone, as far as they changed after a revision; 0: all of them, what was known before is to go. */
  async *changesSince(
    organizationId: string,
    { answerIds, documentIds }: PublishedSources,
    since: number,
  ): AsyncGenerator<KnowledgeDelta> {
    const filter = { organizationId, revision: { $gt: since } };
    let chunk: KnowledgeDelta = { replace: since === 0, upserts: [], removals: [] };
    const answers = this.answers.find({ ...filter, _id: { $in: [...answerIds] } });
    for await (const answer of answers) {
      if (answer.deleted || answer.status !== 'APPROVED') chunk.removals.push(answer._id);
      else chunk.upserts.push(libraryEvidence(answer));
    }
    const passages = this.passages.find({ ...filter, documentId: { $in: [...documentIds] } });
    for await (const passage of passages) {
      if (passage.deleted) chunk.removals.push(passage._id);
      else chunk.upserts.push(passageEvidence(passage));
      if (chunk.upserts.length + chunk.removals.length < IN_CHUNK) continue;
      yield chunk;
      chunk = { upserts: [], removals: [] };
    }
    yield chunk;
  }
}
