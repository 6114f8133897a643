/** A number of things that may go on at once; who waits gets a turn in the order of asking. */
export class Permits {
  private readonly waiting: (() => void)[] = [];

  constructor(private free: number) {}

  /** True, and one less is free; false when none is. */
  tryTake(): boolean {
    if (this.free === 0) return false;
    this.free--;
    return true;
  }

  async take(): Promise<void> {
    if (this.tryTake()) return;
    await new Promise<void>((resolve) => this.waiting.push(resolve));
  }

  /** Gives one back, to whoever waits longest. */
  release(): void {
    const next = this.waiting.shift();
    if (next) next();
    else this.free++;
  }
}
