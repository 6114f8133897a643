import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import type { Browser } from 'playwright-core';
import { browserAvailable, startBrowser } from '../support/browser.js';
import { startSystem, type TestSystem } from '../support/harness.js';
import { form, markdown } from '../support/multipart.js';
import { eventually } from '../support/poll.js';
import { uploadQuestionnaire } from '../support/questionnaires.js';
import { openConsole, overflows, type OpenConsole } from './console-page.js';

const available = await browserAvailable();
const V1 = '# Logging\n\nAudit logs are kept for 13 months.\n';

(available ? describe : describe.skip)('what customers were told, in the console', () => {
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

  async function toldOfThirteenMonths(): Promise<string> {
    const { body } = await system.api.post('/v1/knowledge/documents', { body: form(['file', markdown(V1)]) });
    const { id } = body as { id: string };
    const path = `/v1/knowledge/documents/${id}`;
    await system.api.poll(path, ({ should_poll: more }: { should_poll: boolean }) => !more);
    const questions = ['How long are audit logs kept?'];
    const questionnaire = await uploadQuestionnaire(system.api, { company: 'Northgate Bank', questions });
    expect((await system.api.get(`/v1/questionnaire/${questionnaire}/export`)).status).toBe(200);
    return path;
  }

  it('shows what no longer stands, drafts the letter and the update, and dismisses it with a reason', async () => {
    const document = await toldOfThirteenMonths();
    const next = form(['file', markdown(V1.replace('13 months', '6 months'))]);
    expect((await system.api.post(`${document}/versions`, { body: next })).status).toBe(200);
    await eventually('the finding is there', async () => {
      const { body } = await system.api.get('/v1/claims/findings');
      return (body as { findings: object[] }).findings.length === 1;
    });
    open = await openConsole(browser, system, '/knowledge/told');
    const { page } = open;
    const found = page.getByRole('region', { name: '1 statement no longer stands' });
    await found.getByText('Audit logs are kept for 6 months.').waitFor();
    await found.getByText('Northgate Bank').waitFor();
    await found.getByText('Number changed').waitFor();
    await page.getByRole('table', { name: 'All statements' }).getByText('Northgate Bank').waitFor();
    expect(await overflows(page)).toBe(false);

    await found.getByRole('button', { name: 'Draft letter' }).click();
    const letter = page.getByRole('dialog', { name: 'Letter to Northgate Bank' });
    await eventually('the letter is there', async () =>
      (await letter.getByLabel('Letter (Markdown)').inputValue()).includes('> Audit logs are kept for 6 months.'),
    );
    await letter.getByRole('button', { name: 'Draft a portal update' }).click();
    await page.getByText('Draft of the update saved. Nothing was sent.').waitFor();
    const { body: updates } = await system.api.get('/v1/trustportal/updates');
    expect(JSON.stringify(updates)).toContain('"draft":true');

    await found.getByRole('button', { name: 'Dismiss' }).click();
    const dialog = page.getByRole('dialog', { name: 'Dismiss the finding' });
    await dialog.getByLabel('Reason').fill('They were told by phone.');
    await dialog.getByRole('button', { name: 'Dismiss' }).click();
    await page.getByText('Everything that customers were told still stands').waitFor();
    const { body: log } = await system.api.get('/v1/audit-log?action=finding.changed');
    expect(JSON.stringify(log)).toContain('DISMISSED');
  });
});
