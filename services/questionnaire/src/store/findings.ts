import { countOf, readPart, type IndexDeclaration } from '@candor/runtime';
import { fold } from '@candor/runtime/text';
import type { Collection, Db, Filter } from 'mongodb';
import type { FindingDocument, FindingKind, FindingState } from './ledger-documents.js';
import { insertMissing } from './questions.js';
import { escapeRegExp } from './search-blocks.js';

export const FINDING_INDEXES: IndexDeclaration[] = [
  { keys: { organizationId: 1, state: 1, foundAt: -1, _id: 1 } },
  { keys: { organizationId: 1, foundAt: -1, _id: 1 } },
  { keys: { organizationId: 1, claimId: 1 } },
  { keys: { organizationId: 1, documentId: 1, state: 1 } },
  { keys: { organizationId: 1, otherClaimId: 1 } },
  { keys: { assignmentUntold: 1 } },
];

export interface FindingFilter {
  states?: readonly FindingState[];
  kind?: FindingKind | undefined;
  customer?: string;
  /** The whole name of the customer, letter by letter: names that are nearly the same are of two customers. */
  customerIs?: string;
  /** All kinds but this one. */
  kindIsNot?: FindingKind;
  documentId?: string;
}

/** What people say of a finding. */
export type FindingSet = Pick<
  FindingDocument,
  'state' | 'assigneeId' | 'assignment' | 'assignmentUntold' | 'reason' | 'changedBy' | 'updatedAt'
>;

/** The reason of findings that a later claim to the same customer has settled. */
export const TOLD_ANEW = 'The customer was told anew.';

/** What people have still to look at. */
export const UNSETTLED = ['OPEN', 'ASSIGNED'] as const satisfies readonly FindingState[];

/** What no longer stands of what customers were told. */
export class FindingStore {
  private readonly collection: Collection<FindingDocument>;

  constructor(db: Db) {
    this.collection = db.collection<FindingDocument>('claim_findings');
  }

  /**
   * Stores what was found. What is known stays as people left it; where something else stands there now, or it had been
   * withdrawn, it is open again.
   */
  async put(organizationId: string, found: readonly FindingDocument[]): Promise<void> {
    if (found.length === 0) return;
    const known = new Set(await this.known(organizationId, found));
    const operations = found
      .filter(({ _id }) => known.has(_id))
      .map(({ _id, kind, now, before, title, foundAt }) => {
        const again = { kind, now, before, title, foundAt, updatedAt: foundAt, state: 'OPEN' as const, reason: '' };
        const otherwise = { $or: [{ now: { $ne: now } }, { kind: { $ne: kind } }, { state: 'WITHDRAWN' as const }] };
        return { updateOne: { filter: { _id, organizationId, ...otherwise }, update: { $set: again } } };
      });
    if (operations.length > 0) await this.collection.bulkWrite(operations, { ordered: false });
    const fresh = found.filter(({ _id }) => !known.has(_id));
    if (fresh.length > 0) await insertMissing(this.collection, fresh);
  }

  private async known(organizationId: string, found: readonly FindingDocument[]): Promise<string[]> {
    const ids = { organizationId, _id: { $in: found.map(({ _id }) => _id) } };
    const rows = await this.collection.find(ids).project<{ _id: string }>({ _id: 1 }).toArray();
    return rows.map(({ _id }) => _id);
  }

  /** Ids of what people have still to look at, of these documents and library answers. */
  async unsettledOn(organizationId: string, documentIds: readonly string[]): Promise<Set<string>> {
    const open = { organizationId, documentId: { $in: [...documentIds] }, state: { $in: [...UNSETTLED] } };
    const rows = await this.collection.find(open).project<{ _id: string }>({ _id: 1 }).toArray();
    return new Set(rows.map(({ _id }) => _id));
  }

  /** Takes back open findings that hold no more, at `at` (microseconds). */
  async withdraw(organizationId: string, ids: readonly string[], at: number): Promise<void> {
    await this.collection.updateMany(
      { organizationId, _id: { $in: [...ids] }, state: { $in: [...UNSETTLED] } },
      { $set: { state: 'WITHDRAWN', updatedAt: at } },
    );
  }

  /** Customers were told otherwise since, at `at` (microseconds): what was found of these claims is settled. */
  async settleEnded(organizationId: string, claimIds: readonly string[], at: number): Promise<void> {
    const ended = { $in: [...claimIds] };
    const open = { organizationId, state: { $in: [...UNSETTLED] } };
    const settled = { state: 'RESOLVED', reason: TOLD_ANEW, changedBy: 'system', updatedAt: at } as const;
    await this.collection.updateMany({ ...open, claimId: ended }, { $set: settled });
    await this.collection.updateMany({ ...open, otherClaimId: ended }, { $set: { state: 'WITHDRAWN', updatedAt: at } });
  }

  list(organizationId: string, filter: FindingFilter, limit: number, offset: number): Promise<FindingDocument[]> {
    const sort = { foundAt: -1, _id: 1 } as const;
    return readPart(this.collection, where(organizationId, filter), { sort, skip: offset, limit });
  }

  count(organizationId: string, filter: FindingFilter): Promise<number> {
    return countOf(this.collection, where(organizationId, filter));
  }

  get(organizationId: string, id: string): Promise<FindingDocument | null> {
    return this.collection.findOne({ _id: id, organizationId });
  }

  /** System scope: findings whose assignees have still to be told. */
  untold(limit: number): Promise<FindingDocument[]> {
    return this.collection.find({ assignmentUntold: true }).limit(limit).toArray();
  }

  /** The mark stays when it was assigned once more meanwhile. */
  async markTold({ _id, organizationId, assigneeId, assignment }: FindingDocument): Promise<void> {
    const asRead = { _id, organizationId, assigneeId, 'assignment.at': assignment?.at ?? 0 };
    await this.collection.updateOne(asRead, { $set: { assignmentUntold: false } });
  }

  /** What people say of it, as they read it; null when it is not there or was changed since. */
  change(
    organizationId: string,
    { _id, state, assigneeId, updatedAt }: FindingDocument,
    set: FindingSet,
  ): Promise<FindingDocument | null> {
    const asRead = { _id, organizationId, state, assigneeId, updatedAt };
    return this.collection.findOneAndUpdate(asRead, { $set: set }, { returnDocument: 'after' });
  }
}

function where(
  organizationId: string,
  { states = [], kind, kindIsNot, customer = '', customerIs, documentId = '' }: FindingFilter,
): Filter<FindingDocument> {
  return {
    organizationId,
    ...(states.length === 0 ? {} : states.length === 1 ? { state: states[0] } : { state: { $in: [...states] } }),
    ...(kind === undefined ? {} : { kind }),
    ...(kindIsNot === undefined ? {} : { kind: { $ne: kindIsNot } }),
    ...(customer === '' ? {} : { customerFolded: { $regex: escapeRegExp(fold(customer)) } }),
    ...(customerIs === undefined ? {} : { customer: customerIs }),
    ...(documentId === '' ? {} : { documentId }),
  } as Filter<FindingDocument>;
}
