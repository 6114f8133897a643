import { readAll, readPage } from '@candor/runtime';
import type { Collection, Db } from 'mongodb';
import type { Status } from '../domain/status.js';
import type { ListedQuestionnaireDocument, QuestionnaireDocument } from './documents.js';
import { LISTED, visible, type QuestionnaireStore } from './questionnaires.js';

const WALKED_AT_ONCE = 500;
/** A page of this many ids is most organizations' whole list: then nothing needs to be counted. */
const WALKED_FIRST = 2500;
/** So many are looked up by their ids sooner than the list is walked. */
const FEW = 200;

export type DescribedQuestionnaire = Pick<
  QuestionnaireDocument,
  '_id' | 'title' | 'companyName' | 'file' | 'instructions'
>;

/** Questionnaires as search picks them: by their own fields, and pages of those that were found. */
export class FoundQuestionnaireStore {
  private readonly collection: Collection<QuestionnaireDocument>;

  constructor(
    db: Db,
    private readonly all: QuestionnaireStore,
  ) {
    this.collection = db.collection<QuestionnaireDocument>('questionnaires');
  }

  /** Ids of the questionnaires that pass a filter over their own fields. */
  async idsWhere(
    organizationId: string,
    filter: { status?: Status; titleFolded?: RegExp; companyFolded?: RegExp },
  ): Promise<string[]> {
    const where = { ...visible(organizationId), ...filter };
    const rows = await readAll(this.collection, where, { projection: { _id: 1 } });
    return rows.map((row) => row._id);
  }

  /** What each of the questionnaires says of itself, besides its tags. */
  describing(organizationId: string, ids: readonly string[]): Promise<DescribedQuestionnaire[]> {
    return readAll(this.collection, visible(organizationId, [...ids]), {
      projection: { title: 1, companyName: 1, file: 1, instructions: 1 },
    });
  }

  /** The page of those among `ids` (undefined: of all), newest first, and how many there are. */
  async page(
    organizationId: string,
    ids: ReadonlySet<string> | undefined,
    limit: number,
    offset: number,
  ): Promise<{ page: ListedQuestionnaireDocument[]; total: number }> {
    if (ids?.size === 0) return { page: [], total: 0 };
    if (!ids) {
      const [page, total] = await Promise.all([
        this.all.list(organizationId, limit, offset),
        this.all.count(organizationId),
      ]);
      return { page, total };
    }
    if (ids.size > FEW) {
      const first = await this.walked(organizationId, 0, WALKED_FIRST);
      if (first.length < WALKED_FIRST) {
        // These are all that there are.
        const chosen = first.filter((id) => ids.has(id));
        return { page: await this.inOrder(organizationId, chosen.slice(offset, offset + limit)), total: chosen.length };
      }
    }
    const [all, total] = await Promise.all([this.all.count(organizationId), this.all.count(organizationId, [...ids])]);
    // Few are looked up and sorted; of many, the list of all soon has a page, and comes sorted.
    const walked = ((offset + limit) / Math.max(1, total)) * all;
    if (total <= walked) return { page: await this.all.list(organizationId, limit, offset, [...ids]), total };
    const chosen = await this.walk(organizationId, ids, offset + limit);
    return { page: await this.inOrder(organizationId, chosen.slice(offset)), total };
  }

  private async inOrder(organizationId: string, ids: string[]): Promise<ListedQuestionnaireDocument[]> {
    const found = await readAll(this.collection, visible(organizationId, ids), { projection: LISTED });
    const byId = new Map(found.map((one) => [one._id, one]));
    return ids.flatMap((id) => byId.get(id) ?? []);
  }

  /** The first `most` of `ids` in the order of the list. */
  private async walk(organizationId: string, ids: ReadonlySet<string>, most: number): Promise<string[]> {
    const chosen = new Set<string>();
    for (let skip = 0; ; skip += WALKED_AT_ONCE) {
      const rows = await this.walked(organizationId, skip, WALKED_AT_ONCE);
      for (const id of rows) {
        if (ids.has(id)) chosen.add(id);
        if (chosen.size === most) return [...chosen];
      }
      if (rows.length < WALKED_AT_ONCE) return [...chosen];
    }
  }

  /** Ids of the list of all, from `skip` on. */
  private async walked(organizationId: string, skip: number, limit: number): Promise<string[]> {
    const rows = await readPage(this.collection, visible(organizationId), {
      sort: { createdAt: -1, _id: 1 },
      skip,
      limit,
      projection: { _id: 1 },
    });
    return rows.map(({ _id }) => _id);
  }
}
