/** BM25 (Robertson & Zaragoza, 2009) with the usual constants. */
const K1 = 1.2;
const B = 0.75;
/** A feature that stands in more than this share of the documents tells nothing, when there are rarer ones. */
const COMMON = 0.25;

interface List {
  /** Slot, count, slot, count, …; those of documents that are gone as well. */
  entries: number[];
  /** Documents that are there and hold the feature. */
  living: number;
}

/**
 * An inverted index: feature → documents, by slot number. A removed document leaves its entries behind, which count for nothing:
 * scores are those of an index that never knew it. The owner compacts in time.
 */
export class Postings {
  private readonly lists = new Map<string, List>();
  /** Features in a document, by slot; 0 when it is gone. */
  private lengths = new Float64Array(1024);
  /** Of the living documents. */
  private total = 0;
  private living = 0;
  private slots = 0;
  private scores = new Float64Array(1024);

  /** Documents that are there. */
  get size(): number {
    return this.living;
  }

  /** Adds a document; returns its slot. */
  add(features: ReadonlyMap<string, number>): number {
    const slot = this.slots++;
    if (slot >= this.lengths.length) this.lengths = grown(this.lengths);
    let length = 0;
    for (const [feature, count] of features) {
      length += count;
      const list = this.lists.get(feature);
      if (list) {
        list.entries.push(slot, count);
        list.living++;
      } else this.lists.set(feature, { entries: [slot, count], living: 1 });
    }
    this.lengths[slot] = Math.max(length, 1);
    this.total += this.lengths[slot];
    this.living++;
    return slot;
  }

  /** Removes a document; `features` are those that it was added with. */
  remove(slot: number, features: ReadonlyMap<string, number>): void {
    for (const feature of features.keys()) {
      const list = this.lists.get(feature);
      if (list && --list.living === 0) this.lists.delete(feature);
    }
    this.total -= this.lengths[slot] ?? 0;
    this.lengths[slot] = 0;
    this.living--;
  }

  /** The weight of all that a query asks for; what stands in no document weighs as much as what stands in one. */
  weightOf(query: ReadonlyMap<string, number>): number {
    let sum = 0;
    for (const feature of query.keys()) sum += this.idf(this.lists.get(feature)?.living ?? 0);
    return sum;
  }

  /** The share of that weight which a document with these features holds, 0 to 1. */
  shareOf(query: ReadonlyMap<string, number>, document: ReadonlyMap<string, number>): number {
    let sum = 0;
    for (const feature of query.keys())
      if (document.has(feature)) sum += this.idf(this.lists.get(feature)?.living ?? 0);
    return sum / (this.weightOf(query) || 1);
  }

  private idf(frequency: number): number {
    return Math.log(1 + (Math.max(0, this.living - frequency) + 0.5) / (frequency + 0.5));
  }

  /** Slots and BM25 scores of the documents that share a feature with the query, unsorted. */
  score(query: ReadonlyMap<string, number>): { slots: number[]; scores: Float64Array } {
    if (this.scores.length < this.slots) this.scores = new Float64Array(this.lengths.length);
    const { scores } = this;
    const touched: number[] = [];
    const average = this.total / Math.max(1, this.living);
    const lists = [...query].flatMap(([feature, weight]) => {
      const list = this.lists.get(feature);
      return list ? [{ list, weight }] : [];
    });
    const rare = lists.filter(({ list }) => list.living <= Math.max(50, this.living * COMMON));
    for (const { list, weight } of rare.length > 0 ? rare : lists) {
      const idf = this.idf(list.living);
      const { entries } = list;
      for (let i = 0; i < entries.length; i += 2) {
        const slot = entries[i]!;
        const length = this.lengths[slot]!;
        if (length === 0) continue;
        const count = entries[i + 1]!;
        if (scores[slot] === 0) touched.push(slot);
        scores[slot]! += (idf * weight * count * (K1 + 1)) / (count + K1 * (1 - B + (B * length) / average));
      }
    }
    return { slots: touched, scores };
  }

  /** Gives the score sheet back, clean, after `score`. */
  clear(slots: readonly number[]): void {
    for (const slot of slots) this.scores[slot] = 0;
  }
}

function grown(array: Float64Array): Float64Array<ArrayBuffer> {
  const larger = new Float64Array(array.length * 2);
  larger.set(array);
  return larger;
}
