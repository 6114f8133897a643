import { afterEach, expect, it } from '@jest/globals';
import type { Page } from 'playwright-core';
import { barriers } from '../support/browser.js';
import { overflows } from './console-page.js';
import { describeConsoleWith } from './stage.fixture.js';

const PORTAL = '/v1/trustportal';
const INTRO = 'How we keep your data safe.';
const LOGO = 'https://cdn.harbor.example/logo.svg';
const DRAWING =
  '<svg xmlns="http://www.w3.org/2000/svg" width="64" height="32"><rect width="64" height="32" rx="6" fill="#5b21b6"/></svg>';

const OPTIONS = { environment: () => ({ CANDOR_PUBLIC_URL: 'http://localhost:8080' }), mayAskOthers: true };

/** What leaves the house: whose it is, and whether it arrives. There is no mail server here. */
describeConsoleWith(OPTIONS, 'what leaves the house', (stage) => {
  /** What the browser refused to pages beside the console. */
  const refused: string[] = [];
  afterEach(() => expect(refused.splice(0)).toEqual([]));

  it('is signed by the default organization once it is renamed: portal and ask page bear its brand', async () => {
    const open = await stage.open('/settings/organizations');
    const { page } = open;
    await page.getByRole('button', { name: 'Edit Default organization' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Name', { exact: true }).fill('Harbor Metrics');
    await dialog.getByLabel('Name in web addresses').fill('harbor');
    await dialog.getByLabel('Logo URL').fill(LOGO);
    await dialog.getByLabel('Accent color').fill('purple');
    await dialog.getByLabel('Introduction').fill(INTRO);
    await dialog.getByRole('button', { name: 'Save' }).click();
    await dialog.getByText('must be a color like "#0f766e"').waitFor();
    await dialog.getByLabel('Accent color').fill('#5b21b6');
    expect(await barriers(page)).toEqual([]);
    await dialog.getByRole('button', { name: 'Save' }).click();
    await page.getByRole('rowheader', { name: /Harbor Metrics/ }).waitFor();

    const visitor = await visit('/portal/harbor');
    await visitor.getByText(INTRO).waitFor();
    expect(await colourOf(visitor, '.button')).toBe('rgb(91, 33, 182)');
    expect(await visitor.locator(`img[src="${LOGO}"]`).count()).toBe(1);
    expect(await barriers(visitor)).toEqual([]);
    await visitor.goto(`${stage.system.url}/portal/default`);
    await visitor.getByText('Harbor Metrics').first().waitFor();
    await visitor.context().close();

    const asker = await visit('/ask');
    await asker.getByRole('heading', { name: 'Ask Candor' }).waitFor();
    await asker.getByLabel('API key').fill(stage.system.key);
    await asker.getByRole('button', { name: 'Continue' }).click();
    await asker.getByRole('heading', { name: 'Ask Harbor Metrics' }).waitFor();
    await asker.getByText(INTRO).waitFor();
    await expectSoon(() => colourOf(asker, '#send'), 'rgb(91, 33, 182)');
    expect(await asker.locator(`img[src="${LOGO}"]`).isVisible()).toBe(true);
    expect(await barriers(asker)).toEqual([]);
    await asker.getByRole('button', { name: 'Sign out' }).click();
    await asker.getByRole('heading', { name: 'Ask Candor' }).waitFor();
    await asker.context().close();
  }, 120_000);

  it('is warned of on every page of the trust portal while mails reach nobody, with a test mail at hand', async () => {
    await stage.system.api.post(`${PORTAL}/updates/subscribers`, {
      json: { email: 'a@b.example', status: 'confirmed' },
    });
    const open = await stage.open('/trust-portal/updates');
    const { page } = open;
    const dialog = page.getByRole('dialog');
    for (const tab of ['Categories', 'Subscribers', 'Updates']) {
      await page.getByRole('link', { name: tab, exact: true }).click();
      await page.getByText('Emails are not being delivered.').waitFor();
      await page.getByText('Links in emails open only on this machine').waitFor();
    }
    await page.getByRole('button', { name: 'Send a test email' }).click();
    await dialog.getByLabel('To').fill('nobody');
    await dialog.getByLabel('To').fill('me@harbor.example');
    await dialog.getByRole('button', { name: 'Send the test' }).click();
    await page.getByText('Kept in the outbox: there is no mail server').waitFor();

    await page.getByRole('button', { name: 'New update' }).click();
    await page.getByText('Emails are not being delivered.').waitFor();
    await page.getByLabel('Title').fill('A report');
    await page.getByLabel('Text').fill('It is **there**.');
    await page.getByRole('button', { name: 'Save as a draft' }).click();
    await page.locator('.page-head').getByText('Draft').waitFor();
    expect(await page.getByRole('button', { name: 'Send now' }).count()).toBe(0);
    const id = /updates\/([^/?]+)/.exec(page.url())?.[1] ?? '';
    expect((await fetch(`${stage.system.url}/portal/harbor/updates/${id}`)).status).toBe(404);
    await page.getByRole('button', { name: 'Send me a test' }).click();
    await dialog.getByLabel('To').fill('me@harbor.example');
    await dialog.getByRole('button', { name: 'Send the test' }).click();
    await dialog.waitFor({ state: 'detached' });

    await page.getByRole('button', { name: 'Publish' }).click();
    await page.locator('.page-head').getByText('Published').waitFor();
    await expectSoon(async () => (await fetch(`${stage.system.url}/portal/harbor/updates/${id}`)).status, 200);
    await page.getByRole('button', { name: 'Send now' }).click();
    await dialog.getByText('the emails are kept in the outbox, and nobody receives them').waitFor();
    await dialog.getByText('Links in emails open only on this machine').waitFor();
    expect(await barriers(page)).toEqual([]);
    await dialog.getByLabel(/I have read the email/).check();
    await dialog.getByRole('button', { name: 'Send 1 email' }).click();
    await page.getByText('1 of 1 email kept in the outbox.').waitFor();
    await page.getByRole('row').filter({ hasText: 'a@b.example' }).getByText('Kept in the outbox').waitFor();
    expect(
      await page
        .getByRole('row')
        .getByText(/delivered/i)
        .count(),
    ).toBe(0);
    expect((await stage.system.api.get(`${PORTAL}/updates/${id}`)).body).toMatchObject({
      notification_status: 'kept',
      kept_count: 1,
      delivered_count: 0,
      sent_at: null,
    });
    await page.setViewportSize({ width: 390, height: 844 });
    expect(await overflows(page)).toBe(false);
  }, 120_000);

  /** A tab of somebody else; the logo is drawn without the network. */
  async function visit(path: string): Promise<Page> {
    const context = await stage.browser.newContext({ viewport: { width: 1280, height: 800 } });
    await context.route(LOGO, (route) => route.fulfill({ contentType: 'image/svg+xml', body: DRAWING }));
    const page = await context.newPage();
    page.on('console', (message) => {
      if (message.text().includes('Content Security Policy')) refused.push(message.text());
    });
    await page.goto(stage.system.url + path);
    return page;
  }
});

const colourOf = (page: Page, selector: string): Promise<string> =>
  page.evaluate(`getComputedStyle(document.querySelector(${JSON.stringify(selector)})).backgroundColor`);

async function expectSoon<T>(read: () => Promise<T>, wanted: T): Promise<void> {
  const deadline = Date.now() + 15_000;
  for (;;) {
    const found = await read();
    if (found === wanted) return;
    if (Date.now() > deadline) expect(found).toEqual(wanted);
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}
