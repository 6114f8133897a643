import { browser } from '../browser.js';

const SELECTION = 'selection';
/** Characters of a question; the server takes no more. */
export const MOST_ASKED = 20_000;

/** What a person selected on a page and wants answered; each click has its own id, so that it is asked once. */
export interface Selection {
  id: string;
  text: string;
}

export const putSelection = (text: string): Promise<void> =>
  browser.storage.session.set({
    [SELECTION]: { id: crypto.randomUUID(), text: Array.from(text.trim()).slice(0, MOST_ASKED).join('') },
  });

/** Takes the selection that waits, if one does: of several panels one gets it. */
export async function takeSelection(): Promise<Selection | undefined> {
  const { [SELECTION]: found } = await browser.storage.session.get(SELECTION);
  await browser.storage.session.remove(SELECTION);
  return isSelection(found) ? found : undefined;
}

/** Calls `look` whenever a selection waits; returns how to stop. */
export function onSelection(look: () => void): () => void {
  const listen = (changes: Record<string, { newValue?: unknown }>, area: string): void => {
    if (area === 'session' && changes[SELECTION]?.newValue !== undefined) look();
  };
  browser.storage.onChanged.addListener(listen);
  return () => browser.storage.onChanged.removeListener(listen);
}

const isSelection = (value: unknown): value is Selection =>
  typeof value === 'object' &&
  value !== null &&
  typeof (value as Selection).id === 'string' &&
  typeof (value as Selection).text === 'string' &&
  (value as Selection).text !== '';
