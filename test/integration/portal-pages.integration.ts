import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Browser, Page } from 'playwright-core';
import type { Api } from '../support/api.js';
import { barriers, browserAvailable, startBrowser } from '../support/browser.js';
import { startSystem, type TestSystem } from '../support/harness.js';
import { MailBox } from '../support/mail-box.js';
import { freePort } from '../support/ports.js';

const withBrowser = (await browserAvailable()) ? describe : describe.skip;
const PORTAL = '/v1/trustportal';
const SCRIPT = '<img src=x onerror="document.title=1"><script>document.title=1</script>';

interface Opening {
  width?: number;
  javaScriptEnabled?: boolean;
  colorScheme?: 'light' | 'dark';
}

/** The public pages as a visitor meets them, with scripts switched off, and the mails as they arrive. */
withBrowser('the public pages', () => {
  let system: TestSystem;
  let mailBox: MailBox;
  let browser: Browser;
  let api: Api;
  let portal: string;
  let infra: string;
  const complaints: string[] = [];

  beforeAll(async () => {
    mailBox = await MailBox.start();
    const port = await freePort();
    system = await startSystem({
      CANDOR_HTTP_PORT: String(port),
      CANDOR_PUBLIC_URL: `http://127.0.0.1:${port}`,
      SMTP_URL: mailBox.url,
    });
    api = await system.inNewOrganization('Rivet & Sons');
    portal = `${system.url}/portal/rivet-sons`;
    infra = (
      (await api.post(`${PORTAL}/update-categories`, { json: { name: 'Infrastructure' } })).body as { id: string }
    ).id;
    await api.post(`${PORTAL}/update-categories`, { json: { name: 'البنية' } });
    for (let i = 1; i <= 45; i++) await publish({ title: `Update ${i}`, ...(i % 3 ? {} : { category_ids: [infra] }) });
    browser = await startBrowser();
  }, 120_000);
  afterAll(async () => {
    await browser.close();
    await system.close();
    await mailBox.close();
  });

  const publish = (json: object) =>
    api.post(`${PORTAL}/updates`, {
      json: { title: 'Title', description: 'Text with a [link](https://example.com).', ...json },
    });

  async function opened(
    address: string,
    { width = 1280, javaScriptEnabled = false, colorScheme = 'light' }: Opening = {},
  ): Promise<Page> {
    const context = await browser.newContext({ viewport: { width, height: 900 }, javaScriptEnabled, colorScheme });
    const page = await context.newPage();
    page.on('console', (message) => {
      if (/Content Security Policy/.test(message.text())) complaints.push(message.text());
    });
    page.on('dialog', (dialog) => {
      complaints.push(dialog.message());
      void dialog.dismiss();
    });
    await page.goto(address);
    return page;
  }

  it('lead from a subscription by mail to an update, other topics, and out by one click', async () => {
    const page = await opened(portal);
    await page.getByRole('link', { name: 'Subscribe' }).first().click();
    await page.getByLabel('Email address').fill('Reader@Customer.example');
    await page.getByLabel('Only these topics:').check();
    await page.getByLabel('Infrastructure').check();
    await page.getByRole('button', { name: 'Subscribe' }).click();
    await page.getByRole('heading', { name: 'Check your inbox' }).waitFor();

    const confirmation = await mailBox.next('reader@customer.example');
    await page.goto(confirmation.link('confirm'));
    expect(await page.getByText('reader@customer.example').count()).toBe(1);
    await page.getByRole('button', { name: 'Confirm' }).click();
    await page.getByRole('heading', { name: 'You are subscribed' }).waitFor();
    expect(page.url()).not.toContain('token');

    await publish({ title: 'Of another topic', category_ids: [], send_immediately: true });
    const update = await mailBox.next('reader@customer.example');
    expect(update.subject).toBe('Of another topic');

    await page.goto(update.link('preferences'));
    expect(await page.getByLabel('Infrastructure').isChecked()).toBe(true);
    await page.getByLabel('All updates').check();
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByRole('status').waitFor();
    expect(await page.getByLabel('All updates').isChecked()).toBe(true);

    // What a mail program does when its reader clicks "unsubscribe" (RFC 8058).
    const [, address = ''] = /^List-Unsubscribe:\s+<([^>]+)>/im.exec(update.unfolded) ?? [];
    expect(update.unfolded).toMatch(/^List-Unsubscribe-Post: List-Unsubscribe=One-Click/im);
    const clicked = await fetch(address, {
      method: 'POST',
      body: new URLSearchParams({ 'List-Unsubscribe': 'One-Click' }),
      redirect: 'error',
    });
    expect(clicked.status).toBe(200);
    const { body } = await api.get(`${PORTAL}/updates/subscribers?query=reader@`);
    expect(body).toMatchObject({ data: [{ status: 'unsubscribed' }] });
    await page.goto(update.link('unsubscribe'));
    await page.getByRole('heading', { name: 'You have been unsubscribed' }).waitFor();
    await page.goto(confirmation.link('confirm'));
    await page.getByRole('heading', { name: 'This link no longer works' }).waitFor();
    await page.context().close();
  });

  it('can be used by the keyboard alone', async () => {
    const page = await opened(portal);
    const press = async (...keys: string[]): Promise<void> => {
      for (const key of keys) await page.keyboard.press(key);
    };
    await press('Tab', 'Enter'); // Skips to the content.
    await press('Tab');
    await page.keyboard.type('Update 45');
    await press('Enter');
    await page.getByRole('status').waitFor();
    expect(page.url()).toContain('q=Update+45');
    const reach = async (name: string): Promise<void> => {
      for (let i = 0; i < 60; i++) {
        await press('Tab');
        if ((await page.locator(':focus').textContent())?.trim() === name) return;
      }
      throw new Error(`"${name}" is not reached by the keyboard`);
    };
    await reach('Update 45');
    await press('Enter');
    await page.getByRole('heading', { level: 1, name: 'Update 45' }).waitFor();
    await reach('Subscribe');
    await press('Enter');
    await page.getByRole('heading', { name: 'Subscribe to updates' }).waitFor();
    while (
      (await page
        .locator(':focus')
        .getAttribute('id')
        .catch(() => null)) !== 'email'
    )
      await press('Tab');
    await page.keyboard.type('keys@customer.example');
    await press('Tab', 'ArrowDown', 'Tab', 'Space', 'Enter');
    await page.getByRole('heading', { name: 'Check your inbox' }).waitFor();
    await page.goto((await mailBox.next('keys@customer.example')).link('confirm'));
    await reach('Confirm');
    await press('Enter');
    await page.getByRole('heading', { name: 'You are subscribed' }).waitFor();
    const { body } = await api.get(`${PORTAL}/updates/subscribers?query=keys@`);
    expect(body).toMatchObject({ data: [{ status: 'confirmed', category_ids: [expect.any(String)] }] });
    await page.context().close();
  }, 120_000);

  it('have no barriers, in light and dark, and fit a phone', async () => {
    await api.post(`${PORTAL}/updates/subscribers`, { json: { email: 'axe@customer.example', status: 'confirmed' } });
    await publish({
      title: 'مرحبا '.repeat(12),
      description: '# A\n\n> quote\n\n```\ncode\n```',
      link: 'https://example.com',
      send_immediately: true,
    });
    const mail = await mailBox.next('axe@customer.example');
    await fetch(`${portal}/subscribe`, {
      method: 'POST',
      body: new URLSearchParams({ email: 'axe2@customer.example' }),
    });
    const confirmation = await mailBox.next('axe2@customer.example');
    const { body } = await api.get(`${PORTAL}/updates`);
    const newest = (body as { updates: { id: string }[] }).updates[0]!.id;
    const addresses = [
      portal,
      `${portal}?page=2&category=${infra}`,
      `${portal}?q=nothing-like-it`,
      `${portal}/updates/${newest}`,
      `${portal}/subscribe`,
      confirmation.link('confirm'),
      mail.link('preferences'),
      mail.link('unsubscribe'),
      `${portal}/nothing`,
      `${system.url}/portal/nobody`,
    ];
    for (const address of addresses) {
      for (const options of [{ width: 390 }, { width: 1280, colorScheme: 'dark' as const }]) {
        const page = await opened(address, { ...options, javaScriptEnabled: true });
        expect([address, await barriers(page)]).toEqual([address, []]);
        const wide = await page.evaluate<number>('document.documentElement.scrollWidth');
        expect([address, wide]).toEqual([address, options.width]);
        await page.context().close();
      }
    }
  }, 120_000);

  it('run nothing of what was written into titles, texts, links and names', async () => {
    const { body } = await publish({
      title: SCRIPT,
      description: `${SCRIPT}\n\n[click](javascript:document.title=1) ![](x"onerror="document.title=1)`,
      link: 'https://example.com/"onmouseover="document.title=1',
      link_text: SCRIPT,
    });
    for (const address of [
      portal,
      `${portal}/updates/${(body as { id: string }).id}`,
      `${portal}?q=${encodeURIComponent(SCRIPT)}`,
    ]) {
      const page = await opened(address, { javaScriptEnabled: true });
      expect(await page.evaluate<string>('document.title')).toContain('Rivet & Sons');
      expect(await page.locator('script, main img, [onerror], [onmouseover], a[href^="javascript"]').count()).toBe(0);
      expect((await page.locator('body').textContent())?.includes('<script>')).toBe(true);
      await page.context().close();
    }
    expect(complaints).toEqual([]);
  });
});
