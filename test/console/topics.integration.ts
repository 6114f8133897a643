import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import type { Browser } from 'playwright-core';
import { browserAvailable, startBrowser } from '../support/browser.js';
import { startSystem, type TestSystem } from '../support/harness.js';
import { openConsole, overflows, type OpenConsole } from './console-page.js';

const available = await browserAvailable();

(available ? describe : describe.skip)('rules by topic, in the console', () => {
  let system: TestSystem;
  let browser: Browser;
  let open: OpenConsole | undefined;
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

  it('are made active, made new with a library answer, and deleted', async () => {
    const json = { question: 'Which law governs the contract?', answer: 'See section 12.' };
    expect((await system.api.post('/v1/knowledge/answers', { json })).status).toBe(200);
    open = await openConsole(browser, system, '/knowledge/topics');
    const { page } = open;
    await page.getByRole('button', { name: 'Make active: Insurance' }).click();
    await page.getByRole('button', { name: 'Switch off: Insurance' }).waitFor();
    expect(await overflows(page)).toBe(false);

    await page.getByRole('button', { name: 'Add a rule' }).click();
    const dialog = page.getByRole('dialog', { name: 'Rule for a topic' });
    await dialog.getByLabel('Topic', { exact: true }).fill('Law');
    await dialog.getByLabel('Words').fill('governing law');
    await dialog.getByLabel('What happens').selectOption({ label: 'This library answer is given' });
    await dialog.getByLabel('Library answer').selectOption({ label: json.question });
    await dialog.getByRole('button', { name: 'Save rule' }).click();
    await page.getByText('Rule saved.').waitFor();
    await page.getByRole('button', { name: 'Delete: Law' }).click();
    await page.getByText('Rule deleted.').waitFor();
    const { body: log } = await system.api.get('/v1/audit-log?action=rule.created');
    expect(JSON.stringify(log)).toContain('rule.created');
  });
});
