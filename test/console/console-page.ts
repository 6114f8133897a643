import type { Browser, BrowserContext, Page } from 'playwright-core';
import type { TestSystem } from '../support/harness.js';

export interface OpenConsole {
  page: Page;
  context: BrowserContext;
  /** What the browser refused because of the page's policy, and errors of the page's own scripts. */
  complaints: string[];
  /** Every address that the page asked for. */
  requested: string[];
}

interface Options {
  /** The key that the tab already holds; '' for none. */
  key?: string;
  browser?: Parameters<Browser['newContext']>[0];
}

/** A tab of its own on a page of the console; nothing of another test is in it. */
export async function openConsole(
  browser: Browser,
  { url, key: adminKey }: Pick<TestSystem, 'url' | 'key'>,
  path: string,
  { key = adminKey, browser: options = {} }: Options = {},
): Promise<OpenConsole> {
  const context = await browser.newContext({ viewport: { width: 1280, height: 800 }, ...options });
  if (key !== '') {
    const name = JSON.stringify('candor-key');
    await context.addInitScript(`if (!sessionStorage.getItem(${name})) sessionStorage.setItem(${name}, '${key}')`);
  }
  const complaints: string[] = [];
  const requested: string[] = [];
  context.on('request', (request) => requested.push(request.url()));
  const page = await context.newPage();
  page.on('pageerror', (error) => complaints.push(error.message));
  page.on('console', (message) => {
    if (message.text().includes('Content Security Policy')) complaints.push(message.text());
  });
  await page.goto(`${url}/console${path}`);
  return { page, context, complaints, requested };
}

/** Goes to a page of the console without loading it anew, as links do. Nothing of what was shown before is left. */
export async function walkTo(page: Page, path: string): Promise<void> {
  const go = (to: string): Promise<void> =>
    page.evaluate(`history.pushState(null, '', '/console${to}'), dispatchEvent(new PopStateEvent('popstate'))`);
  await go('/nowhere');
  await page.getByRole('heading', { name: 'Page not found' }).waitFor();
  await go(path);
}

/** Waits until the page says this in its corner; fails with what it says instead when that is an error. */
export async function waitForToast(page: Page, words: string): Promise<void> {
  const refused = page.locator('.toast.error, .field-error').first();
  await page.getByText(words).or(refused).first().waitFor();
  if (await page.getByText(words).isVisible()) return;
  throw new Error(`the page says: ${await refused.innerText()}`);
}

/** Whether the page is wider than its window. */
export const overflows = (page: Page): Promise<boolean> =>
  page.evaluate('document.documentElement.scrollWidth > document.documentElement.clientWidth');

/** Words of letters that stand on two lines, broken inside; addresses and identifiers may be. */
export const brokenWords = (page: Page): Promise<string[]> =>
  page.evaluate(`(() => {
    const broken = new Set();
    const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    for (let text = texts.nextNode(); text; text = texts.nextNode()) {
      for (const { 0: token, index } of text.data.matchAll(/\\S+/g)) {
        if (!/^[\\p{P}\\p{L}]+$/u.test(token) || /[@./:_]\\p{L}/u.test(token)) continue;
        for (const word of token.matchAll(/\\p{L}+/gu)) {
          const range = document.createRange();
          range.setStart(text, index + word.index);
          range.setEnd(text, index + word.index + word[0].length);
          const lines = new Set([...range.getClientRects()].map(({ top }) => Math.round(top)));
          if (lines.size > 1) broken.add(word[0]);
        }
      }
    }
    return [...broken];
  })()`);
