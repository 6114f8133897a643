/** Waits until `condition` gives something truthy and returns it; fails with `what` after `timeoutMs`. */
export async function eventually<T>(
  what: string,
  condition: () => T | Promise<T>,
  timeoutMs = 60_000,
  everyMs = 20,
): Promise<NonNullable<T>> {
  const deadline = Date.now() + timeoutMs;
  for (;;) {
    const value = await condition();
    if (value) return value;
    if (Date.now() > deadline) throw new Error(`not within ${timeoutMs} ms: ${what}`);
    await new Promise((resolve) => setTimeout(resolve, everyMs));
  }
}
