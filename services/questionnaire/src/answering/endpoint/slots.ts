/** Calls at a time, over all batches: an endpoint's limits are an account's. First come, first served; people before runs. */
export class Slots {
  private readonly people: (() => void)[] = [];
  private readonly runs: (() => void)[] = [];

  constructor(private free: number) {}

  /** Resolves when there is a slot. After it `give` must follow. */
  take(urgent: boolean): Promise<void> | undefined {
    if (this.free > 0) {
      this.free--;
      return undefined;
    }
    return new Promise((resolve) => (urgent ? this.people : this.runs).push(resolve));
  }

  give(): void {
    const next = this.people.shift() ?? this.runs.shift();
    if (next) next();
    else this.free++;
  }
}
