import { readFile } from 'node:fs/promises';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { PDFDocument } from 'pdf-lib';
import { PDFParse } from 'pdf-parse';
import type { Browser, Page } from 'playwright-core';
import type { Api } from '../support/api.js';
import { barriers, browserAvailable, startBrowser } from '../support/browser.js';
import { startSystem, type TestSystem } from '../support/harness.js';
import { MailBox } from '../support/mail-box.js';
import { form } from '../support/multipart.js';
import { freePort } from '../support/ports.js';

const withBrowser = (await browserAvailable()) ? describe : describe.skip;
const EMAIL = 'ann@customer.example';

/** A visitor's way to a document under NDA, with scripts switched off and without a mouse. */
withBrowser('documents of the trust portal', () => {
  let system: TestSystem;
  let mails: MailBox;
  let browser: Browser;
  let api: Api;
  let document = '';

  beforeAll(async () => {
    mails = await MailBox.start();
    const port = await freePort();
    system = await startSystem({
      CANDOR_HTTP_PORT: String(port),
      CANDOR_PUBLIC_URL: `http://127.0.0.1:${port}`,
      SMTP_URL: mails.url,
    });
    api = await system.inNewOrganization('Walked');
    const nda = { text: '# Agreement\n\nKeep it **secret**.', copy_to: 'legal@walked.example' };
    await api.call('PUT', '/v1/trustportal/nda', { json: nda });
    const pdf = await PDFDocument.create();
    pdf.addPage();
    const file = { fileName: 'soc2.pdf', type: 'application/pdf', content: await pdf.save() };
    const body = form(['title', 'SOC 2 report'], ['category', 'Reports'], ['visibility', 'nda'], ['file', file]);
    document = ((await api.post('/v1/trustportal/documents', { body })).body as { id: string }).id;
    browser = await startBrowser();
  }, 240_000);
  afterAll(async () => {
    await browser.close();
    await system.close();
    await mails.close();
  });

  /** Types into the focused fields, one after the other, as who has no mouse. */
  async function typeIn(page: Page, values: string[]): Promise<void> {
    for (const value of values) {
      await page.keyboard.type(value);
      await page.keyboard.press('Tab');
    }
  }

  it('are got by keyboard from request to download, and no longer when the access has ended', async () => {
    const context = await browser.newContext({ javaScriptEnabled: false, acceptDownloads: true });
    const page = await context.newPage();
    await page.goto(`${system.url}/portal/walked`);
    await page.getByRole('link', { name: 'Request access SOC 2 report' }).focus();
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: 'Request access to documents' }).waitFor();
    await page.getByLabel('Your name').focus();
    await typeIn(page, ['Ann Reader', EMAIL, 'Northgate Bank', 'Our yearly review']);
    expect(await page.getByRole('checkbox', { name: /SOC 2 report/ }).isChecked()).toBe(true);
    await page.getByRole('button', { name: 'Send the request' }).press('Enter');
    await page.getByRole('heading', { name: 'Check your inbox' }).waitFor();

    await page.goto((await mails.next(EMAIL)).documentLink('confirm'));
    await page.getByRole('button', { name: 'Confirm the request' }).press('Enter');
    await page.getByRole('heading', { name: 'Non-disclosure agreement', level: 1 }).waitFor();
    await page.getByLabel('Your full name').focus();
    await page.keyboard.type('Ann Reader');
    await page.getByRole('checkbox').press('Space');
    await page.getByRole('button', { name: 'Accept' }).press('Enter');
    await page.getByRole('heading', { name: 'Your request is confirmed' }).waitFor();
    await mails.next(EMAIL);

    const { requests } = (await api.get('/v1/trustportal/access-requests')).body as { requests: { id: string }[] };
    const request = `/v1/trustportal/access-requests/${requests[0]?.id}`;
    await api.post(`${request}/approve`, { json: { expires_at: '2099-01-01T00:00:00Z' } });
    await page.goto((await mails.next(EMAIL)).documentLink('open'));
    await page.getByRole('button', { name: 'Open the documents' }).press('Enter');
    const link = page.getByRole('link', { name: 'Download SOC 2 report' });
    await link.waitFor();
    expect(page.url()).not.toContain('token');
    const [download] = await Promise.all([page.waitForEvent('download'), link.press('Enter')]);
    const parser = new PDFParse({ data: Uint8Array.from(await readFile(await download.path())) });
    expect((await parser.getText()).text).toContain(`Ann Reader <${EMAIL}>, Northgate Bank`);

    await api.post(`${request}/revoke`, {});
    await page.goto(`${system.url}/portal/walked/documents/${document}/file`);
    await page.getByRole('heading', { name: 'You have no access to this document' }).waitFor();
    await context.close();
  }, 240_000);

  it.each([
    ['light', 1440],
    ['dark', 1440],
    ['light', 390],
    ['dark', 390],
  ] as const)(
    'have nothing in the way of anybody, %s and %i wide',
    async (colorScheme, width) => {
      // The checker of barriers is a script.
      const context = await browser.newContext({ viewport: { width, height: 900 }, colorScheme, bypassCSP: true });
      const page = await context.newPage();
      for (const path of ['', '/documents', '/documents/request', '/documents/sign-in', '/documents/open?token=x']) {
        await page.goto(`${system.url}/portal/walked${path}`);
        expect([path, await barriers(page)]).toEqual([path, []]);
        const wide = await page.evaluate<number>('document.documentElement.scrollWidth');
        expect(wide).toBeLessThanOrEqual(width);
      }
      await context.close();
    },
    240_000,
  );
});
