import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import type { Browser } from 'playwright-core';
import { barriers, browserAvailable, startBrowser } from '../support/browser.js';
import { startSystem, type TestSystem } from '../support/harness.js';
import { eventually } from '../support/poll.js';
import { openConsole, waitForToast, type OpenConsole } from './console-page.js';

const available = await browserAvailable();

(available ? describe : describe.skip)('notifications in the console', () => {
  let system: TestSystem;
  let browser: Browser;
  let open: OpenConsole | undefined;
  /** Of an administrator. */
  let key = '';

  beforeAll(async () => {
    system = await startSystem();
    browser = await startBrowser();
    const user = { name: 'Jane Doe', email: 'jane@example.com', role: 'ADMIN' };
    const { id } = (await system.api.post('/v1/users', { json: user })).body as { id: string };
    const issued = await system.api.post('/v1/api-keys', { json: { name: 'Jane', role: 'ADMIN', owner_id: id } });
    key = (issued.body as { key: string }).key;
    const json = { title: 'New report', description: 'New.', send_immediately: true };
    await system.api.post('/v1/trustportal/updates', { json });
    // Nobody subscribes, so that it is sent without a mail server.
    await eventually('she is told', async () => {
      const { body } = await system.api.with({ 'x-api-key': key }).get('/v1/notifications');
      return (body as { unread: number }).unread === 1;
    });
  }, 120_000);
  afterAll(async () => {
    await browser.close();
    await system.close();
  });
  afterEach(async () => {
    expect(open?.complaints).toEqual([]);
    await open?.context.close();
  });

  it('are counted at the bell, listed, and marked as read by the keyboard alone', async () => {
    open = await openConsole(browser, system, '/', { key });
    const { page } = open;
    const bell = page.getByRole('link', { name: /^Notifications\s+1 unread$/ });
    await bell.focus();
    await page.keyboard.press('Enter');
    await page.getByRole('link', { name: 'New report (unread)' }).waitFor();
    await page.getByRole('button', { name: 'Save' }).waitFor();
    expect(await barriers(page)).toEqual([]);
    expect(await page.locator('main .button.primary').count()).toBe(1);
    await page.getByRole('button', { name: 'Mark all as read' }).focus();
    await page.keyboard.press('Enter');
    await page.getByRole('link', { name: 'New report', exact: true }).waitFor();
    await page.getByRole('link', { name: 'Notifications', exact: true }).waitFor();
  });

  it('are chosen kind by kind, with the hour and the language of the mails', async () => {
    open = await openConsole(browser, system, '/notifications', { key });
    const { page } = open;
    await page.getByLabel('You are mentioned in a comment').selectOption({ label: 'No email' });
    await page.getByLabel('Hour of the daily email').selectOption('17');
    await page.getByLabel('Time zone').selectOption('Europe/Berlin');
    await page.getByLabel('Language of the emails').selectOption('de');
    await page.getByRole('button', { name: 'Save' }).click();
    await waitForToast(page, 'Saved.');
    const { body } = await system.api.with({ 'x-api-key': key }).get('/v1/notifications/preferences');
    expect(body).toMatchObject({ kinds: { mentioned: 'off' }, hour: 17, time_zone: 'Europe/Berlin', language: 'de' });
  });

  it('are not offered to a key that is nobody’s', async () => {
    open = await openConsole(browser, system, '/');
    await open.page.getByRole('link', { name: 'Settings', exact: true }).waitFor();
    expect(await open.page.getByRole('link', { name: 'Notifications' }).count()).toBe(0);
  });
});
