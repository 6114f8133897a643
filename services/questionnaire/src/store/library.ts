import {
  AppError,
  insertOnce,
  micros,
  newId,
  notFound,
  type Clock,
  type IndexDeclaration,
  readPart,
} from '@candor/runtime';
import type { Collection, Db, Filter } from 'mongodb';
import { fold } from '@candor/runtime/text';
import type { LibraryAnswerDocument } from './knowledge-documents.js';
import type { KnowledgeRevisions } from './knowledge.js';
import { LEDGER_DUE, LEDGER_MARK_INDEX } from './ledger-marks.js';
import { escapeRegExp } from './search-blocks.js';

export const LIBRARY_INDEXES: IndexDeclaration[] = [
  { keys: { organizationId: 1, deleted: 1, createdAt: -1, _id: 1 } },
  { keys: { organizationId: 1, revision: 1 } },
  { keys: { organizationId: 1, deleted: 1, questionKey: 1 } },
  { keys: { expiresAt: 1 } },
  LEDGER_MARK_INDEX,
];

export interface LibraryFields {
  question: string;
  answer: string;
  tags: string[];
  ownerId: string;
  /** Microseconds; 0 for never. */
  expiresAt: number;
  status: LibraryAnswerDocument['status'];
  reviewEveryDays?: number;
}

export interface LibraryFilter {
  query?: string;
  status?: LibraryAnswerDocument['status'];
  tag?: string;
  /** Microseconds: only those in use that have expired by then. */
  expiresBefore?: number;
}

/** Letters and digits of the folded text: equal keys are the same question or answer in another typography. */
export const textKey = (text: string): string =>
  fold(text)
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();

/** The library of answers. Every change runs under a knowledge revision, so that indexes take it up. */
export class LibraryStore {
  private readonly collection: Collection<LibraryAnswerDocument>;

  constructor(
    db: Db,
    private readonly clock: Clock,
    private readonly revisions: KnowledgeRevisions,
  ) {
    this.collection = db.collection<LibraryAnswerDocument>('library_answers');
  }

  async create(
    organizationId: string,
    fields: LibraryFields,
    origin: LibraryAnswerDocument['origin'],
    creationId = '',
  ): Promise<LibraryAnswerDocument> {
    const _id = creationId || newId();
    return this.revisions.change(organizationId, (revision) => {
      const answer = this.newAnswer(organizationId, fields, origin, revision, _id);
      return insertOnce(this.collection, answer, { _id, organizationId });
    });
  }

  async createMany(
    organizationId: string,
    entries: LibraryFields[],
    origin: LibraryAnswerDocument['origin'],
  ): Promise<LibraryAnswerDocument[]> {
    if (entries.length === 0) return [];
    return this.revisions.change(organizationId, async (revision) => {
      const documents = entries.map((fields) => this.newAnswer(organizationId, fields, origin, revision, newId()));
      await this.collection.insertMany(documents);
      return documents;
    });
  }

  private newAnswer(
    organizationId: string,
    fields: LibraryFields,
    origin: LibraryAnswerDocument['origin'],
    revision: number,
    _id: string,
  ): LibraryAnswerDocument {
    const at = micros(this.clock);
    return {
      _id,
      organizationId,
      deleted: false,
      revision,
      ...fields,
      ...libraryKeys(fields.question, fields.answer),
      lastVerifiedAt: 0,
      origin,
      writtenAt: at,
      createdAt: at,
      updatedAt: at,
    };
  }

  get(organizationId: string, id: string): Promise<LibraryAnswerDocument | null> {
    return this.collection.findOne({ _id: id, organizationId, deleted: false });
  }

  list(organizationId: string, filter: LibraryFilter, limit: number, offset: number): Promise<LibraryAnswerDocument[]> {
    const sort = { createdAt: -1, _id: 1 } as const;
    return readPart(this.collection, where(organizationId, filter), { sort, skip: offset, limit });
  }

  count(organizationId: string, filter: LibraryFilter): Promise<number> {
    return this.collection.countDocuments(where(organizationId, filter));
  }

  async update(
    organizationId: string,
    id: string,
    change: Partial<LibraryFields> & { lastVerifiedAt?: number; reminded?: boolean },
  ): Promise<LibraryAnswerDocument> {
    const before = await this.get(organizationId, id);
    if (!before) throw notFound('answer');
    const text = libraryKeys(change.question ?? before.question, change.answer ?? before.answer);
    const isAsBefore = text.questionKey === before.questionKey && text.answerKey === before.answerKey;
    return this.revisions.change(organizationId, async (revision) => {
      const after = await this.collection.findOneAndUpdate(
        { _id: id, organizationId, deleted: false, updatedAt: before.updatedAt },
        {
          $set: {
            ...change,
            ...text,
            ...LEDGER_DUE,
            ...(isAsBefore ? {} : { writtenAt: micros(this.clock), fromQuestionnaire: '' }),
            revision,
            updatedAt: Math.max(micros(this.clock), before.updatedAt + 1),
          },
        },
        { returnDocument: 'after' },
      );
      if (!after)
        throw new AppError(
          'conflict',
          'answer_changed',
          'The answer was changed by someone else at the same time. Read it again.',
        );
      return after;
    });
  }

  /** Entries in use that expire between two times, microseconds, whose owners have not been told. System scope. */
  async expiring(from: number, until: number, limit: number): Promise<LibraryAnswerDocument[]> {
    const open = { expiresAt: { $gt: from, $lte: until }, deleted: false, status: 'APPROVED', reminded: { $ne: true } };
    return this.collection
      .find(open as Filter<LibraryAnswerDocument>)
      .sort({ expiresAt: 1 })
      .limit(limit)
      .toArray();
  }

  /** The owner has been told of this expiry. */
  async markReminded({ organizationId, _id, expiresAt }: LibraryAnswerDocument): Promise<void> {
    await this.collection.updateOne({ _id, organizationId, expiresAt }, { $set: { reminded: true } });
  }

  /** Leaves a tombstone without text until every index has seen it. */
  async remove(organizationId: string, id: string): Promise<void> {
    await this.revisions.change(organizationId, async (revision) => {
      const removed = await this.collection.updateOne(
        { _id: id, organizationId, deleted: false },
        {
          $set: {
            deleted: true,
            ...LEDGER_DUE,
            revision,
            question: '',
            answer: '',
            questionKey: '',
            answerKey: '',
            searchText: '',
            tags: [],
          },
        },
      );
      if (removed.matchedCount === 0) throw notFound('answer');
    });
  }

  /** Entries that ask the same question, in groups of two and more. */
  async sameQuestions(organizationId: string): Promise<LibraryAnswerDocument[][]> {
    const groups = await this.collection
      .aggregate<{ _id: string; count: number }>([
        { $match: { organizationId, deleted: false } },
        { $group: { _id: '$questionKey', count: { $sum: 1 } } },
        { $match: { count: { $gt: 1 } } },
        { $sort: { _id: 1 } },
      ])
      .toArray();
    const found: LibraryAnswerDocument[][] = [];
    for (const { _id } of groups) found.push(await this.byQuestionKey(organizationId, _id));
    return found;
  }

  /** The newest `limit` entries that may be used. */
  async newest(organizationId: string, limit: number): Promise<LibraryAnswerDocument[]> {
    const newest = this.collection
      .find({ organizationId, deleted: false })
      .sort({ createdAt: -1, _id: 1 })
      .limit(limit);
    return (await newest.toArray()).filter((entry) => entry.status !== 'ARCHIVED');
  }

  async byQuestionKey(organizationId: string, questionKey: string): Promise<LibraryAnswerDocument[]> {
    const same = await this.collection
      .find({ organizationId, deleted: false, questionKey })
      .sort({ createdAt: 1 })
      .toArray();
    return same.filter((entry) => entry.status !== 'ARCHIVED');
  }
}

function where(
  organizationId: string,
  { query, status, tag, expiresBefore }: LibraryFilter,
): Filter<LibraryAnswerDocument> {
  const words = fold(query ?? '')
    .split(/\s+/u)
    .filter((word) => word !== '');
  return {
    organizationId,
    deleted: false,
    ...(expiresBefore === undefined ? {} : { expiresAt: { $gt: 0, $lte: expiresBefore }, status: 'APPROVED' }),
    ...(status === undefined ? {} : { status }),
    ...(tag === undefined ? {} : { tags: tag }),
    ...(words.length === 0 ? {} : { $and: words.map((word) => ({ searchText: { $regex: escapeRegExp(word) } })) }),
  };
}

/** What is found and compared of an entry. */
export const libraryKeys = (question: string, answer: string) => ({
  questionKey: textKey(question),
  answerKey: textKey(answer),
  searchText: fold(`${question}\n${answer}`),
});
