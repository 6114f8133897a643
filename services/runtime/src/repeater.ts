/** Does a piece of work again and again, one at a time, until it is stopped. */
export class Repeater {
  private timer: NodeJS.Timeout | undefined;
  private running: Promise<void> = Promise.resolve();
  private stopped = true;

  /** `work` should not reject; what it rejects with goes to `onError`. */
  constructor(
    private readonly everyMs: number,
    private readonly work: () => Promise<void>,
    private readonly onError: (error: unknown) => void,
  ) {}

  start(): void {
    this.stopped = false;
    this.next();
  }

  /** Waits for the work in hand. */
  async stop(): Promise<void> {
    this.stopped = true;
    clearTimeout(this.timer);
    await this.running;
  }

  private next(): void {
    if (this.stopped) return;
    this.running = this.work()
      .catch(this.onError)
      .finally(() => {
        if (!this.stopped) this.timer = setTimeout(() => this.next(), this.everyMs).unref();
      });
  }
}
