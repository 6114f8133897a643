import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Browser, Page } from 'playwright-core';
import type { Api } from '../support/api.js';
import { barriers, browserAvailable, startBrowser } from '../support/browser.js';
import { startSystem, type TestSystem } from '../support/harness.js';
import { eventually } from '../support/poll.js';

const withBrowser = (await browserAvailable()) ? describe : describe.skip;
const PORTAL = '/v1/trustportal';
const WIDTH = 1440;

interface Opening {
  width?: number;
  colorScheme?: 'light' | 'dark';
  locale?: string;
  /** Only axe needs them. */
  scripts?: boolean;
}

/** The front page of a portal as a visitor meets it, with scripts switched off. */
withBrowser('the front page of a trust portal', () => {
  let system: TestSystem;
  let browser: Browser;
  let api: Api;
  let portal: string;
  const complaints: string[] = [];

  beforeAll(async () => {
    system = await startSystem();
    api = await system.inNewOrganization('Rivet & Sons');
    portal = `${system.url}/portal/rivet-sons`;
    const send = async (method: string, path: string, json: object): Promise<void> => {
      expect([path, (await api.call(method, path, { json })).status]).toEqual([path, 200]);
    };
    for (const [question, answer] of [
      ['Is customer data encrypted at rest?', 'Yes. Customer data is encrypted at rest with AES-256.'],
      ['Are backups tested?', 'Backups are restored every quarter.\n\n- Databases\n- Files'],
    ])
      await send('POST', '/v1/knowledge/answers', { question, answer, tags: ['public'] });
    await send('POST', `${PORTAL}/faq`, { tag: 'public' });
    for (const name of ['Nordwind Hosting', 'Amber Mail'])
      await send('POST', `${PORTAL}/subprocessors`, {
        name,
        purpose: 'Hosting of the service',
        data: 'All customer data',
        region: 'EU',
        since: '2026-03-01',
      });
    await send('POST', `${PORTAL}/updates`, { title: 'New report', description: 'The **SOC 2** report is there.' });
    await send('PATCH', `${PORTAL}/profile`, {
      about: 'We run on two data centers.\n\n- Both in the **EU**\n- Audited each year',
      contact_email: 'trust@rivet.example',
      links: [{ label: 'Status page', url: 'https://status.rivet.example' }],
    });
    await send('POST', `${PORTAL}/profile/publish`, {});
    await eventually('the front page is shown', async () =>
      (await (await fetch(portal)).text()).includes('two data centers'),
    );
    browser = await startBrowser();
  }, 120_000);
  afterAll(async () => {
    await browser.close();
    await system.close();
  });

  async function opened(
    address: string,
    { width = WIDTH, colorScheme = 'light', locale = 'en-US', scripts = false }: Opening = {},
  ): Promise<Page> {
    const viewport = { width, height: 900 };
    const context = await browser.newContext({ viewport, javaScriptEnabled: scripts, colorScheme, locale });
    const page = await context.newPage();
    page.on('console', (message) => {
      if (/Content Security Policy/.test(message.text())) complaints.push(message.text());
    });
    await page.goto(address);
    return page;
  }

  it('leads a visitor to an answer, to its source, and to the subprocessors, by the keyboard alone', async () => {
    const page = await opened(portal);
    const reach = async (name: string): Promise<void> => {
      for (let n = 0; n < 60; n++) {
        await page.keyboard.press('Tab');
        if ((await page.locator(':focus').textContent())?.trim() === name) return;
      }
      throw new Error(`"${name}" is not reached by the keyboard`);
    };
    const type = async (words: string): Promise<void> => {
      await page.keyboard.type(words);
      await page.keyboard.press('Tab');
      await page.keyboard.press('Enter');
    };
    await page.getByText('Are backups tested?').waitFor();
    expect(await page.getByText('Backups are restored every quarter.').isVisible()).toBe(false);
    await reach('Are backups tested?');
    await page.keyboard.press('Enter');
    expect(await page.getByText('Backups are restored every quarter.').isVisible()).toBe(true);
    await reach('Ask a question');
    await page.keyboard.press('Enter');
    await page.getByLabel('Your question').focus();
    await type('Is customer data encrypted at rest?');
    await page.getByRole('heading', { name: 'Answer', exact: true }).waitFor();
    await page.getByText('AES-256').first().waitFor();
    await page.getByRole('list').getByRole('link', { name: 'Is customer data encrypted at rest?' }).click();
    await page.getByRole('heading', { name: 'Frequently asked questions' }).waitFor();

    await page.goto(`${portal}/ask`);
    await page.getByLabel('Your question').fill('How many employees have a pet?');
    await page.getByRole('button', { name: 'Ask' }).click();
    await page.getByRole('heading', { name: 'There is no published answer to this question' }).waitFor();
    expect(await page.getByRole('link', { name: 'trust@rivet.example' }).count()).toBe(1);
    await page.getByRole('link', { name: 'Subprocessors', exact: true }).click();
    expect(await page.getByRole('row').count()).toBe(3);
    await page.context().close();
  });

  it.each<[string, Opening]>([
    ['light', {}],
    ['dark', { colorScheme: 'dark' }],
    ['on a phone', { width: 390 }],
    ['dark on a phone, in German', { width: 390, colorScheme: 'dark', locale: 'de-DE' }],
  ])('stands in nobody’s way: %s', async (name, opening) => {
    for (const path of ['', '/faq', '/faq?q=nothing', '/ask', '/subprocessors', '/updates']) {
      const page = await opened(portal + path, { ...opening, scripts: true });
      expect([name, path, await barriers(page)]).toEqual([name, path, []]);
      const wide = await page.evaluate<number>('document.documentElement.scrollWidth');
      expect([name, path, wide]).toEqual([name, path, opening.width ?? WIDTH]);
      await page.context().close();
    }
    expect(complaints).toEqual([]);
  });
});
