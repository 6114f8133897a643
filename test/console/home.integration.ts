import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import type { Page } from 'playwright-core';
import { barriers } from '../support/browser.js';
import { csvOf, form } from '../support/multipart.js';
import { overflows, walkTo } from './console-page.js';
import { addEvidence, uploadFile } from './world.js';
import { describeConsole } from './stage.fixture.js';

/** Reading and answering on a busy machine. */
const PATIENCE = 40_000;

const ASKED = ['Is customer data encrypted at rest?', 'Do you have cyber insurance?', 'Do you have a mascot?'];
const csv = (name: string, questions = ASKED) => csvOf(questions, name);

/** A day of the calendar, so many days from today. */
function dayFrom(days: number): string {
  const now = new Date();
  return new Date(Date.UTC(now.getFullYear(), now.getMonth(), now.getDate() + days)).toISOString().slice(0, 10);
}

describeConsole('the home page and the list of questionnaires', (stage) => {
  let folder = '';
  let ann = '';
  let key = '';

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'candor-home-'));
    const user = await stage.system.api.post('/v1/users', {
      json: { name: 'Ann Keller', email: 'ann@harbor.example', role: 'ADMIN' },
    });
    ann = (user.body as { id: string }).id;
    const issued = await stage.system.api.post('/v1/api-keys', { json: { name: 'Ann', role: 'ADMIN', owner_id: ann } });
    key = (issued.body as { key: string }).key;
  }, 120_000);
  afterAll(async () => {
    await rm(folder, { recursive: true, force: true });
  });

  const visit = async (path: string, options: object = {}): Promise<Page> => {
    const open = await stage.open(path, { key, ...options });
    open.page.setDefaultTimeout(PATIENCE / 4);
    return open.page;
  };
  const fileOf = async (name: string, content: string | Uint8Array): Promise<string> => {
    const path = join(folder, name);
    await writeFile(path, content);
    return path;
  };
  const titles = (page: Page): Promise<string[]> => page.locator('.table .item-name a').allInnerTexts();
  /** Waits until the list shows these, in this order. */
  const showsTitles = async (page: Page, expected: string[]): Promise<void> => {
    const deadline = Date.now() + PATIENCE / 4;
    while (String(await titles(page)) !== String(expected) && Date.now() < deadline)
      await new Promise((resolve) => setTimeout(resolve, 50));
    expect(await titles(page)).toEqual(expected);
  };

  /** Tags the questionnaire of this title. */
  const tag = async (title: string, name: string): Promise<void> => {
    const made = await stage.system.api.post('/v1/tags/', { json: { name } });
    const { body } = await stage.system.api.get('/v1/questionnaire/list?limit=100');
    const { questionnaires } = body as { questionnaires: { id: string; title: string }[] };
    const id = questionnaires.find((one) => one.title === title)?.id ?? '';
    const json = { tag_ids: [(made.body as { id: string }).id] };
    await stage.system.api.call('PATCH', `/v1/questionnaire/${id}`, { json });
  };

  it(
    'lead a new organization from evidence to export, and then show what waits',
    async () => {
      const page = await visit('');
      await page.getByRole('heading', { name: 'First steps' }).waitFor();
      expect(await page.getByRole('link', { name: 'Home' }).getAttribute('aria-current')).toBe('page');
      const steps = page.locator('.first-steps li');
      expect(await steps.count()).toBe(4);
      expect(await page.locator('main .button.primary').allInnerTexts()).toEqual(['Add documents']);
      expect(await barriers(page)).toEqual([]);

      // Without evidence, the upload says so.
      await page.getByRole('link', { name: 'Choose a file' }).click();
      await page.getByRole('dialog').getByText('There is no evidence yet').waitFor();
      await page.getByRole('button', { name: 'Cancel' }).click();

      await addEvidence(stage.system.api);
      const late = await uploadFile(stage.system.api, csv('Late.csv'), { deadline: dayFrom(-2) });
      await walkTo(page, '/');
      await page.getByText('Review the answers').waitFor();
      expect(await page.locator('main .button.primary').allInnerTexts()).toEqual(['Open the review']);

      const { body } = await stage.system.api.get(`/v1/questionnaire/${late}/questions?limit=10`);
      const questions = (body as { questions: { id: string; answer: string | null }[] }).questions;
      const answered = questions.find(({ answer }) => answer !== null);
      const left = questions.find(({ answer }) => answer === null);
      await stage.system.api.post(`/v1/questionnaire/${late}/questions/${answered?.id ?? ''}/approve`);
      await stage.system.api.call('PATCH', `/v1/questionnaire/${late}/questions/${left?.id ?? ''}`, {
        json: { assignee: { id: ann, type: 'USER' } },
      });
      await walkTo(page, '/');
      await page.getByText('Go to the export').waitFor();
      expect(await page.locator('main .button.primary').allInnerTexts()).toEqual(['Go to the export']);
      await stage.system.api.get(`/v1/questionnaire/${late}/export?format=original`);

      await uploadFile(stage.system.api, csv('Soon.csv', ['Where is data stored?']), { deadline: dayFrom(3) });
      await walkTo(page, '/');
      await page.getByRole('heading', { name: 'Questionnaires by deadline' }).waitFor();
      expect(await page.getByRole('heading', { name: 'First steps' }).count()).toBe(0);
      await showsTitles(page, ['Late', 'Soon']);
      await page.getByRole('link', { name: 'Assigned to me: 1' }).waitFor();
      expect(await barriers(page)).toEqual([]);
      await page.getByRole('link', { name: 'Overdue: 1' }).click();
      await showsTitles(page, ['Late']);
      expect(new URL(page.url()).searchParams.get('due')).toBe('overdue');
    },
    3 * PATIENCE,
  );

  it(
    'sort by each column and narrow by deadline and assignee, in the address',
    async () => {
      const assigned = await uploadFile(stage.system.api, csv('Annex.csv', ['Who audits the data centre?']));
      await stage.system.api.call('PATCH', `/v1/questionnaire/${assigned}`, {
        json: { assignees: [{ id: ann, type: 'USER' }] },
      });
      const page = await visit('/questionnaires');
      await showsTitles(page, ['Annex', 'Soon', 'Late']);
      await page.getByRole('button', { name: 'Deadline' }).click();
      await showsTitles(page, ['Late', 'Soon', 'Annex']);
      expect(await page.locator('th[aria-sort="ascending"]').innerText()).toBe('Deadline');
      await page.getByRole('button', { name: 'Deadline' }).click();
      await showsTitles(page, ['Soon', 'Late', 'Annex']);
      await tag('Soon', 'Finance');
      await tag('Late', 'access');
      await tag('Annex', 'Zoning');
      await page.getByRole('button', { name: 'Tags', exact: true }).click();
      await showsTitles(page, ['Late', 'Soon', 'Annex']);
      await page.getByRole('button', { name: 'Tags', exact: true }).click();
      await showsTitles(page, ['Annex', 'Soon', 'Late']);
      await page.getByRole('button', { name: 'Questionnaire', exact: true }).click();
      await showsTitles(page, ['Annex', 'Late', 'Soon']);
      expect(await page.locator('thead th').count()).toBe(await page.locator('thead th button.sort').count());
      await page.reload();
      await showsTitles(page, ['Annex', 'Late', 'Soon']);

      await page.getByRole('combobox', { name: 'Deadline' }).selectOption('week');
      await showsTitles(page, ['Soon']);
      await page.getByRole('combobox', { name: 'Deadline' }).selectOption('none');
      await showsTitles(page, ['Annex']);
      await page.getByRole('combobox', { name: 'Deadline' }).selectOption('');
      await page.getByRole('combobox', { name: 'Assigned to' }).selectOption({ label: 'Me and my groups' });
      await showsTitles(page, ['Annex']);
      expect(await barriers(page)).toEqual([]);
    },
    PATIENCE,
  );

  it(
    'count the answers that have expired or will within 30 days, and lead to them',
    async () => {
      const day = 86_400_000;
      const expiring = { 'Who insures you?': 10, 'Who audits you?': 40, 'Who hosts you?': -3 };
      for (const [question, days] of Object.entries(expiring)) {
        const expires_at = new Date(Date.now() + days * day).toISOString();
        await stage.system.api.post('/v1/knowledge/answers', { json: { question, answer: 'Alpha.', expires_at } });
      }
      const page = await visit('');
      await page.getByRole('link', { name: 'Expired or expiring answers: 2' }).click();
      await page.getByText('Who insures you?').waitFor();
      await page.getByText('Who hosts you?').waitFor();
      expect(await page.locator('.table tbody').count()).toBe(2);
      await page.getByRole('button', { name: 'Show all answers' }).click();
      await page.getByText('Who audits you?').waitFor();
    },
    PATIENCE,
  );

  it(
    'warn of a file that was uploaded before, with the way to it',
    async () => {
      const page = await visit('/questionnaires');
      await page.getByRole('button', { name: 'Upload a questionnaire' }).click();
      const content = csv('Soon.csv', ['Where is data stored?']).content;
      await page.locator('input[type="file"]').setInputFiles(await fileOf('Copy of soon.csv', content));
      const link = page.getByRole('dialog').getByRole('link', { name: 'Soon', exact: true });
      await link.waitFor();
      await page.getByRole('dialog').getByRole('textbox', { name: 'Company' }).fill('Northgate Bank');
      // It warns, and does not refuse.
      await page.getByRole('dialog').getByRole('button', { name: 'Upload' }).click();
      await page.getByText('The same file was uploaded before.').waitFor();
      await page.getByRole('link', { name: 'See the earlier questionnaire' }).click();
      await page.getByRole('heading', { name: 'Soon', exact: true }).waitFor();
    },
    PATIENCE,
  );

  it(
    'replace a file that cannot be read, instead of a retry that cannot succeed',
    async () => {
      const damaged = { fileName: 'Broken.pdf', type: 'application/pdf', content: '%PDF-1.7\n' };
      const parts = [
        ['company_name', 'Meridian'],
        ['deadline', dayFrom(20)],
        ['file', damaged],
      ] as const;
      const { body } = await stage.system.api.post('/v1/questionnaire/upload/file', { body: form(...parts) });
      const id = (body as { questionnaire_id: string }).questionnaire_id;
      const page = await visit(`/questionnaires/${id}`, { browser: { viewport: { width: 390, height: 844 } } });
      await page.getByText('Analysis failed').first().waitFor();
      expect(await page.getByRole('button', { name: 'Retry' }).count()).toBe(0);
      expect(await page.locator('main .button.primary').allInnerTexts()).toEqual(['Replace the file']);
      expect(await overflows(page)).toBe(false);
      expect(await barriers(page)).toEqual([]);

      await page.getByRole('button', { name: 'Replace the file' }).click();
      await page.locator('input[type="file"]').setInputFiles(await fileOf('Whole.csv', csv('Whole.csv').content));
      await page.getByRole('dialog').getByRole('button', { name: 'Replace', exact: true }).click();
      await page.getByRole('link', { name: 'Review the answers' }).waitFor();
      await page.getByRole('heading', { name: 'Broken', exact: true }).waitFor();
      await page.getByText('Meridian').first().waitFor();
      // Nothing is reviewed: completing it is not what comes first.
      expect(await page.locator('main .button.primary').allInnerTexts()).toEqual(['Review the answers']);
      const activity = page.getByRole('region', { name: 'Activity' });
      await activity.getByText('Found 3 questions', { exact: false }).waitFor();
      await activity.focus();
      expect(await page.evaluate("document.activeElement?.getAttribute('aria-label')")).toBe('Activity');
    },
    PATIENCE,
  );
});
