import type { PageNotice, PageReplies, PageReply, PageRequest } from '../page/messages.js';
import { browser, type MessageSender, type Tab } from '../browser.js';
import { t } from '../words/words.js';

/** The page does not do what is asked of it; the words say what helps. */
export class PageFailed extends Error {}

/** How long a page may take: a long list is scrolled to its end. */
const PATIENCE_MS = 60_000;
/** Pages that no extension reads. */
const CLOSED = /^(chrome|edge|about|chrome-extension|moz-extension|view-source|devtools):/;

/** The page in front, with the engine in it. */
export class Page {
  private constructor(
    readonly tabId: number,
    readonly address: string,
  ) {}

  /** Puts the engine into the page in front; a second time does nothing. Needs the person's click on the icon. */
  static async inFront(): Promise<Page> {
    const [tab]: (Tab | undefined)[] = await browser.tabs.query({ active: true, currentWindow: true });
    if (tab?.id === undefined) throw new PageFailed(t('notThisPage'));
    if (CLOSED.test(tab.url ?? '')) throw new PageFailed(t('noPage'));
    try {
      await browser.scripting.executeScript({ target: { tabId: tab.id }, files: ['page.js'] });
    } catch {
      throw new PageFailed(t('notThisPage'));
    }
    return new Page(tab.id, tab.url ?? '');
  }

  /** Asks the engine in the frame of the page itself. */
  async ask<T extends PageRequest['type']>(request: Extract<PageRequest, { type: T }>): Promise<PageReplies[T]> {
    const sent = browser.tabs.sendMessage(this.tabId, request, { frameId: 0 }) as Promise<PageReply<T> | undefined>;
    const late = new Promise<undefined>((resolve) => setTimeout(() => resolve(undefined), PATIENCE_MS));
    const reply = await Promise.race([sent, late]).catch(() => undefined);
    if (reply?.ok !== true) throw new PageFailed(t('pageBusy'));
    return reply;
  }

  /** Tells what the engine says by itself, of this page's own frame alone; returns how to stop. */
  onNotice(told: (notice: PageNotice) => void): () => void {
    const listen = (message: unknown, { id, frameId, tab }: MessageSender): void => {
      if (id !== browser.runtime.id || frameId !== 0 || tab?.id !== this.tabId) return;
      if (isNotice(message)) told(message);
    };
    browser.runtime.onMessage.addListener(listen);
    return () => browser.runtime.onMessage.removeListener(listen);
  }
}

function isNotice(message: unknown): message is PageNotice {
  if (typeof message !== 'object' || message === null) return false;
  const { type, key, result } = message as Record<'type' | 'key', unknown> & {
    result?: { key?: unknown; status?: unknown };
  };
  if (type === 'candor.changed') return true;
  if (type === 'candor.opened') return typeof key === 'string';
  return (
    (type === 'candor.filled' || type === 'candor.undone') &&
    typeof result?.key === 'string' &&
    typeof result.status === 'string'
  );
}
