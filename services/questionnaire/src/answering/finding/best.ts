/** The best so many of what is offered: a heap with the worst of them on top. Ties go to what is first in `order`. */
export class Best {
  private readonly heap: { slot: number; score: number }[] = [];

  constructor(
    private readonly limit: number,
    private readonly order: (slot: number, other: number) => number,
  ) {}

  offer(slot: number, score: number): void {
    const { heap } = this;
    const worst = heap[0];
    if (heap.length < this.limit || worst === undefined) {
      heap.push({ slot, score });
      this.rise(heap.length - 1);
    } else if (score > worst.score || (score === worst.score && this.order(slot, worst.slot) < 0)) {
      heap[0] = { slot, score };
      this.sink();
    }
  }

  /** Best first. */
  sorted(): { slot: number; score: number }[] {
    return [...this.heap].sort((a, b) => this.better(a, b));
  }

  private rise(from: number): void {
    const { heap } = this;
    for (let at = from; at > 0;) {
      const parent = (at - 1) >> 1;
      if (this.better(heap[parent]!, heap[at]!) > 0) return;
      [heap[parent], heap[at]] = [heap[at]!, heap[parent]!];
      at = parent;
    }
  }

  private sink(): void {
    const { heap } = this;
    for (let at = 0; ;) {
      const [left, right] = [2 * at + 1, 2 * at + 2];
      let worst = at;
      if (left < heap.length && this.better(heap[left]!, heap[worst]!) > 0) worst = left;
      if (right < heap.length && this.better(heap[right]!, heap[worst]!) > 0) worst = right;
      if (worst === at) return;
      [heap[worst], heap[at]] = [heap[at]!, heap[worst]!];
      at = worst;
    }
  }

  private better(a: { slot: number; score: number }, b: { slot: number; score: number }): number {
    return b.score - a.score || this.order(a.slot, b.slot);
  }
}
