import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import type { Browser } from 'playwright-core';
import { browserAvailable, startBrowser } from '../support/browser.js';
import { startSystem, type TestSystem } from '../support/harness.js';
import { eventually } from '../support/poll.js';
import { uploadQuestionnaire } from '../support/questionnaires.js';
import { openConsole, overflows, type OpenConsole } from './console-page.js';

const available = await browserAvailable();
const ASKED = 'How often are risk assessments performed?';
const BESIDE = 'Do you perform periodic risk assessments?';
const ANSWER = 'Yes. A risk assessment is performed every year by the security team.';

(available ? describe : describe.skip)('an interview, in the console', () => {
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

  const made = async (path: string, json: object): Promise<Record<string, string>> => {
    const { status, body } = await system.api.post(path, { json });
    expect(status).toBe(200);
    return body as Record<string, string>;
  };

  it('is planned with its gain, sent to a person, answered on one page, and shows what it gained', async () => {
    await uploadQuestionnaire(system.api, { company: 'Northgate Bank', questions: [ASKED, BESIDE] });
    const { id: ida } = await made('/v1/users', { name: 'Ida Winter', email: 'ida@example.com' });
    open = await openConsole(browser, system, '/knowledge/interviews');
    const { page } = open;
    await page.getByRole('button', { name: 'Plan an interview' }).click();
    const dialog = page.getByRole('dialog', { name: 'Plan an interview' });
    await dialog.getByLabel('Title').fill('Before the audit');
    await dialog.getByRole('button', { name: 'Plan an interview' }).click();
    await page.getByRole('heading', { name: 'Before the audit' }).waitFor();
    await page.getByText(/1 question to people: 2 minutes, coverage 0.?% → \d+.?%/).waitFor();
    expect(await overflows(page)).toBe(false);
    await page.getByLabel('Who knows it').selectOption({ label: 'Ida Winter' });
    await page.getByText('Saved.').waitFor();
    await page.getByRole('button', { name: 'Ask everybody' }).click();
    await page.getByText('Everybody has been told.').waitFor();
    const interview = page.url();
    await open.context.close();

    const { key } = await made('/v1/api-keys', { name: 'Ida', role: 'VIEWER', owner_id: ida ?? '' });
    open = await openConsole(browser, system, '/interviews/mine', { key: key ?? '' });
    await open.page.getByRole('heading', { name: ASKED }).waitFor();
    await open.page.getByText(BESIDE).waitFor();
    await open.page.getByText('Nothing was found.').waitFor();
    expect(await overflows(open.page)).toBe(false);
    await open.page.getByLabel('Answer', { exact: true }).fill(ANSWER);
    await open.page.getByRole('button', { name: 'Save answer' }).click();
    await open.page.getByText('Nothing is asked of you').waitFor();
    await open.context.close();

    await eventually('what it helps is answered again', async () => {
      const { body } = await system.api.get('/v1/interviews');
      return (body as { interviews: { real: number }[] }).interviews[0]?.real === 2;
    });
    open = await openConsole(browser, system, new URL(interview).pathname.replace('/console', ''));
    await open.page
      .getByRole('region', { name: 'Interviews' })
      .getByText(/Answered: 2 of/)
      .waitFor();
    await open.page.getByText('Coverage now: 100').waitFor();
    await open.page.getByRole('link', { name: 'See the evidence' }).waitFor();
    const { body: log } = await system.api.get('/v1/audit-log?action=fact.answered');
    expect(JSON.stringify(log)).toContain(ida);
  }, 180_000);

  it('shows how many usual questions are answered by topic, and starts from what is open', async () => {
    await made('/v1/knowledge/answers', { question: 'Are backups encrypted?', answer: 'Yes, with AES-256.' });
    open = await openConsole(browser, system, '/knowledge/usual');
    const { page } = open;
    await page.getByText('Not answered yet').waitFor();
    await page.getByRole('button', { name: 'Answer them now' }).click();
    await page.getByText(/\d+ of 150 usual questions are answered/).waitFor();
    await eventually('they are answered', async () => {
      const { body } = await system.api.get('/v1/standard-set');
      return (body as { state: string }).state === 'COMPLETED';
    });
    await page.getByRole('row', { name: /^Encryption/ }).waitFor();
    expect(await overflows(page)).toBe(false);
    await page.getByLabel('Show').selectOption({ label: 'Answered' });
    await page.getByRole('region', { name: 'Questions', exact: true }).getByText('Are backups encrypted?').waitFor();
    await page.getByRole('button', { name: 'Plan an interview from what is open' }).click();
    const dialog = page.getByRole('dialog', { name: 'Plan an interview' });
    await dialog.getByLabel(/Also count what is open of the usual questions/).waitFor();
    await dialog.getByLabel('Title').fill('Before the first');
    await dialog.getByRole('button', { name: 'Plan an interview' }).click();
    await page.getByRole('heading', { name: 'Before the first' }).waitFor();
    await page.getByText(/Usual questions: \d+ of 150 answered, .* more promised, 0 gained/).waitFor();
    expect(await overflows(page)).toBe(false);
  }, 240_000);
});
