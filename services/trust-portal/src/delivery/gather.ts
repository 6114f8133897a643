/**
 * Makes one call of many that are asked for at the same time: what is asked while a call runs waits for the next one. The
 * more are waiting, the less each costs.
 */
export function gather<Item, Result>(run: (items: Item[]) => Promise<Result>): (item: Item) => Promise<Result> {
  let waiting: { item: Item; resolve: (result: Promise<Result>) => void }[] = [];
  let running = false;
  const next = async (): Promise<void> => {
    running = true;
    while (waiting.length > 0) {
      const batch = waiting;
      waiting = [];
      const result = run(batch.map(({ item }) => item));
      for (const { resolve } of batch) resolve(result);
      await result.catch(() => undefined); // Each one who asked has the failure.
    }
    running = false;
  };
  return (item) =>
    new Promise((resolve) => {
      waiting.push({ item, resolve });
      // After those who ask in the same turn.
      if (!running) setImmediate(() => (running ? undefined : void next()));
    });
}
