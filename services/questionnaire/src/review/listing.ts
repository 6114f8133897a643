import { isNewestFirst, type ListOptions, type Sort } from '../domain/list-options.js';
import { answeredOf } from '../domain/statistics.js';
import { STATUSES } from '../domain/status.js';
import type { ListedQuestionnaireDocument } from '../store/documents.js';
import type { FoundQuestionnaireStore } from '../store/found-questionnaires.js';
import type { OrderedQuestionnaireStore, OrderedRow } from '../store/ordered-questionnaires.js';
import type { TagStore } from '../store/tags.js';
import type { Statistics } from './statistics.js';

interface Page {
  page: ListedQuestionnaireDocument[];
  total: number;
}

/** What a row is sorted by; undefined: it has no such value, and comes last either way. */
type Key = string | number | undefined;

const names = new Intl.Collator('en', { numeric: true, sensitivity: 'base' });

/** Pages of lists of questionnaires: narrowed, sorted, and those that a search found. */
export class Listing {
  constructor(
    private readonly found: FoundQuestionnaireStore,
    private readonly ordered: OrderedQuestionnaireStore,
    private readonly statistics: Statistics,
    private readonly tags: TagStore,
  ) {}

  /**
   * The page of those among `ids` (undefined: of all) that pass the filters, and how many there are. Equal ones stand
   * newest first, so that pages neither repeat nor miss one. Newest first costs the page; any other order costs the list.
   */
  async page(
    organizationId: string,
    ids: ReadonlySet<string> | undefined,
    options: ListOptions,
    { limit, offset }: { limit: number; offset: number },
  ): Promise<Page> {
    if (isNewestFirst(options)) return this.found.page(organizationId, ids, limit, offset);
    const rows = await this.ordered.rows(organizationId, options);
    const chosen = ids ? rows.filter(({ _id }) => ids.has(_id)) : rows;
    const sorted = await this.sorted(organizationId, chosen, options);
    return { page: sorted.slice(offset, offset + limit), total: sorted.length };
  }

  private async sorted(
    organizationId: string,
    rows: readonly OrderedRow[],
    { sort, ascending }: ListOptions,
  ): Promise<OrderedRow[]> {
    const keyOf = await this.keysOf(organizationId, sort);
    const keyed: { row: OrderedRow; key: Key }[] = [];
    for (const row of rows) keyed.push({ row, key: await keyOf(row) });
    const direction = ascending ? 1 : -1;
    keyed.sort((a, b) => byKey(a.key, b.key, direction) || newestFirst(a.row, b.row));
    return keyed.map(({ row }) => row);
  }

  /** How a row of the organization gets its key; what all rows share is read once. */
  private async keysOf(organizationId: string, sort: Sort): Promise<(row: OrderedRow) => Key | Promise<Key>> {
    switch (sort) {
      case 'created_at':
        return (row) => row.createdAt;
      case 'title':
        return (row) => row.titleFolded;
      case 'company_name':
        return (row) => row.companyFolded || undefined;
      case 'status':
        return (row) => STATUSES.indexOf(row.status);
      case 'deadline':
        return (row) => row.deadline || undefined;
      case 'tags': {
        const first = await this.tags.firstNames(organizationId);
        return (row) => first.get(row._id);
      }
      case 'answered':
        return async (row) => {
          const { all } = await this.statistics.of(row);
          return all.total === 0 ? undefined : answeredOf(all) / all.total;
        };
    }
  }
}

function byKey(a: Key, b: Key, direction: 1 | -1): number {
  if (a === undefined || b === undefined) return Number(a === undefined) - Number(b === undefined);
  if (typeof a === 'string' && typeof b === 'string') return names.compare(a, b) * direction;
  return (Number(a) - Number(b)) * direction;
}

const newestFirst = (a: OrderedRow, b: OrderedRow): number =>
  b.createdAt - a.createdAt || (a._id < b._id ? -1 : Number(a._id > b._id));
