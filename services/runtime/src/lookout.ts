/** Looks for what is due, again and again and whenever it is told to; one look at a time. */
export class Lookout {
  private timer: NodeJS.Timeout | undefined;
  private looking: Promise<void> | undefined;
  private again = false;
  private readonly stopping = new AbortController();

  /** `find` must not reject. */
  constructor(
    private readonly everyMs: number,
    private readonly find: () => Promise<void>,
  ) {}

  /** Aborted when it is to stop: what was found should end then. */
  get stopped(): AbortSignal {
    return this.stopping.signal;
  }

  start(): void {
    this.timer = setInterval(() => this.look(), this.everyMs);
    this.timer.unref();
    this.look();
  }

  /** Looks at once; once more when it is looking already. */
  look(): void {
    if (!this.timer || this.stopping.signal.aborted) return;
    if (this.looking) {
      this.again = true;
      return;
    }
    this.looking = this.find().finally(() => {
      this.looking = undefined;
      if (!this.again) return;
      this.again = false;
      this.look();
    });
  }

  /** Waits for the look in hand; there is none after it. */
  async stop(): Promise<void> {
    clearInterval(this.timer);
    this.stopping.abort();
    await this.looking;
  }
}
