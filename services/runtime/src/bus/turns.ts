/** Waiting items by organization. Organizations take turns, so that one's 50 uploads do not starve another's one. */
export class Turns<Item> {
  private readonly waiting = new Map<string, Item[]>();

  add(organizationId: string, item: Item): void {
    const own = this.waiting.get(organizationId);
    if (own) own.push(item);
    else this.waiting.set(organizationId, [item]);
  }

  /** The first organization's oldest item; that organization goes to the end of the line. */
  take(): Item | undefined {
    const first = this.waiting.entries().next();
    if (first.done) return undefined;
    const [organizationId, items] = first.value;
    const item = items.shift();
    this.waiting.delete(organizationId);
    if (items.length > 0) this.waiting.set(organizationId, items);
    return item;
  }

  /** How many of an organization's items wait. */
  countOf(organizationId: string): number {
    return this.waiting.get(organizationId)?.length ?? 0;
  }

  /** Takes everything out. */
  clear(): Item[] {
    const all = [...this.waiting.values()].flat();
    this.waiting.clear();
    return all;
  }
}
