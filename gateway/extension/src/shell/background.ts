import { t } from '../words/words.js';
import { browser, type Tab } from '../browser.js';
import { putSelection } from './selection.js';

const MENU = 'candor-answer';

/** Extension pages alone read what is stored: scripts in pages, also our own, do not. */
for (const area of [browser.storage.local, browser.storage.session])
  void area.setAccessLevel?.({ accessLevel: 'TRUSTED_CONTEXTS' }).catch(() => undefined);

browser.runtime.onInstalled.addListener(() => {
  void browser.contextMenus.removeAll().then(() => {
    browser.contextMenus.create({ id: MENU, title: t('menu'), contexts: ['selection'] });
  });
});

/** At once, while the click is under way: later the browser would refuse it. */
function openPanel(tab: Tab | undefined): void {
  if (browser.sidebarAction) void browser.sidebarAction.open().catch(() => undefined);
  else if (tab?.id !== undefined) void browser.sidePanel?.open({ tabId: tab.id }).catch(() => undefined);
}

// The click on the icon lets the panel read this page (activeTab), which opening by the browser itself would not.
browser.action.onClicked.addListener(openPanel);

browser.contextMenus.onClicked.addListener(({ menuItemId, selectionText }, tab) => {
  if (menuItemId !== MENU || selectionText === undefined) return;
  openPanel(tab);
  void putSelection(selectionText);
});
