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

  it('are counted at the bell, and shown there in a popover that keys open, walk and close', async () => {
    open = await openConsole(browser, system, '/', { key });
    const { page } = open;
    const bell = page.getByRole('link', { name: /^Notifications\s+1 unread$/ });
    const popover = page.getByRole('dialog', { name: 'Notifications' });
    await bell.focus();
    await page.keyboard.press('Enter');
    await popover.getByRole('link', { name: 'New report (unread)' }).waitFor();
    await popover.getByText('1 unread').waitFor();
    expect(await barriers(page)).toEqual([]);
    // The focus stays in it, and goes back to the bell.
    for (let step = 0; step < 8; step++) {
      await page.keyboard.press('Tab');
      expect(await page.locator('main :focus, nav :focus').count()).toBe(0);
    }
    await page.keyboard.press('Escape');
    await popover.waitFor({ state: 'detached' });
    expect(await page.locator('nav :focus').innerText()).toContain('Notifications');
    expect(new URL(page.url()).pathname).toBe('/console');
  });

  it('are marked as read in the popover, which leads to all of them', async () => {
    open = await openConsole(browser, system, '/', { key });
    const { page } = open;
    await page.getByRole('link', { name: /^Notifications\s+1 unread$/ }).click();
    const popover = page.getByRole('dialog', { name: 'Notifications' });
    await popover.getByRole('button', { name: 'Mark all as read' }).click();
    await popover.getByText('Nothing unread').waitFor();
    await popover.getByRole('link', { name: 'New report', exact: true }).waitFor();
    await popover.getByRole('link', { name: 'All notifications' }).click();
    await popover.waitFor({ state: 'detached' });
    await page.getByRole('button', { name: 'Save' }).waitFor();
    expect(await barriers(page)).toEqual([]);
    expect(await page.locator('main .button.primary').count()).toBe(1);
    // On their own page the bell is a link like the others.
    await page.getByRole('link', { name: 'Notifications', exact: true }).click();
    expect(await popover.count()).toBe(0);
  });

  it('are shown in German at the bell', async () => {
    open = await openConsole(browser, system, '/', { key, browser: { locale: 'de-DE' } });
    const { page } = open;
    await page.getByRole('link', { name: 'Benachrichtigungen' }).click();
    const popover = page.getByRole('dialog', { name: 'Benachrichtigungen' });
    await popover.getByText('Nichts ungelesen').waitFor();
    await popover.getByRole('link', { name: 'Alle Benachrichtigungen' }).waitFor();
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
