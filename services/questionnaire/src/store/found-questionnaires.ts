import { readAll, readPage } from '@candor/runtime';
import type { Collection, Db } from 'mongodb';
import type { Status } from '../domain/status.js';
import type { ListedQuestionnaireDocument, QuestionnaireDocument } from './documents.js';
import { LISTED, visible, type QuestionnaireStore } from './questionnaires.js';

const WALKED_AT_ONCE = 500;

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

  /** The page of those among `ids` (undefined: of all), newest first, and how many there are. */
  async page(
    organizationId: string,
    ids: ReadonlySet<string> | undefined,
    limit: number,
    offset: number,
  ): Promise<{ page: ListedQuestionnaireDocument[]; total: number }> {
    if (ids?.size === 0) return { page: [], total: 0 };
    const [all, total] = await Promise.all([
      this.all.count(organizationId),
      ids ? this.all.count(organizationId, [...ids]) : undefined,
    ]);
    if (!ids || total === undefined) return { page: await this.all.list(organizationId, limit, offset), total: all };
    // Few are looked up and sorted; of many, the list of all soon has a page, and comes sorted.
    const walked = ((offset + limit) / Math.max(1, total)) * all;
    if (total <= walked) return { page: await this.all.list(organizationId, limit, offset, [...ids]), total };
    const chosen = await this.walk(organizationId, ids, offset + limit);
    const order = chosen.slice(offset);
    const found = await readAll(this.collection, visible(organizationId, order), { projection: LISTED });
    const byId = new Map(found.map((one) => [one._id, one]));
    return { page: order.flatMap((id) => byId.get(id) ?? []), total };
  }

  /** The first `most` of `ids` in the order of the list. */
  private async walk(organizationId: string, ids: ReadonlySet<string>, most: number): Promise<string[]> {
    const chosen = new Set<string>();
    for (let skip = 0; ; skip += WALKED_AT_ONCE) {
      const rows = await readPage(this.collection, visible(organizationId), {
        sort: { createdAt: -1, _id: 1 },
        skip,
        limit: WALKED_AT_ONCE,
        projection: { _id: 1 },
      });
      for (const { _id } of rows) {
        if (ids.has(_id)) chosen.add(_id);
        if (chosen.size === most) return [...chosen];
      }
      if (rows.length < WALKED_AT_ONCE) return [...chosen];
    }
  }
}
