import { createHash, randomBytes } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Browser, Page } from 'playwright-core';
import { barriers, browserAvailable, startBrowser } from '../support/browser.js';
import { startSystem, type TestSystem } from '../support/harness.js';
import { eventually } from '../support/poll.js';

const available = await browserAvailable();

(available ? describe : describe.skip)('one’s own browser extensions, in the console', () => {
  let system: TestSystem;
  let browser: Browser;
  let page: Page;
  beforeAll(async () => {
    system = await startSystem();
    browser = await startBrowser();
    page = await (await browser.newContext()).newPage();
    await page.goto(system.firstAdminLink ?? '');
    await page.getByLabel('Your name').fill('Fay First');
    await page.getByLabel('Email address').fill('fay@example.com');
    await page.getByRole('button', { name: 'Begin' }).click();
    await page.getByRole('link', { name: 'Fay First' }).waitFor();
  }, 180_000);
  afterAll(async () => {
    await browser.close();
    await system.close();
  });

  /** Connects an extension as the person who is signed in on the page; gives its key. */
  async function connect(): Promise<string> {
    const verifier = randomBytes(32).toString('base64url');
    const challenge = createHash('sha256').update(verifier).digest('base64url');
    const code = await page.evaluate(async (shown: string) => {
      const session = (await (await fetch('/v1/session')).json()) as { sign_in: { csrf_token: string } };
      const reply = await fetch('/v1/extension/connections', {
        method: 'POST',
        headers: { 'content-type': 'application/json', 'x-csrf-token': session.sign_in.csrf_token },
        body: JSON.stringify({ challenge: shown }),
      });
      return ((await reply.json()) as { code: string }).code;
    }, challenge);
    const reply = await fetch(`${system.url}/v1/extension/connections/redeem`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ code, verifier }),
    });
    return ((await reply.json()) as { key: string }).key;
  }
  const statusOf = async (key: string): Promise<number> =>
    (await fetch(`${system.url}/v1/session`, { headers: { 'x-api-key': key } })).status;

  it('are listed with the beginning of their keys; one is ended, and the other goes on', async () => {
    const keys = [await connect(), await connect()];
    await page.goto(`${system.url}/console/settings/account`);
    const region = page.getByRole('region', { name: 'Browser extensions that act for you' });
    for (const key of keys) await region.getByText(`Its key begins with ${key.slice(0, 12)}`).waitFor();
    expect(await barriers(page)).toEqual([]);
    await region.getByRole('button', { name: `Disconnect ${keys[0]!.slice(0, 12)}` }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Disconnect' }).click();
    await eventually('its key works no more', async () => (await statusOf(keys[0]!)) === 401);
    await region.getByText(`Its key begins with ${keys[0]!.slice(0, 12)}`).waitFor({ state: 'detached' });
    expect(await statusOf(keys[1]!)).toBe(200);
    await region.getByRole('button', { name: `Disconnect ${keys[1]!.slice(0, 12)}` }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Disconnect' }).click();
    await region.getByText('No browser extension is connected.').waitFor();
  }, 120_000);
});
