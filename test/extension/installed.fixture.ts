import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { chromium, type BrowserContext, type Page, type Worker } from 'playwright-core';
import { projectRoot } from '../support/managed-process.js';

/** A browser in which the built extension is loaded. */
export interface Installed {
  context: BrowserContext;
  /** Of the extension: its background. */
  worker: Worker;
  /** Opens the panel in a tab: no program can click the icon in the toolbar. */
  openPanel(): Promise<Page>;
  close(): Promise<void>;
}

/**
 * Chromium with the extension as it was built. Only its manifest is another: this machine's addresses are granted, since no
 * program can answer what the browser asks the person.
 */
export async function installExtension(
  options: { language?: string; colorScheme?: 'light' | 'dark' } = {},
): Promise<Installed> {
  const folder = await mkdtemp(join(tmpdir(), 'candor-extension-'));
  const unpacked = join(folder, 'extension');
  await cp(join(projectRoot, 'gateway', 'dist', 'extension', 'chrome'), unpacked, { recursive: true });
  const path = join(unpacked, 'manifest.json');
  const manifest = JSON.parse(await readFile(path, 'utf8')) as object;
  await writeFile(path, JSON.stringify({ ...manifest, host_permissions: ['http://127.0.0.1/*'] }));
  const { language = 'en', colorScheme = 'light' } = options;
  const context = await chromium.launchPersistentContext(join(folder, 'profile'), {
    executablePath: '/usr/bin/chromium',
    headless: false,
    colorScheme,
    args: [
      ...['--headless=new', '--no-sandbox', '--disable-dev-shm-usage', `--lang=${language}`],
      ...[`--disable-extensions-except=${unpacked}`, `--load-extension=${unpacked}`],
    ],
    env: { ...process.env, LANGUAGE: language },
  });
  const [running] = context.serviceWorkers();
  const worker = running ?? (await context.waitForEvent('serviceworker'));
  const { host } = new URL(worker.url());
  return {
    context,
    worker,
    async openPanel() {
      const page = await context.newPage();
      await page.setViewportSize({ width: 400, height: 800 });
      await page.goto(`chrome-extension://${host}/panel.html`);
      return page;
    },
    async close() {
      await context.close();
      await rm(folder, { recursive: true, force: true });
    },
  };
}
