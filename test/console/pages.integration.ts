import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Browser } from 'playwright-core';
import { barriers, browserAvailable, startBrowser } from '../support/browser.js';
import { startSystem, type TestSystem } from '../support/harness.js';
import { openConsole, overflows } from './console-page.js';
import { fillFull, fillUsual, onPhone, screensOf, type State } from './screens.js';
import { uploadMany } from './world.js';

const available = await browserAvailable();

const DESK = { viewport: { width: 1280, height: 800 } };
const LOOKS = [
  ['a desktop, light', { ...DESK, colorScheme: 'light' as const }],
  ['a desktop, dark', { ...DESK, colorScheme: 'dark' as const }],
  ['a phone', { viewport: { width: 360, height: 740 }, colorScheme: 'light' as const }],
] as const;

(available ? describe : describe.skip)('the pages of the console', () => {
  let system: TestSystem;
  let browser: Browser;
  let shown: Parameters<typeof screensOf>[0];
  const keys: Record<State, string> = { usual: '', empty: '', full: '' };

  beforeAll(async () => {
    system = await startSystem();
    browser = await startBrowser();
    const empty = await system.inNewOrganization('Empty');
    const full = await system.inNewOrganization('Full');
    shown = { ...(await fillUsual(system.api)), ...(await fillFull(full)) };
    keys.usual = system.key;
    for (const [state, api] of [
      ['empty', empty],
      ['full', full],
    ] as const) {
      const { body } = await api.post('/v1/api-keys', { json: { name: 'Console', role: 'ADMIN' } });
      keys[state] = (body as { key: string }).key;
    }
  }, 240_000);
  afterAll(async () => {
    await browser.close();
    await system.close();
  });

  it.each(LOOKS)(
    'have no serious barrier, fit, and ask this server alone on %s',
    async (_what, options) => {
      const found: string[] = [];
      for (const screen of screensOf(shown)) {
        if (options.viewport.width < 900 && !onPhone(screen)) continue;
        const key = keys[screen.state];
        const { page, context, complaints, requested } = await openConsole(browser, system, screen.path, {
          key,
          browser: options,
        });
        await screen.show(page);
        const foreign = requested.filter((url) => !url.startsWith(system.url) && !/^(data|blob):/.test(url));
        const problems = [...(await barriers(page)), ...complaints, ...foreign];
        if (await overflows(page)) problems.push('wider than the window');
        found.push(...problems.map((problem) => `${screen.name}: ${problem}`));
        await context.close();
      }
      expect(found).toEqual([]);
    },
    400_000,
  );

  it('keep only the rows in the document that are seen, however many there are', async () => {
    const id = await uploadMany(system.api, 1000);
    const { page, context } = await openConsole(browser, system, `/questionnaires/${id}/review`);
    await page.getByText('1,000 questions', { exact: true }).waitFor();
    await page.locator('.layout-row.current').waitFor();
    const list = page.getByRole('listbox', { name: 'Questions' });
    await list.evaluate('(list) => { list.scrollTop = list.scrollHeight / 2; }');
    await list.getByRole('option').first().waitFor();
    expect(await list.getByRole('option').count()).toBeLessThan(40);
    expect(await page.locator('.layout-row').count()).toBeLessThan(40);
    expect(await list.getByRole('option').first().getAttribute('aria-setsize')).toBe('1000');
    await context.close();
  }, 180_000);

  it('are served with a policy that allows their own files only, unchangeable by name, and no other method', async () => {
    const page = await fetch(`${system.url}/console/questionnaires/anything/review`);
    expect(page.status).toBe(200);
    const html = await page.text();
    const policy = page.headers.get('content-security-policy') ?? '';
    expect(policy).toMatch(/^default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self';/);
    expect(policy).not.toContain('unsafe');
    const again = { headers: { 'if-none-match': page.headers.get('etag') ?? '' } };
    expect((await fetch(`${system.url}/console`, again)).status).toBe(304);
    const assets = [...html.matchAll(/"(\/console\/assets\/[^"]+)"/g)].map(([, path]) => path ?? '');
    expect(assets).toHaveLength(2);
    for (const path of assets) {
      const asset = await fetch(system.url + path);
      expect([asset.status, asset.headers.get('cache-control')]).toEqual([200, 'public, max-age=31536000, immutable']);
      expect(asset.headers.get('content-encoding')).toBe('gzip');
      const plain = await fetch(system.url + path, { headers: { 'accept-encoding': 'identity' } });
      expect(await plain.text()).toBe(await asset.text());
      expect((await fetch(system.url + path, { method: 'POST' })).status).toBe(405);
    }
    for (const path of ['/console/assets/main-AAAAAAAA.js', '/console/assets/..%2findex.html', '/console/assets/x.js'])
      expect((await fetch(system.url + path)).status).toBe(404);
  });
});
