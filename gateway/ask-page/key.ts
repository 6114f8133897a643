const NAME = 'candor-key';

/** The key of this tab; a browser that forbids storage keeps it until the page is left. */
let held: string | undefined;

export function storedKey(): string | undefined {
  try {
    return sessionStorage.getItem(NAME) ?? held;
  } catch {
    return held;
  }
}

export function storeKey(key: string): void {
  held = key;
  try {
    sessionStorage.setItem(NAME, key);
  } catch {
    // Held above.
  }
}

export function forgetKey(): void {
  held = undefined;
  try {
    sessionStorage.removeItem(NAME);
  } catch {
    // Nothing was stored.
  }
}
