import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import type { Browser } from 'playwright-core';
import { browserAvailable, startBrowser } from '../support/browser.js';
import { startSystem, type TestSystem } from '../support/harness.js';
import { csvOf } from '../support/multipart.js';
import { openConsole, waitForToast, type OpenConsole } from './console-page.js';
import { uploadFile } from './world.js';

const available = await browserAvailable();
const ASKED = 'How often do you test your backups?';

(available ? describe : describe.skip)('answering again in the console', () => {
  let system: TestSystem;
  let browser: Browser;
  let open: OpenConsole | undefined;
  let id: string;

  beforeAll(async () => {
    system = await startSystem();
    browser = await startBrowser();
  }, 120_000);
  afterAll(async () => {
    await browser.close();
    await system.close();
  });
  afterEach(async () => {
    expect(open?.complaints).toEqual([]);
    await open?.context.close();
  });
  const learn = (answer: string) => system.api.post('/v1/knowledge/answers', { json: { question: ASKED, answer } });

  it('is offered in the review when the evidence has changed, and shows the new answers when they are there', async () => {
    id = await uploadFile(system.api, csvOf([ASKED, 'Do you have a mascot?'], 'again.csv'));
    await learn('Backups are tested every quarter.');
    open = await openConsole(browser, system, `/questionnaires/${id}/review`);
    const { page } = open;
    await page.getByText('The evidence has changed since these answers were generated.').waitFor();
    await page.getByRole('button', { name: 'Regenerate answers?' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Questions', { exact: true }).selectOption({ label: 'Only those without an answer' });
    await dialog.getByRole('button', { name: 'Regenerate answers', exact: true }).click();
    await waitForToast(page, '2 questions are being answered again.');
    await page.locator('.answer-text').getByText('quarter').waitFor();
    await page.getByText('The evidence has changed since these answers were generated.').waitFor({ state: 'detached' });
  });

  it('is offered on the overview, and not to a reader', async () => {
    await learn('Backups of production are tested every month.');
    open = await openConsole(browser, system, `/questionnaires/${id}`);
    await open.page.getByRole('button', { name: 'Regenerate answers …' }).waitFor();
    await open.context.close();
    const { body } = await system.api.post('/v1/api-keys', { json: { name: 'Viewer', role: 'VIEWER' } });
    open = await openConsole(browser, system, `/questionnaires/${id}`, { key: (body as { key: string }).key });
    await open.page.getByRole('heading', { name: 'Activity' }).waitFor();
    expect(await open.page.getByRole('button', { name: /Regenerate/ }).count()).toBe(0);
  });
});
