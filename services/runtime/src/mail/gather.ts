export interface GatherOptions {
  /** So many are worth a call; 1: whoever asks first is not kept waiting. */
  enough: number;
  /** Milliseconds after which fewer are worth one too. */
  waitMs: number;
}

/**
 * Makes one call of many that are asked for at the same time: what is asked while a call runs waits for the next one. The
 * more are waiting, the less each costs; a few milliseconds of waiting for more are nothing beside a mail.
 */
export function gather<Item, Result>(
  run: (items: Item[]) => Promise<Result>,
  { enough, waitMs }: GatherOptions,
): (item: Item) => Promise<Result> {
  let waiting: { item: Item; resolve: (result: Promise<Result>) => void }[] = [];
  let running = false;
  let timer: NodeJS.Timeout | undefined;
  const next = async (): Promise<void> => {
    clearTimeout(timer);
    timer = undefined;
    running = true;
    const batch = waiting;
    waiting = [];
    const result = run(batch.map(({ item }) => item));
    for (const { resolve } of batch) resolve(result);
    await result.catch(() => undefined); // Each one who asked has the failure.
    running = false;
    look();
  };
  const look = (): void => {
    if (running || waiting.length === 0) return;
    if (waiting.length >= enough) {
      // After those who ask in the same turn.
      setImmediate(() => (running || waiting.length === 0 ? undefined : void next()));
    } else timer ??= setTimeout(() => (running ? (timer = undefined) : void next()), waitMs);
  };
  return (item) =>
    new Promise((resolve) => {
      waiting.push({ item, resolve });
      look();
    });
}
