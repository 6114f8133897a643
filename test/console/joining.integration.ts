import { startProvider, type TestProvider } from '@candor/tenant/oidc/provider.fixture';
import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import type { Browser } from 'playwright-core';
import { barriers, browserAvailable, startBrowser } from '../support/browser.js';
import { startSystem, type TestSystem } from '../support/harness.js';
import { MailBox } from '../support/mail-box.js';
import { freePort } from '../support/ports.js';
import { openConsole, waitForToast, type OpenConsole } from './console-page.js';

const available = await browserAvailable();

(available ? describe : describe.skip)('people who come in, in a browser', () => {
  let system: TestSystem;
  let browser: Browser;
  let box: MailBox;
  let provider: TestProvider;
  let open: OpenConsole | undefined;
  beforeAll(async () => {
    const port = await freePort();
    const url = `http://127.0.0.1:${port}`;
    box = await MailBox.start();
    provider = await startProvider({ redirectUris: [`${url}/auth/oidc/callback`] });
    system = await startSystem({
      SMTP_URL: box.url,
      CANDOR_HTTP_PORT: String(port),
      CANDOR_PUBLIC_URL: url,
      CANDOR_OIDC_ISSUER: provider.issuer,
      CANDOR_OIDC_CLIENT_ID: provider.clientId,
      CANDOR_OIDC_CLIENT_SECRET: provider.clientSecret,
      CANDOR_OIDC_NAME: 'Test login',
    });
    browser = await startBrowser();
  }, 120_000);
  afterAll(async () => {
    await browser.close();
    await system.close();
    await provider.close();
    await box.close();
  });
  afterEach(async () => {
    expect(open?.complaints).toEqual([]);
    await open?.context.close();
  });

  it('are invited, accept by a click, and are deactivated and reactivated', async () => {
    const admin = await openConsole(browser, system, '/settings/people');
    open = admin;
    const { page } = admin;
    await page.getByRole('button', { name: 'Invite' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Email address').fill('bo@example.com');
    await dialog.getByLabel('Name (optional)').fill('Bo');
    expect(await barriers(page)).toEqual([]);
    await dialog.getByRole('button', { name: 'Invite' }).click();
    const row = page.getByRole('row').filter({ hasText: 'bo@example.com' });
    await row.getByText('Invited', { exact: true }).waitFor();
    expect(await page.locator('.button.primary').count()).toBe(1);
    expect(await barriers(page)).toEqual([]);
    const first = (await box.next('bo@example.com')).fragment('invitation');
    await row.getByRole('button', { name: 'Send the invitation again' }).click();
    const code = (await box.next('bo@example.com')).fragment('invitation');

    const guest = await openConsole(browser, system, `#invitation=${first}`, { key: '' });
    await guest.page.getByText('was accepted, withdrawn or replaced').waitFor();
    await guest.page.goto(`${system.url}/console?again#invitation=${code}`);
    await guest.page.getByText('invites bo@example.com').waitFor();
    expect(guest.page.url()).not.toContain(code);
    expect(await barriers(guest.page)).toEqual([]);
    await guest.page.getByRole('button', { name: 'Accept the invitation' }).click();
    await guest.page.getByRole('link', { name: 'Questionnaires' }).first().waitFor();
    expect(guest.complaints).toEqual([]);

    await page.reload();
    await row.getByText('Active', { exact: true }).waitFor();
    await row.getByRole('button', { name: 'Deactivate' }).click();
    await dialog.getByRole('button', { name: 'Deactivate' }).click();
    await row.getByText('Deactivated', { exact: true }).waitFor();
    await guest.page.reload();
    await guest.page.getByRole('heading', { name: 'Sign in' }).waitFor();
    await guest.context.close();
    await row.getByRole('button', { name: 'Reactivate' }).click();
    await row.getByText('Active', { exact: true }).waitFor();
  }, 120_000);

  it('sign in by the provider, and read why it did not work', async () => {
    open = await openConsole(browser, system, '/settings/keys', { key: '' });
    const { page } = open;
    await page.getByRole('button', { name: 'Sign in with Test login' }).click();
    await page.getByText('Nobody has invited this email address yet').waitFor();
    expect(page.url()).toBe(`${system.url}/console`);
    expect(await barriers(page)).toEqual([]);
    await system.api.post('/v1/users', { json: { name: 'Ada', email: 'ada@example.com', role: 'ADMIN' } });
    await page.goto(`${system.url}/console/settings/keys`);
    await page.getByRole('button', { name: 'Sign in with Test login' }).click();
    await page.getByRole('heading', { name: 'API keys' }).waitFor();
    expect(page.url()).toBe(`${system.url}/console/settings/keys`);
  }, 120_000);

  it('are let in by what an administrator sets up on the page Sign-in', async () => {
    open = await openConsole(browser, system, '/settings/sign-in');
    const { page } = open;
    await page.getByText('The operator has set up Test login').waitFor();
    expect(await barriers(page)).toEqual([]);
    await page.getByRole('button', { name: 'Test the provider' }).click();
    await page.getByText(`people are sent to ${provider.issuer}`).waitFor();
    await page.getByLabel('Issuer').fill(provider.issuer);
    await page.getByLabel('Client ID').fill('own');
    await page.getByLabel('Client secret').fill('own secret');
    await page.getByRole('button', { name: 'Save' }).first().click();
    await waitForToast(page, 'Saved. Test the provider');
    await page.getByRole('button', { name: 'Test the provider' }).click();
    await page.getByText('an address that this server must not reach').waitFor();
    await page.getByRole('button', { name: 'Remove the provider' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Remove the provider' }).click();
    await page.getByText('The operator has set up Test login').waitFor();
  }, 120_000);
});
