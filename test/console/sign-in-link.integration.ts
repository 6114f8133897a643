import { execFile } from 'node:child_process';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import type { Browser } from 'playwright-core';
import { browserAvailable, startBrowser } from '../support/browser.js';
import { startSystem, type TestSystem } from '../support/harness.js';
import { openConsole, type OpenConsole } from './console-page.js';

const ADMIN = join(
  dirname(fileURLToPath(import.meta.url)),
  '..',
  '..',
  'deploy',
  'embedded',
  'dist',
  'admin',
  'main.js',
);
const available = await browserAvailable();

(available ? describe : describe.skip)('a sign-in link in a browser', () => {
  let system: TestSystem;
  let browser: Browser;
  let open: OpenConsole | undefined;
  beforeAll(async () => {
    system = await startSystem();
    browser = await startBrowser();
  }, 120_000);
  afterAll(async () => {
    await browser.close();
    await system.close();
  });
  afterEach(async () => {
    expect(open?.complaints).toEqual([]);
    await open?.context.close();
  });

  async function fragment(): Promise<string> {
    const env = { PATH: process.env['PATH'], CANDOR_DATA_DIR: system.dataDir };
    const { stdout } = await promisify(execFile)(process.execPath, [ADMIN, 'sign-in-link'], { env });
    return `#${stdout.split('\n')[0]?.split('#')[1]}`;
  }

  it('opens the console signed in, leaves no code in the address, and says so when it is followed again', async () => {
    const used = await fragment();
    open = await openConsole(browser, system, used, { key: '' });
    const { page, requested } = open;
    await page.getByRole('link', { name: 'Questionnaires' }).first().waitFor();
    expect(page.url()).not.toContain('sign-in');
    expect(requested.filter((address) => address.includes(used.slice('#sign-in='.length)))).toEqual([]);
    await page.reload();
    await page.getByRole('link', { name: 'Questionnaires' }).first().waitFor();

    // The same link, in the same tab, once more.
    await page.goto(`${system.url}/console${used}`);
    await page.getByText('This sign-in link has been used').waitFor();
    expect(page.url()).not.toContain('sign-in');
    expect(await page.getByLabel('API key').isVisible()).toBe(true);

    await page.goto(`${system.url}/console${await fragment()}`);
    await page.getByRole('link', { name: 'Questionnaires' }).first().waitFor();
  }, 120_000);
});
