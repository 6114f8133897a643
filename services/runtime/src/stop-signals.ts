/** npm sends on what a terminal has sent to both: so soon after the first, a signal is the same one again. Milliseconds. */
const SAME_SIGNAL_MS = 1000;

/**
 * Calls `stop` at the first SIGTERM or SIGINT, and exits 0 when it is done. A further one exits at once with 1, unless it
 * comes so soon that it is the same one by another way.
 */
export function onStopSignals(stop: () => Promise<void>): void {
  let askedAt: number | undefined;
  const asked = (): void => {
    const now = performance.now();
    if (askedAt !== undefined) {
      if (now - askedAt > SAME_SIGNAL_MS) process.exit(1);
      return;
    }
    askedAt = now;
    void stop().then(() => process.exit(0));
  };
  process.on('SIGTERM', asked);
  process.on('SIGINT', asked);
}
