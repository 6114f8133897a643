/** A queue that is fair between organizations: they take turns, so that one's 50 uploads do not starve another's one. */
export class FairQueue<Item> {
  private readonly waiting = new Map<string, { item: Item; since: number }[]>();

  add(organizationId: string, item: Item): void {
    const own = this.waiting.get(organizationId);
    const entry = { item, since: performance.now() };
    if (own) own.push(entry);
    else this.waiting.set(organizationId, [entry]);
  }

  /**
   * The oldest item of the first organization that `may` lets through; that organization goes to the end of the line.
   * Undefined when there is none.
   */
  take(may: (organizationId: string) => boolean = () => true): Item | undefined {
    const organizationId = [...this.waiting.keys()].find(may);
    const entries = organizationId === undefined ? undefined : this.waiting.get(organizationId);
    if (organizationId === undefined || entries === undefined) return undefined;
    const entry = entries.shift();
    this.waiting.delete(organizationId);
    if (entries.length > 0) this.waiting.set(organizationId, entries);
    return entry?.item;
  }

  /** How many of an organization's items wait. */
  countOf(organizationId: string): number {
    return this.waiting.get(organizationId)?.length ?? 0;
  }

  /** How many wait, and for how long the first of them has, milliseconds; 0 when none waits. */
  state(): { waiting: number; oldestMs: number } {
    let waiting = 0;
    let oldest = Infinity;
    for (const entries of this.waiting.values()) {
      waiting += entries.length;
      oldest = Math.min(oldest, entries[0]?.since ?? Infinity);
    }
    return { waiting, oldestMs: waiting === 0 ? 0 : performance.now() - oldest };
  }

  /** Takes everything out. */
  clear(): Item[] {
    const all = [...this.waiting.values()].flatMap((entries) => entries.map(({ item }) => item));
    this.waiting.clear();
    return all;
  }
}
