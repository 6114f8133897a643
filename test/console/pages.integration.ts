import { beforeAll, expect, it } from '@jest/globals';
import { barriers, RULES_OF_COLOUR } from '../support/browser.js';
import { overflows, walkTo, type OpenConsole } from './console-page.js';
import { fillAll, onPhone, screensOf, startsElsewhereOnPhone, type Screen, type State } from './screens.js';
import { describeConsole } from './stage.fixture.js';

const DESK = { width: 1280, height: 800 };
const PHONE = { width: 360, height: 740 };
/** Walks through the screens at once. */
const AT_ONCE = 2;

describeConsole('the pages of the console', (stage) => {
  let worlds: Awaited<ReturnType<typeof fillAll>>;

  beforeAll(async () => {
    worlds = await fillAll(stage.system);
  }, 240_000);

  /** Looks at a screen in each of its looks. One page serves for all, as long as only the style tells them apart. */
  async function problemsOf(screen: Screen, { page }: OpenConsole): Promise<string[]> {
    const found: string[] = [];
    const look = async (name: string, rules?: readonly string[]): Promise<void> => {
      // Lists of any length draw what they show by their size.
      await page.evaluate('new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn)))');
      const problems = await barriers(page, rules);
      if (await overflows(page)) problems.push('wider than the window');
      found.push(...problems.map((problem) => `${screen.name}, ${name}: ${problem}`));
    };
    await walkTo(page, screen.path);
    await screen.show(page);
    await look('light');
    await page.emulateMedia({ colorScheme: 'dark' });
    await look('dark', RULES_OF_COLOUR);
    await page.emulateMedia({ colorScheme: 'light' });
    if (!onPhone(screen)) return found;
    await page.setViewportSize(PHONE);
    if (startsElsewhereOnPhone(screen)) {
      await walkTo(page, screen.path);
      await screen.show(page);
    }
    await look('phone');
    await page.setViewportSize(DESK);
    return found;
  }

  it('have no serious barrier, fit, and ask this server alone on a desktop, light and dark, and on a phone', async () => {
    const waiting = screensOf(worlds.shown);
    const found: string[] = [];
    /** A tab for each organization, in which its screens are walked through. */
    const walk = async (): Promise<void> => {
      const tabs = new Map<State, OpenConsole>();
      for (let screen = waiting.shift(); screen; screen = waiting.shift()) {
        const { state } = screen;
        const browserOptions = { viewport: DESK, colorScheme: 'light' as const };
        const tab = tabs.get(state) ?? (await stage.open('', { key: worlds.keys[state], browser: browserOptions }));
        tabs.set(state, tab);
        found.push(...(await problemsOf(screen, tab)));
      }
      for (const { context, complaints, requested } of tabs.values()) {
        await context.close();
        const foreign = requested.filter((url) => !url.startsWith(stage.system.url) && !/^(data|blob):/.test(url));
        found.push(...complaints, ...foreign);
      }
    };
    await Promise.all(Array.from({ length: AT_ONCE }, walk));
    expect(found).toEqual([]);
  }, 600_000);

  it('keep only the rows in the document that are seen, however many there are', async () => {
    const { page, context } = await stage.open(`/questionnaires/${worlds.shown.large}/review`, {
      key: worlds.keys.full,
    });
    await page.getByText('300 questions', { exact: true }).waitFor();
    await page.locator('.layout-row.current').waitFor();
    const list = page.getByRole('listbox', { name: 'Questions' });
    await list.evaluate('(list) => { list.scrollTop = list.scrollHeight / 2; }');
    await list.getByRole('option').first().waitFor();
    expect(await list.getByRole('option').count()).toBeLessThan(40);
    expect(await page.locator('.layout-row').count()).toBeLessThan(40);
    expect(await list.getByRole('option').first().getAttribute('aria-setsize')).toBe('300');
    await context.close();
  }, 60_000);

  it('are served with a policy that allows their own files only, unchangeable by name, and no other method', async () => {
    const page = await fetch(`${stage.system.url}/console/questionnaires/anything/review`);
    expect(page.status).toBe(200);
    const html = await page.text();
    const policy = page.headers.get('content-security-policy') ?? '';
    expect(policy).toMatch(/^default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self';/);
    expect(policy).not.toContain('unsafe');
    const again = { headers: { 'if-none-match': page.headers.get('etag') ?? '' } };
    expect((await fetch(`${stage.system.url}/console`, again)).status).toBe(304);
    const assets = [...html.matchAll(/"(\/console\/assets\/[^"]+)"/g)].map(([, path]) => path ?? '');
    expect(assets).toHaveLength(2);
    for (const path of assets) {
      const asset = await fetch(stage.system.url + path);
      expect([asset.status, asset.headers.get('cache-control')]).toEqual([200, 'public, max-age=31536000, immutable']);
      expect(asset.headers.get('content-encoding')).toBe('gzip');
      const plain = await fetch(stage.system.url + path, { headers: { 'accept-encoding': 'identity' } });
      expect(await plain.text()).toBe(await asset.text());
      expect((await fetch(stage.system.url + path, { method: 'POST' })).status).toBe(405);
    }
    for (const path of ['/console/assets/main-AAAAAAAA.js', '/console/assets/..%2findex.html', '/console/assets/x.js'])
      expect((await fetch(stage.system.url + path)).status).toBe(404);
  });
});
