import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { barriers, browserAvailable, startBrowser } from '../support/browser.js';
import { startSystem, type TestSystem } from '../support/harness.js';
import { form, markdown } from '../support/multipart.js';

const available = await browserAvailable();

const POLICY =
  '# Security policy\n\n## Encryption\n\nAll customer data is encrypted at rest with AES-256 <b>now</b>.\n';
const KNOWN = 'Is customer data encrypted at rest?';
const UNKNOWN = 'Which airline does the CEO prefer?';

(available ? describe : describe.skip)('the page at /ask, in a browser', () => {
  let system: TestSystem;
  let browser: Browser;
  let context: BrowserContext;
  /** Every address that the pages of a test asked for. */
  let requested: string[] = [];

  beforeAll(async () => {
    system = await startSystem();
    const { body } = await system.api.post('/v1/knowledge/documents', {
      body: form(['file', markdown(POLICY, 'policy.md')]),
    });
    const { id } = body as { id: string };
    await system.api.poll(`/v1/knowledge/documents/${id}`, ({ should_poll: more }: { should_poll: boolean }) => !more);
    browser = await startBrowser();
  }, 120_000);
  afterAll(async () => {
    await browser.close();
    await system.close();
  });
  afterEach(() => context.close());

  async function open(options: Parameters<Browser['newContext']>[0] = {}): Promise<Page> {
    context = await browser.newContext(options);
    requested = [];
    context.on('request', (request) => requested.push(request.url()));
    const page = await context.newPage();
    await page.goto(`${system.url}/ask`);
    return page;
  }
  async function signIn(page: Page, key = system.key): Promise<void> {
    await page.getByLabel('API key').fill(key);
    await page.getByRole('button', { name: 'Continue' }).click();
  }
  async function ask(page: Page, question: string): Promise<void> {
    await page.getByLabel('Your question').fill(question);
    await page.keyboard.press('Enter');
  }
  const reply = (page: Page) => page.getByRole('article').last().locator('.reply');
  const recorded = async (): Promise<number> =>
    ((await system.api.get('/v1/insights/conversations')).body as { total: number }).total;

  it('answers with citations, records, and asks this server alone', async () => {
    const page = await open();
    const violations: string[] = [];
    page.on('console', (message) => {
      if (message.text().includes('Content Security Policy')) violations.push(message.text());
    });
    await signIn(page);
    const before = await recorded();
    await ask(page, KNOWN);
    await reply(page)
      .getByText(/^(High|Medium) confidence/)
      .waitFor();
    const text = await reply(page).innerText();
    expect(text).toContain('AES-256');
    expect(text).toContain('policy.md');
    expect(text).toContain('Security policy > Encryption');
    expect(await recorded()).toBe(before + 1);
    expect(requested.filter((url) => !url.startsWith(system.url) && !url.startsWith('data:'))).toEqual([]);
    expect(violations).toEqual([]);
  });

  it('says honestly that nothing is known, and that the question is recorded', async () => {
    const page = await open();
    await signIn(page);
    await ask(page, UNKNOWN);
    await reply(page).getByText('There is no answer to this question yet.').waitFor();
    expect(await reply(page).innerText()).toContain('recorded as an open question');
  });

  it('answers a greeting with what can be asked, and leaves no open question', async () => {
    const page = await open();
    await signIn(page, 'cnd_wrong');
    await page.getByRole('alert').getByText('not valid').waitFor();
    await signIn(page);
    await page.getByLabel('Your question').waitFor();
    // The key was checked without asking anything.
    expect(requested.filter((url) => url.endsWith('/v1/insights/ask'))).toEqual([]);
    expect(requested).toContain(`${system.url}/v1/session`);
    await ask(page, 'hi');
    await reply(page).getByText('Ask me about security, privacy or compliance').waitFor();
    expect(await reply(page).innerText()).not.toContain('open question');
    const { body } = await system.api.get('/v1/insights/summary?days=1');
    const { unanswered } = body as { unanswered: { question: string }[] };
    expect(unanswered.map(({ question }) => question)).not.toContain('hi');
  });

  it('tells a key that may not ask before anything is asked', async () => {
    const json = { name: 'Viewer', role: 'VIEWER', scopes: ['Insights: read'] };
    const { body } = await system.api.post('/v1/api-keys', { json });
    const page = await open();
    await signIn(page, (body as { key: string }).key);
    await page.getByRole('alert').getByText('may not ask questions').waitFor();
  });

  it('asks for the key once in a tab, tells a wrong one, and forgets it', async () => {
    const page = await open();
    await signIn(page, 'cnd_wrong');
    await page.getByRole('alert').getByText('not valid').waitFor();
    await signIn(page);
    await page.getByLabel('Your question').waitFor();
    await page.reload();
    await ask(page, KNOWN);
    await reply(page)
      .getByText(/^(High|Medium) confidence/)
      .waitFor();
    expect(await page.evaluate('localStorage.length + document.cookie.length')).toBe(0);
    expect(page.url()).toBe(`${system.url}/ask`);
    await page.getByRole('button', { name: 'Sign out' }).click();
    await page.getByLabel('API key').waitFor();
    expect(await page.evaluate('sessionStorage.length')).toBe(0);
    expect(await page.getByRole('article').count()).toBe(0);
    const another = await context.newPage();
    await another.goto(`${system.url}/ask`);
    await another.getByLabel('API key').waitFor();
  });

  it('shows what is asked as text, never as HTML', async () => {
    const page = await open();
    await signIn(page);
    await ask(page, '<img src=x onerror="document.title=1"> Is customer data encrypted at rest?');
    await reply(page).locator('.text').waitFor();
    expect(await page.locator('#log img, #log b').count()).toBe(0);
    expect(await page.title()).toBe('Ask Default organization');
  });

  it('keeps a question whose call broke off, and asks it again as the same one', async () => {
    const page = await open();
    await signIn(page);
    const before = await recorded();
    const keys: (string | undefined)[] = [];
    let broken = true;
    await page.route('**/v1/insights/ask', async (route) => {
      keys.push(route.request().headers()['idempotency-key']);
      // The server has answered; its answer is lost on the way.
      if (broken) await route.fetch();
      await (broken ? route.abort() : route.continue());
      broken = false;
    });
    await ask(page, KNOWN);
    await reply(page).getByText('cannot be reached').waitFor();
    await page.getByRole('button', { name: 'Try again' }).click();
    await reply(page)
      .getByText(/^(High|Medium) confidence/)
      .waitFor();
    expect(keys).toHaveLength(2);
    expect(new Set(keys).size).toBe(1);
    expect(await recorded()).toBe(before + 1);
  });

  it('goes back to the key when it is revoked', async () => {
    const { body } = await system.api.post('/v1/api-keys', { json: { name: 'Chat', role: 'VIEWER' } });
    const { id, key } = body as { id: string; key: string };
    const page = await open();
    await signIn(page, key);
    await page.getByLabel('Your question').waitFor();
    await system.api.call('DELETE', `/v1/api-keys/${id}`);
    // The gateway may know the key for 5 seconds more.
    while (!(await page.getByLabel('API key').isVisible())) {
      await ask(page, KNOWN);
      await page.locator('.waiting').waitFor({ state: 'detached' });
    }
    expect(await page.getByRole('alert').innerText()).toContain('not valid');
  });

  it.each([
    ['a desktop, light', { viewport: { width: 1280, height: 800 }, colorScheme: 'light' as const }],
    ['a desktop, dark', { viewport: { width: 1280, height: 800 }, colorScheme: 'dark' as const }],
    ['a phone, light', { viewport: { width: 320, height: 640 }, colorScheme: 'light' as const }],
    ['a phone, dark', { viewport: { width: 320, height: 640 }, colorScheme: 'dark' as const }],
  ])('fits and has no serious barrier on %s', async (_what, options) => {
    const page = await open(options);
    const overflow = (): Promise<boolean> =>
      page.evaluate('document.documentElement.scrollWidth > document.documentElement.clientWidth');
    await page.getByLabel('API key').waitFor();
    expect(await barriers(page)).toEqual([]);
    await signIn(page);
    await page.getByLabel('Your question').waitFor();
    expect(await barriers(page)).toEqual([]);
    await ask(page, KNOWN);
    await reply(page)
      .getByText(/^(High|Medium) confidence/)
      .waitFor();
    await ask(page, `${UNKNOWN} ${'x'.repeat(300)}`);
    await page.getByText('There is no answer to this question yet').waitFor();
    await page.route('**/v1/insights/ask', (route) => route.fulfill({ status: 503 }));
    await ask(page, KNOWN);
    await reply(page).getByText('not available').waitFor();
    expect(await barriers(page)).toEqual([]);
    expect(await overflow()).toBe(false);
  });

  it('is served with a policy that allows its own files only, and answers other methods with 405', async () => {
    await open();
    for (const url of requested.filter((one) => one.startsWith(`${system.url}/ask`))) {
      const response = await fetch(url);
      expect(response.headers.get('content-security-policy')).toMatch(/^default-src 'none'; script-src 'self';/);
      expect(response.headers.get('content-security-policy')).not.toContain('unsafe');
      const again = await fetch(url, { headers: { 'if-none-match': response.headers.get('etag') ?? '' } });
      expect(again.status).toBe(304);
      expect((await fetch(url, { method: 'POST' })).status).toBe(405);
    }
    expect(requested.length).toBeGreaterThanOrEqual(6);
    expect((await fetch(`${system.url}/ask/other.js`)).status).toBe(404);
  });
});
