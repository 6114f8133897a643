import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import type { Browser } from 'playwright-core';
import { barriers, browserAvailable, RULES_OF_COLOUR, startBrowser } from '../support/browser.js';
import { startSystem, type TestSystem } from '../support/harness.js';
import { eventually } from '../support/poll.js';
import { openConsole, overflows, type OpenConsole } from './console-page.js';

const available = await browserAvailable();
const V1 = '# Logging\n\n## Retention\n\nAudit logs are kept for 13 months.\n\n## Review\n\nLogs are reviewed daily.\n';
const BACKUPS =
  '# Backups\n\n## Tests\n\nBackups are tested every quarter.\n\n## Review\n\nBackup logs are reviewed daily.\n';

(available ? describe : describe.skip)('a document in the console', () => {
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

  const processed = (path: string): Promise<boolean> =>
    eventually(
      `${path} is processed`,
      async () => {
        const { body } = await system.api.get(path);
        return !(body as { should_poll: boolean }).should_poll;
      },
      60_000,
    );

  it('waits for the day from which it holds', async () => {
    const form = new FormData();
    form.append('file', new File([V1], 'logging.md', { type: 'text/markdown' }));
    const { id } = (await system.api.post('/v1/knowledge/documents', { body: form })).body as { id: string };
    await processed(`/v1/knowledge/documents/${id}`);
    open = await openConsole(browser, system, `/knowledge/documents/${id}`);
    const { page } = open;
    await page.getByRole('button', { name: 'New version' }).click();
    const file = { name: 'next.md', mimeType: 'text/markdown', buffer: Buffer.from(V1) };
    await page.getByRole('dialog').locator('input[type=file]').setInputFiles(file);
    await page.getByLabel('Effective from').fill('2150-01-01');
    await page.getByRole('button', { name: 'Add version' }).click();
    await page.getByText('“next.md” takes its place on').waitFor();
  });

  it('gets a new version, shows the answers that stand on what changed, and has them answered again', async () => {
    const form = new FormData();
    form.append('file', new File([V1], 'logging.md', { type: 'text/markdown' }));
    const { body: uploaded } = await system.api.post('/v1/knowledge/documents', { body: form });
    const { id } = uploaded as { id: string };
    await processed(`/v1/knowledge/documents/${id}`);
    const { body: asked } = await system.api.post('/v1/questionnaire/upload/text', {
      json: {
        text_content: 'How long are audit logs kept?\nWhat is the name of the ship that carries your mascot?',
        company_name: 'Northgate',
      },
    });
    const questionnaire = (asked as { questionnaire_id: string }).questionnaire_id;
    await processed(`/v1/questionnaire/${questionnaire}/overview`);

    open = await openConsole(browser, system, `/knowledge/documents/${id}`);
    const { page } = open;
    await page.getByRole('button', { name: 'New version' }).click();
    await page
      .getByRole('dialog')
      .locator('input[type=file]')
      .setInputFiles({
        name: 'logging-2027.md',
        mimeType: 'text/markdown',
        buffer: Buffer.from(V1.replace('13 months', '6 months')),
      });
    await page.getByRole('button', { name: 'Add version' }).click();
    await page.getByRole('heading', { name: '1 answer in 1 questionnaire cites what has changed' }).waitFor();
    await page.getByText('Audit logs are kept for 13 months.').first().waitFor();
    expect(await overflows(page)).toBe(false);
    await page.getByRole('button', { name: 'Regenerate 1 answer' }).click();
    await eventually('it is answered from the new version', async () => {
      const { body } = await system.api.get(`/v1/questionnaire/${questionnaire}/questions`);
      return (body as { questions: { answer: string }[] }).questions[0]?.answer.includes('6 months') ?? false;
    });
    const { body: left } = await system.api.get(`/v1/knowledge/documents/${id}/affected`);
    expect(left).toMatchObject({ answers: [], questionnaires: 0 });
  });

  it('shows its versions, compares two, opens the one that an answer quotes, and cancels one that waits', async () => {
    const upload = async (path: string, text: string, name: string, from = ''): Promise<string> => {
      const form = new FormData();
      form.append('file', new File([text], name, { type: 'text/markdown' }));
      if (from !== '') form.append('effective_at', from);
      const { body, status } = await system.api.post(path, { body: form });
      expect(status).toBe(200);
      return (body as { id: string }).id;
    };
    const id = await upload('/v1/knowledge/documents', BACKUPS, 'backups.md');
    await processed(`/v1/knowledge/documents/${id}`);
    const { body: asked } = await system.api.post('/v1/questionnaire/upload/text', {
      json: {
        text_content: 'How often are backups tested?\nWhat is the name of the ship that carries your mascot?',
        company_name: 'Northgate',
      },
    });
    const questionnaire = (asked as { questionnaire_id: string }).questionnaire_id;
    await processed(`/v1/questionnaire/${questionnaire}/overview`);
    const versions = `/v1/knowledge/documents/${id}/versions`;
    await upload(versions, BACKUPS.replace('quarter', 'month'), 'backups-2.md');
    await processed(`/v1/knowledge/documents/${id}`);
    await upload(versions, BACKUPS, 'backups-3.md', '2150-01-01');

    open = await openConsole(browser, system, `/knowledge/documents/${id}`, { browser: { colorScheme: 'light' } });
    const { page } = open;
    const isFit = async (): Promise<void> => {
      expect(await barriers(page)).toEqual([]);
      await page.emulateMedia({ colorScheme: 'dark' });
      expect(await barriers(page, RULES_OF_COLOUR)).toEqual([]);
      await page.emulateMedia({ colorScheme: 'light' });
      await page.setViewportSize({ width: 360, height: 740 });
      expect(await overflows(page)).toBe(false);
      await page.setViewportSize({ width: 1280, height: 800 });
    };
    const list = page.getByRole('region', { name: 'Versions' });
    await list.getByText('Replaced on').waitFor();
    for (const state of ['In use', 'Waiting', 'Replaced']) await list.getByText(state, { exact: true }).waitFor();
    await isFit();
    await list.getByRole('button', { name: 'Change date' }).click();
    await page.getByRole('dialog').getByLabel('Effective from').fill('2151-02-03');
    await page.getByRole('button', { name: 'Save' }).click();
    await list.getByText('2151').waitFor();
    await list.getByRole('button', { name: 'Cancel version' }).focus();
    await page.keyboard.press('Enter');
    await page.getByRole('dialog').getByRole('button', { name: 'Cancel version' }).click();
    await list.getByText('Waiting', { exact: true }).waitFor({ state: 'detached' });

    await list.getByRole('link', { name: 'Compare' }).focus();
    await page.keyboard.press('Enter');
    await page.getByText('1 changed, 0 added, 0 removed, 1 the same').waitFor();
    await page.locator('del', { hasText: 'every quarter' }).waitFor();
    await page.locator('ins', { hasText: 'every month' }).waitFor();
    await page.getByText('Changed', { exact: true }).waitFor();
    await isFit();
    await page.getByLabel('Compare with').selectOption('0');
    await page.getByText('Backup logs are reviewed daily.').waitFor();
    await isFit();
    await open.context.close();

    open = await openConsole(browser, system, `/questionnaires/${questionnaire}/review`);
    await open.page.getByRole('link', { name: 'In version 1, replaced on' }).click();
    await open.page.getByText('Backups are tested every quarter.').waitFor();
    await open.context.close();
    open = await openConsole(browser, system, `/knowledge/documents/${id}`, { browser: { locale: 'de-DE' } });
    await open.page.getByRole('region', { name: 'Fassungen' }).getByText('Ersetzt', { exact: true }).waitFor();
  }, 180_000);

  it('gets an owner and a review cycle, and is verified by one click', async () => {
    const form = new FormData();
    form.append('file', new File([V1], 'policy.md', { type: 'text/markdown' }));
    const { body: uploaded } = await system.api.post('/v1/knowledge/documents', { body: form });
    const { id } = uploaded as { id: string };
    await processed(`/v1/knowledge/documents/${id}`);
    open = await openConsole(browser, system, `/knowledge/documents/${id}`);
    const { page } = open;
    const review = page.getByRole('region', { name: 'Owner and review' });
    await review.getByRole('button', { name: 'Edit' }).click();
    await page.getByRole('dialog').getByLabel('Review').selectOption('365');
    await page.getByRole('button', { name: 'Save' }).click();
    await review.getByText('Every 365 days').waitFor();
    await review.getByRole('button', { name: 'Verify' }).click();
    await eventually('it is verified', async () => {
      const { body } = await system.api.get(`/v1/knowledge/documents/${id}`);
      return (body as { last_verified_at: number | null }).last_verified_at !== null;
    });
  });
});
