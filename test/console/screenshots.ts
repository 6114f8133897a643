/*
 * Remakes the pictures of every page of the console.
 *
 *   npm run screenshots [-- --out test/bench/out/screenshots --only review]
 *
 * Each page empty, as usual and full; light and dark at 1280 pixels, and light on a phone. They go into a folder outside of
 * git, except the three of the README, which go into gateway/console/screenshots when none is left out by `--only`.
 */
import { copyFile, mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { browserAvailable, startBrowser } from '../support/browser.js';
import { startSystem } from '../support/harness.js';
import { openConsole } from './console-page.js';
import { fillFull, fillUsual, onPhone, screensOf, type State } from './screens.js';

const { values } = parseArgs({
  options: { out: { type: 'string', default: 'test/bench/out/screenshots' }, only: { type: 'string', default: '' } },
});
const README = ['questionnaires-light', 'review-light', 'review-dark'];
const FOR_README = fileURLToPath(new URL('../../gateway/console/screenshots/', import.meta.url));

const DESK = { viewport: { width: 1280, height: 800 } };
const LOOKS = [
  ['light', { ...DESK, colorScheme: 'light' as const }],
  ['dark', { ...DESK, colorScheme: 'dark' as const }],
  ['phone', { viewport: { width: 390, height: 844 }, colorScheme: 'light' as const, hasTouch: true, isMobile: true }],
] as const;

if (!(await browserAvailable())) process.exit(1);
const system = await startSystem();
const browser = await startBrowser();
try {
  await mkdir(values.out, { recursive: true });
  const empty = await system.inNewOrganization('Fjord Analytics');
  const full = await system.inNewOrganization('Harbor Metrics Group');
  const shown = { ...(await fillUsual(system.api)), ...(await fillFull(full)) };
  /** A key of each organization: the console then works there. */
  const keys: Record<State, string> = { usual: system.key, empty: '', full: '' };
  for (const [state, api] of [
    ['empty', empty],
    ['full', full],
  ] as const) {
    const { body } = await api.post('/v1/api-keys', { json: { name: 'Console', role: 'ADMIN' } });
    keys[state] = (body as { key: string }).key;
  }
  const take = async (
    name: string,
    look: string,
    options: (typeof LOOKS)[number][1],
    key: string,
    path: string,
    show: (page: Awaited<ReturnType<typeof openConsole>>['page']) => Promise<void>,
  ): Promise<void> => {
    const { page, context } = await openConsole(browser, system, path, { key, browser: options });
    await show(page);
    // The bars and spinners come to rest.
    await page.waitForTimeout(400);
    await page.screenshot({ path: join(values.out, `${name}-${look}.png`) });
    await context.close();
  };
  for (const [look, options] of LOOKS) {
    if ('sign-in'.includes(values.only)) {
      await take('sign-in', look, options, '', '', (page) => page.getByLabel('API key').waitFor());
    }
    for (const screen of screensOf(shown)) {
      if (!screen.name.includes(values.only) || (look === 'phone' && !onPhone(screen))) continue;
      await take(screen.name, look, options, keys[screen.state], screen.path, screen.show);
    }
    process.stdout.write(`${look}: done\n`);
  }
  if (values.only === '') {
    await mkdir(FOR_README, { recursive: true });
    for (const name of README) await copyFile(join(values.out, `${name}.png`), join(FOR_README, `${name}.png`));
  }
} finally {
  await browser.close();
  await system.close();
}
