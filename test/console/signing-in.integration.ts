import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import type { Browser, Page } from 'playwright-core';
import { barriers, browserAvailable, startBrowser } from '../support/browser.js';
import { startSystem, type TestSystem } from '../support/harness.js';
import { MailBox } from '../support/mail-box.js';
import { openConsole, waitForToast, type OpenConsole } from './console-page.js';

const available = await browserAvailable();
const PASSWORD = 'correct horse battery';

(available ? describe : describe.skip)('signing in, in a browser', () => {
  let system: TestSystem;
  let browser: Browser;
  let box: MailBox;
  let open: OpenConsole | undefined;
  beforeAll(async () => {
    box = await MailBox.start();
    system = await startSystem({ SMTP_URL: box.url, CANDOR_PASSWORD_SIGN_IN: 'true' });
    browser = await startBrowser();
  }, 120_000);
  afterAll(async () => {
    await browser.close();
    await system.close();
    await box.close();
  });
  afterEach(async () => {
    expect(open?.complaints).toEqual([]);
    await open?.context.close();
  });

  const addPerson = (name: string): Promise<unknown> =>
    system.api.post('/v1/users', { json: { name, email: `${name}@example.com`, role: 'ADMIN' } });
  const inside = (page: Page): Promise<void> => page.getByRole('link', { name: 'Questionnaires' }).first().waitFor();
  /** Asks for a link on the page, and opens it in the same tab. */
  async function byMail(page: Page, email: string): Promise<void> {
    await page.getByLabel('Email address').fill(email);
    await page.getByRole('button', { name: 'Mail me a link' }).click();
    await page.getByText('a link is on its way').waitFor();
    const code = (await box.next(email)).fragment('sign-in-mail');
    await page.goto(`${system.url}/console#sign-in-mail=${code}`);
    await page.getByRole('heading', { name: 'Sign in by your link' }).waitFor();
    expect(page.url()).not.toContain(code);
    expect(await barriers(page)).toEqual([]);
    await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  }

  it('makes the first person an administrator, by the link of the first start', async () => {
    const [, fragment] = (system.firstAdminLink ?? '').split('/console');
    open = await openConsole(browser, system, fragment ?? '', { key: '' });
    const { page } = open;
    await page.getByRole('heading', { name: 'Become the first administrator' }).waitFor();
    expect(page.url()).toBe(`${system.url}/console`);
    expect(await barriers(page)).toEqual([]);
    await page.getByLabel('Your name').fill('Fay First');
    await page.getByLabel('Email address').fill('fay@example.com');
    await page.getByLabel('Password (optional)').fill('short');
    await page.getByRole('button', { name: 'Begin' }).click();
    await page.getByText('12 to 256 characters').waitFor();
    await page.getByLabel('Password (optional)').fill(PASSWORD);
    await page.getByRole('button', { name: 'Begin' }).click();
    await page.getByRole('link', { name: 'Fay First' }).waitFor();
    await page.goto(`${system.url}/console/settings/people`);
    await page.getByRole('rowheader', { name: /Fay First/ }).waitFor();
  }, 120_000);

  it('by a mailed link leads to where the person was going, works in every tab, and sets a password', async () => {
    await addPerson('Ann');
    open = await openConsole(browser, system, '/settings/people', { key: '' });
    const { page, context } = open;
    await page.getByRole('heading', { name: 'Sign in' }).waitFor();
    expect(await barriers(page)).toEqual([]);
    expect(await page.locator('.button.primary').count()).toBe(1);
    await byMail(page, 'Ann@example.com');
    await page.getByRole('heading', { name: 'People' }).waitFor();
    expect(page.url()).toBe(`${system.url}/console/settings/people`);
    await page.getByRole('link', { name: 'Ann', exact: true }).waitFor();

    // No key is needed in another tab, nor on the ask page.
    const second = await context.newPage();
    await second.goto(`${system.url}/console`);
    await inside(second);
    await second.goto(`${system.url}/ask`);
    await second.getByLabel('Your question').waitFor();
    await second.getByLabel('Your question').fill('Is customer data encrypted at rest?');
    await second.getByRole('button', { name: 'Ask', exact: true }).click();
    await second.getByRole('log').getByText('Is customer data encrypted at rest?').waitFor();
    await second.close();

    await page.getByRole('link', { name: 'Ann', exact: true }).click();
    await page.getByRole('heading', { name: 'Your account' }).waitFor();
    await page.getByRole('rowheader').filter({ hasText: 'This one' }).waitFor();
    expect(await barriers(page)).toEqual([]);
    await page.getByLabel('New password').fill('short');
    await page.getByRole('button', { name: 'Save password' }).click();
    await page.getByText('12 to 256 characters').waitFor();
    await page.getByLabel('New password').fill(PASSWORD);
    await page.getByRole('button', { name: 'Save password' }).click();
    await waitForToast(page, 'Your password is saved');
    // The new cookie is at work: what changes something is taken.
    await page.goto(`${system.url}/console/settings/people`);
    await page.getByRole('heading', { name: 'People' }).waitFor();
  }, 180_000);

  it('by password, and out of all tabs at once; another browser is ended from the list', async () => {
    open = await openConsole(browser, system, '/questionnaires', { key: '' });
    const { page, context } = open;
    await page.getByLabel('Email address').fill('ann@example.com');
    await page.getByLabel('Password').fill('not the right one');
    await page.getByRole('button', { name: 'Sign in', exact: true }).click();
    await page.getByText('The address or the password is wrong').waitFor();
    await page.getByLabel('Password').fill(PASSWORD);
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: 'Questionnaires', exact: true }).waitFor();

    const elsewhere = await openConsole(browser, system, '', { key: '' });
    await elsewhere.page.getByLabel('Email address').fill('ann@example.com');
    await elsewhere.page.getByLabel('Password').fill(PASSWORD);
    await elsewhere.page.keyboard.press('Enter');
    await inside(elsewhere.page);
    await page.goto(`${system.url}/console/settings/account`);
    await page
      .getByRole('button', { name: /^Sign out there/ })
      .first()
      .click();
    await page.getByRole('dialog').getByRole('button', { name: 'Sign out there' }).click();
    await waitForToast(page, 'That browser is signed out');

    const tab = await context.newPage();
    await tab.goto(`${system.url}/console`);
    await inside(tab);
    await page.getByRole('button', { name: 'Sign out', exact: true }).click();
    await page.getByRole('heading', { name: 'Sign in' }).waitFor();
    await tab.getByText('You are signed out').waitFor();
    expect(await tab.getByLabel('Email address').isVisible()).toBe(true);
    await elsewhere.context.close();
  }, 180_000);

  it('out everywhere at once from the account page, where agents and extensions are seen too', async () => {
    open = await openConsole(browser, system, '/settings/account', { key: '' });
    const { page } = open;
    await page.getByLabel('Email address').fill('ann@example.com');
    await page.getByLabel('Password').fill(PASSWORD);
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: 'Your account' }).waitFor();
    await page.getByText('No browser extension is connected.').waitFor();
    await page.getByRole('button', { name: 'Sign out everywhere' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Disconnect agents and browser extensions, too').check();
    expect(await barriers(page)).toEqual([]);
    await dialog.getByRole('button', { name: 'Sign out everywhere' }).click();
    await page.getByRole('heading', { name: 'Sign in' }).waitFor();
    await page.getByText('You are signed out everywhere.').waitFor();
  }, 180_000);

  it('goes on by key for those who have one, and by link from the ask page back to it', async () => {
    await addPerson('Bo');
    open = await openConsole(browser, system, '', { key: '' });
    const { page } = open;
    await page.getByRole('button', { name: 'Use an API key' }).click();
    await page.getByLabel('API key').fill(system.key);
    await page.keyboard.press('Enter');
    await inside(page);
    await page.getByRole('button', { name: 'Sign out' }).click();
    await page.goto(`${system.url}/ask`);
    await page.getByRole('link', { name: 'Sign in with your account' }).click();
    await byMail(page, 'Bo@example.com');
    await page.waitForURL(`${system.url}/ask`);
    await page.getByLabel('Your question').waitFor();
    await page.getByRole('button', { name: 'Sign out' }).click();
    await page.getByLabel('API key').waitFor();
    await page.goto(`${system.url}/console`);
    await page.getByRole('heading', { name: 'Sign in' }).waitFor();
  }, 180_000);

  it('says in one sentence that a link was used, and offers the other ways', async () => {
    open = await openConsole(browser, system, '#sign-in-mail=AAAAAAAAAAAAAAAAAAAAAA', { key: '' });
    const { page } = open;
    await page.getByRole('button', { name: 'Sign in', exact: true }).click();
    await page.getByText('This link has been used, or is too old').waitFor();
    await page.getByRole('button', { name: 'Sign in another way' }).click();
    await page.getByLabel('Email address').waitFor();
  }, 60_000);
});
