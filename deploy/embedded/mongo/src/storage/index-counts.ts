import { indexTable } from './catalog.js';
import type { Index } from './catalog.js';
import type { Sqlite } from './sqlite.js';

interface Remembered {
  readonly lower: Buffer;
  readonly upper: Buffer;
  count: number;
}

/** Fewer entries than this are counted again as fast as they are looked up. */
const WORTH_REMEMBERING = 256;
/** Of one index. Each write compares its keys with all of them. */
const MOST_INTERVALS = 32;

/**
 * How many entries lie in an interval of an index. A list shows its total with every page, and counting 100,000 entries
 * takes 5 ms; so what was counted is remembered and kept true by every entry that is added or removed.
 */
export class IndexCounts {
  private readonly remembered = new Map<number, Remembered[]>();

  constructor(private readonly sqlite: Sqlite) {}

  /** Entries with lower ≤ key < upper. */
  count(index: Index, lower: Buffer, upper: Buffer): number {
    const known = this.remembered.get(index.id) ?? [];
    const position = known.findIndex((each) => each.lower.equals(lower) && each.upper.equals(upper));
    const [found] = position < 0 ? [] : known.splice(position, 1);
    if (found) {
      // The most recently used is the last.
      known.push(found);
      return found.count;
    }
    const row = this.sqlite.get(`SELECT count(*) FROM ${indexTable(index)} WHERE key >= ? AND key < ?`, [lower, upper]);
    const count = row?.[0] as number;
    if (count >= WORTH_REMEMBERING) {
      known.push({ lower: Buffer.from(lower), upper: Buffer.from(upper), count });
      if (known.length > MOST_INTERVALS) known.shift();
      this.remembered.set(index.id, known);
    }
    return count;
  }

  /** To be told of every entry that is added (1) or removed (-1). */
  changed(index: Index, key: Buffer, by: number): void {
    for (const each of this.remembered.get(index.id) ?? []) {
      if (Buffer.compare(key, each.lower) >= 0 && Buffer.compare(key, each.upper) < 0) each.count += by;
    }
  }

  /** To be told of every rollback: it takes entries back that were counted in. */
  forget(): void {
    this.remembered.clear();
  }
}
