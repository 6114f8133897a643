/** What we use of the browser: Chrome calls it `chrome`, Firefox `browser`; both give promises. */

export interface Tab {
  id?: number;
  url?: string;
  title?: string;
  windowId?: number;
}

interface Area {
  get(keys: string | string[]): Promise<Record<string, unknown>>;
  set(items: Record<string, unknown>): Promise<void>;
  remove(keys: string | string[]): Promise<void>;
  setAccessLevel?(access: { accessLevel: 'TRUSTED_CONTEXTS' }): Promise<void>;
}

interface Listeners<Listen> {
  addListener(listen: Listen): void;
  removeListener(listen: Listen): void;
}

export interface MessageSender {
  id?: string;
  frameId?: number;
  tab?: Tab;
}

interface Browser {
  runtime: {
    id: string;
    onInstalled: Listeners<() => void>;
    onMessage: Listeners<(message: unknown, sender: MessageSender) => void>;
  };
  i18n: { getUILanguage(): string };
  action: { onClicked: Listeners<(tab: Tab) => void> };
  contextMenus: {
    create(item: { id: string; title: string; contexts: string[] }, done?: () => void): unknown;
    removeAll(): Promise<void>;
    onClicked: Listeners<(info: { menuItemId: string | number; selectionText?: string }, tab?: Tab) => void>;
  };
  storage: {
    local: Area;
    session: Area;
    onChanged: Listeners<(changes: Record<string, { newValue?: unknown }>, area: string) => void>;
  };
  permissions: {
    request(wanted: { origins: string[] }): Promise<boolean>;
    remove(wanted: { origins: string[] }): Promise<boolean>;
  };
  tabs: {
    query(which: { active: boolean; currentWindow: boolean }): Promise<Tab[]>;
    create(page: { url: string }): Promise<Tab>;
    get(id: number): Promise<Tab>;
    remove(id: number): Promise<void>;
    sendMessage(id: number, message: unknown, options: { frameId: number }): Promise<unknown>;
  };
  scripting: { executeScript(injection: { target: { tabId: number }; files: string[] }): Promise<unknown> };
  /** Chrome and Edge. */
  sidePanel?: { open(where: { tabId: number } | { windowId: number }): Promise<void> };
  /** Firefox. */
  sidebarAction?: { open(): Promise<void> };
}

const world = globalThis as unknown as { browser?: Browser; chrome?: Browser };

function known(): Browser {
  const found = world.browser ?? world.chrome;
  if (!found) throw new Error('This page belongs to the extension: open it from there.');
  return found;
}

export const browser: Browser = known();
