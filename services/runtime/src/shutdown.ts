import type { Logger } from './logger.js';
import { onStopSignals } from './stop-signals.js';

export interface Closable {
  name: string;
  close(): Promise<void>;
}

/**
 * Closes things in the reverse order of their opening, within a grace time. What does not close in time is named in the
 * log and left behind.
 */
export class Shutdown {
  private readonly open: Closable[] = [];
  private closing: Promise<void> | undefined;

  constructor(
    private readonly logger: Logger,
    private readonly graceMs = 20_000,
  ) {}

  add(name: string, close: () => Promise<void>): void {
    this.open.push({ name, close });
  }

  /** Idempotent: later calls wait for the first. */
  close(): Promise<void> {
    this.closing ??= this.closeAll();
    return this.closing;
  }

  private async closeAll(): Promise<void> {
    const deadline = performance.now() + this.graceMs;
    for (const item of this.open.reverse()) {
      let timer: NodeJS.Timeout | undefined;
      const late = new Promise<'late'>((resolve) => {
        timer = setTimeout(() => resolve('late'), Math.max(100, deadline - performance.now()));
      });
      try {
        if ((await Promise.race([item.close(), late])) === 'late')
          this.logger.warn({ part: item.name }, 'did not close in time');
      } catch (error) {
        this.logger.error({ err: error, part: item.name }, 'failed to close');
      } finally {
        clearTimeout(timer);
      }
    }
  }

  /** Closes on SIGTERM and SIGINT and exits 0; a later signal exits at once with 1. */
  onSignals(): void {
    onStopSignals(() => {
      this.logger.info('stopping');
      return this.close();
    });
  }
}
