/*
 * Remakes the pictures of every page of the console.
 *
 *   npm run screenshots [-- --out test/bench/out/screenshots --only review,library]
 *
 * Each page empty, as usual and full; light and dark at 1280 pixels, and light on a phone. They go into a folder outside of
 * git, except the three of the README, which go into gateway/console/screenshots when none is left out by `--only`.
 */
import { copyFile, mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import type { Page } from 'playwright-core';
import { browserAvailable, startBrowser } from '../support/browser.js';
import { startSystem } from '../support/harness.js';
import { openConsole } from './console-page.js';
import { fillAll, onPhone, screensOf } from './screens.js';

const { values } = parseArgs({
  options: { out: { type: 'string', default: 'test/bench/out/screenshots' }, only: { type: 'string', default: '' } },
});
const only = values.only.split(',');
const README = ['questionnaires-light', 'review-light', 'review-dark'];
const FOR_README = fileURLToPath(new URL('../../gateway/console/screenshots/', import.meta.url));

const DESK = { viewport: { width: 1280, height: 800 } };
const PHONE = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true };

if (!(await browserAvailable())) process.exit(1);
const system = await startSystem();
const browser = await startBrowser();
try {
  await mkdir(values.out, { recursive: true });
  const { shown, keys } = await fillAll(system);
  const picture = async (page: Page, name: string): Promise<void> => {
    // Bars and spinners at rest.
    await page.screenshot({ path: join(values.out, `${name}.png`), animations: 'disabled' });
  };
  const signIn = {
    name: 'sign-in',
    path: '',
    key: '',
    show: (page: Page): Promise<void> => page.getByLabel('API key').waitFor(),
  };
  const screens = screensOf(shown).map((screen) => ({ ...screen, key: keys[screen.state] }));
  for (const { name, path, key, show } of [signIn, ...screens]) {
    if (!only.some((part) => name.includes(part))) continue;
    const desk = await openConsole(browser, system, path, { key, browser: DESK });
    await show(desk.page);
    for (const colorScheme of ['light', 'dark'] as const) {
      await desk.page.emulateMedia({ colorScheme });
      await picture(desk.page, `${name}-${colorScheme}`);
    }
    await desk.context.close();
    if (!onPhone({ name })) continue;
    const phone = await openConsole(browser, system, path, { key, browser: PHONE });
    await show(phone.page);
    await picture(phone.page, `${name}-phone`);
    await phone.context.close();
  }
  if (values.only === '') {
    await mkdir(FOR_README, { recursive: true });
    for (const name of README) await copyFile(join(values.out, `${name}.png`), join(FOR_README, `${name}.png`));
  }
} finally {
  await browser.close();
  await system.close();
}
