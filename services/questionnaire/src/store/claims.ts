import { countOf, readPart, type IndexDeclaration } from '@candor/runtime';
import { fold } from '@candor/runtime/text';
import type { Collection, Db, Filter } from 'mongodb';
import type { ClaimDocument } from './ledger-documents.js';
import { insertMissing } from './questions.js';
import { escapeRegExp } from './search-blocks.js';

export const CLAIM_INDEXES: IndexDeclaration[] = [
  { keys: { organizationId: 1, current: 1, toldAt: -1, _id: 1 } },
  { keys: { organizationId: 1, toldAt: -1, _id: 1 } },
  { keys: { organizationId: 1, questionId: 1 } },
  { keys: { organizationId: 1, questionKey: 1 } },
  // Each change of evidence asks for what stands on it.
  { keys: { organizationId: 1, 'sources.documentId': 1 } },
  { keys: { unjudged: 1 } },
];

export interface ClaimFilter {
  /** Whole words or parts of words of question, answer and quotes. */
  query?: string;
  customer?: string;
  documentId?: string;
  questionnaireId?: string;
  /** Also what the customer was told otherwise since. */
  superseded?: boolean;
}

/** What a claim is compared by. */
export type ComparedClaim = Omit<ClaimDocument, 'searchText' | 'comment' | 'digest'>;
/** What a claim is looked up by: most still stand, and nothing else of them is needed. */
export type StandingClaim = Pick<ClaimDocument, '_id' | 'sources'>;
const NOT_COMPARED = { searchText: 0, comment: 0, digest: 0 } as const;

/** Questions that are looked up at once. */
const AT_ONCE = 500;

/** What customers were told, one row an answer. */
export class ClaimStore {
  private readonly collection: Collection<ClaimDocument>;

  constructor(db: Db) {
    this.collection = db.collection<ClaimDocument>('claims');
  }

  /** Of these questions, what the customer was told last; by question. Of two that a crash left, the one that is to be ended. */
  async currentOf(organizationId: string, questionIds: readonly string[]): Promise<Map<string, ClaimDocument>> {
    const found = new Map<string, ClaimDocument>();
    for (let at = 0; at < questionIds.length; at += AT_ONCE) {
      const part = { organizationId, questionId: { $in: questionIds.slice(at, at + AT_ONCE) }, current: true };
      for await (const claim of this.collection.find(part)) {
        const known = found.get(claim.questionId);
        if (!known || isLater(claim, known)) found.set(claim.questionId, claim);
      }
    }
    return found;
  }

  /** Adds claims and ends those before them of the same questions. Repeated with the same claims it changes nothing. */
  async add(organizationId: string, claims: readonly ClaimDocument[]): Promise<void> {
    for (let at = 0; at < claims.length; at += AT_ONCE) {
      const part = claims.slice(at, at + AT_ONCE);
      await insertMissing(this.collection, [...part]);
      const operations = part.map(({ questionId, answerRevision, _id }) => ({
        updateMany: {
          filter: {
            organizationId,
            questionId,
            current: true,
            answerRevision: { $lte: answerRevision },
            _id: { $ne: _id },
          },
          update: { $set: { current: false } },
        },
      }));
      await this.collection.bulkWrite(operations, { ordered: false });
    }
  }

  /** A page, what was told last first. */
  list(organizationId: string, filter: ClaimFilter, limit: number, offset: number): Promise<ClaimDocument[]> {
    const sort = { toldAt: -1, _id: 1 } as const;
    return readPart(this.collection, where(organizationId, filter), { sort, skip: offset, limit });
  }

  count(organizationId: string, filter: ClaimFilter): Promise<number> {
    return countOf(this.collection, where(organizationId, filter));
  }

  async get(organizationId: string, id: string): Promise<ClaimDocument | null> {
    return this.collection.findOne({ _id: id, organizationId });
  }

  /** What still holds and stands on a document or a library answer, one by one: nothing but what it stands on. */
  standingOn(organizationId: string, documentId: string): AsyncIterable<StandingClaim> {
    const filter = { organizationId, current: true, 'sources.documentId': documentId } as Filter<ClaimDocument>;
    return this.collection
      .find(filter)
      .project<StandingClaim>({ sources: 1 })
      .batchSize(AT_ONCE * 2);
  }

  /** Claims by their ids, those that were told otherwise since left out. */
  async currentWith(organizationId: string, ids: readonly string[]): Promise<ComparedClaim[]> {
    const filter = { organizationId, _id: { $in: [...ids] }, current: true };
    return ids.length === 0 ? [] : this.collection.find(filter).project<ComparedClaim>(NOT_COMPARED).toArray();
  }

  /** What was told last, and what was told to the same questions: at most `limit` of each. */
  async comparable(organizationId: string, questionKeys: readonly string[], limit: number): Promise<ComparedClaim[]> {
    const read = (filter: Filter<ClaimDocument>): Promise<ComparedClaim[]> =>
      this.collection
        .find({ organizationId, current: true, ...filter })
        .project<ComparedClaim>(NOT_COMPARED)
        .sort({ toldAt: -1, _id: 1 })
        .limit(limit)
        .toArray();
    const same = await read({ questionKey: { $in: [...questionKeys] } });
    const newest = await read({});
    return [...new Map([...same, ...newest].map((claim) => [claim._id, claim])).values()];
  }

  /** Ids of what was told to these questions and is told otherwise now. */
  async endedOf(organizationId: string, questionIds: readonly string[]): Promise<string[]> {
    const ended = { organizationId, questionId: { $in: [...questionIds] }, current: false };
    const found = await this.collection.find(ended).project<{ _id: string }>({ _id: 1 }).toArray();
    return found.map(({ _id }) => _id);
  }

  /** System scope: what has still to be held against its sources. */
  unjudged(limit: number): Promise<ComparedClaim[]> {
    return this.collection.find({ unjudged: true }).project<ComparedClaim>(NOT_COMPARED).limit(limit).toArray();
  }

  async markJudged(organizationId: string, ids: readonly string[]): Promise<void> {
    await this.collection.updateMany({ organizationId, _id: { $in: [...ids] } }, { $set: { unjudged: false } });
  }
}

/** Whether a claim is of a later answer; of the same answer, the one that was told first counts. */
const isLater = (claim: ClaimDocument, known: ClaimDocument): boolean =>
  claim.answerRevision === known.answerRevision
    ? claim.toldAt < known.toldAt
    : claim.answerRevision > known.answerRevision;

function where(
  organizationId: string,
  { query = '', customer = '', documentId, questionnaireId, superseded = false }: ClaimFilter,
): Filter<ClaimDocument> {
  const words = fold(query)
    .split(/\s+/u)
    .filter((word) => word !== '');
  return {
    organizationId,
    ...(superseded ? {} : { current: true }),
    ...(customer === '' ? {} : { customerFolded: { $regex: escapeRegExp(fold(customer)) } }),
    ...(questionnaireId ? { questionnaireId } : {}),
    ...(documentId ? { 'sources.documentId': documentId } : {}),
    ...(words.length === 0 ? {} : { $and: words.map((word) => ({ searchText: { $regex: escapeRegExp(word) } })) }),
  };
}
