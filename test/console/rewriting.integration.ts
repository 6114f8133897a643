import { afterAll, beforeAll, beforeEach, expect, it } from '@jest/globals';
import type { Page } from 'playwright-core';
import { barriers } from '../support/browser.js';
import { csvOf } from '../support/multipart.js';
import { settingsFor, startStubEndpoint, type StubEndpoint } from '../support/stub-endpoint.js';
import { overflows, waitForToast } from './console-page.js';
import { describeConsoleWith } from './stage.fixture.js';
import { uploadFile } from './world.js';

const ANSWER = 'All customer data on disks is encrypted with AES-256. Backups are kept for 30 days and are never sold.';
const SHORT = 'Customer data on disks is encrypted with AES-256. Backups are kept for 30 days.';
const GERMAN =
  'Alle Kundendaten auf Datenträgern sind mit AES-256 verschlüsselt. Sicherungen werden 30 Tage aufbewahrt und nie verkauft.';

/** One for each test. */
const QUESTIONS = ['Kundendaten', 'Verträge', 'Rechnungen', 'Protokolle', 'Zugänge', 'Schlüssel', 'Anhänge', 'Akten'];

let stub: StubEndpoint;
beforeAll(async () => {
  stub = await startStubEndpoint();
});
afterAll(() => stub.close());

const environment = (): Record<string, string> => settingsFor(stub);

describeConsoleWith({ environment }, 'rewriting in the console', (stage) => {
  let id: string;
  let questionIds: string[] = [];
  let path: string;
  let place = -1;
  beforeAll(async () => {
    stub.say(() => ({ value: { status: 'NEEDS_INFO', answer: '', comment: '', citations: [] } }));
    const questions = QUESTIONS.map(
      (about) => `Wie schützen Sie ${about}, und wie lange werden Sicherungen davon aufbewahrt?`,
    );
    id = await uploadFile(stage.system.api, csvOf(questions, 'rewriting.csv'));
    const { body } = await stage.system.api.get(`/v1/questionnaire/${id}/questions`);
    questionIds = (body as { questions: { id: string }[] }).questions.map((question) => question.id);
  }, 180_000);

  /** Each test has a question of its own, which a person has answered. */
  beforeEach(async () => {
    path = `/v1/questionnaire/${id}/questions/${questionIds[++place] ?? ''}`;
    await stage.system.api.call('PATCH', path, { json: { answer: ANSWER } });
  });

  const answer = async (): Promise<string> => {
    const { body } = await stage.system.api.get(path);
    return (body as { answer: string }).answer;
  };
  const writes = (text: string): void => stub.say(() => ({ value: { text } }));
  async function opened(width = 1440): Promise<Page> {
    const { page } = await stage.open(`/questionnaires/${id}/review`, {
      browser: { viewport: { width, height: 900 } },
    });
    const rows = page.getByRole('listbox', { name: 'Questions' }).getByRole('option');
    await rows.nth(place).click();
    await page.getByRole('heading', { name: `Wie schützen Sie ${QUESTIONS[place] ?? ''}` }).waitFor();
    await page.locator('.answer-text').getByText('AES-256').waitFor();
    return page;
  }
  const proposal = (page: Page) => page.getByRole('region', { name: 'Proposed wording' });
  const choose = async (page: Page, goal: string): Promise<void> => {
    await page.getByRole('button', { name: 'Rewrite the answer' }).click();
    await page.getByRole('menuitem', { name: goal }).click();
  };

  it('takes a wording by keys alone, as an edit of the person', async () => {
    writes(SHORT);
    const page = await opened();
    await page.keyboard.press('w');
    await page.getByRole('menuitem', { name: 'Shorter' }).and(page.locator(':focus')).waitFor();
    await page.keyboard.press('ArrowDown');
    await page.getByRole('menuitem', { name: 'Longer' }).and(page.locator(':focus')).waitFor();
    await page.keyboard.press('p');
    await page.keyboard.press('Enter');
    const box = proposal(page);
    await box.getByText('Checked against the answer and its sources.').waitFor();
    expect(await box.locator('del').allInnerTexts()).toEqual(
      expect.arrayContaining([expect.stringContaining('never')]),
    );
    expect(await barriers(page)).toEqual([]);
    await box.getByRole('button', { name: 'Use this wording' }).and(page.locator(':focus')).waitFor();
    await page.keyboard.press('Enter');
    await waitForToast(page, 'The answer was changed.');
    expect(await answer()).toBe(SHORT);
    await box.waitFor({ state: 'detached' });
  });

  it('leaves the answer as it was on Escape, and while it waits', async () => {
    writes(SHORT);
    const page = await opened();
    await choose(page, 'Shorter');
    await proposal(page).getByRole('button', { name: 'Use this wording' }).waitFor();
    await page.keyboard.press('Escape');
    await proposal(page).waitFor({ state: 'detached' });
    stub.say(() => 'hangs');
    await choose(page, 'Longer');
    await proposal(page).getByText('The language model is rewriting the answer …').waitFor();
    await page.keyboard.press('Escape');
    await proposal(page).waitFor({ state: 'detached' });
    expect(await answer()).toBe(ANSWER);
  });

  it('does not show what did not pass the check, and says why', async () => {
    writes('Customer data on disks is encrypted. Backups are kept for 90 days.');
    const page = await opened();
    await choose(page, 'Plainer');
    await proposal(page).getByText('The proposal did not pass the check').waitFor();
    expect(await proposal(page).innerText()).not.toContain('90 days');
    expect(await barriers(page)).toEqual([]);
    writes(ANSWER);
    await proposal(page).getByRole('button', { name: 'Try again' }).click();
    await proposal(page).getByText('The answer is like this already.').waitFor();
  });

  it.each([1440, 390])('translates, says what to check, and fits a window of %d', async (width) => {
    writes(GERMAN);
    const page = await opened(width);
    await page.getByRole('button', { name: 'Rewrite the answer' }).click();
    await page.getByRole('menu').waitFor();
    expect(await overflows(page)).toBe(false);
    expect(await barriers(page)).toEqual([]);
    await page.getByRole('menuitem', { name: 'In the customer’s language' }).click();
    await proposal(page).getByText('Translated into German').waitFor();
    await proposal(page).getByText('Check the meaning yourself.').waitFor();
    expect(await overflows(page)).toBe(false);
  });

  it('translates into a language that is chosen', async () => {
    writes(GERMAN);
    const page = await opened();
    await choose(page, 'Translated: German');
    await page.getByRole('heading', { name: 'Proposed wording: Translated: German' }).waitFor();
    await proposal(page).getByText('Translated into German').waitFor();
    expect(await overflows(page)).toBe(false);
    expect(await barriers(page)).toEqual([]);
  });

  it('says that the model is away, and is not offered to readers', async () => {
    const { body } = await stage.system.api.post('/v1/api-keys', { json: { name: 'Viewer', role: 'VIEWER' } });
    const reader = await stage.open(`/questionnaires/${id}/review`, { key: (body as { key: string }).key });
    await reader.page.locator('.answer-text').getByText('AES-256').waitFor();
    expect(await reader.page.getByRole('button', { name: 'Rewrite the answer' }).count()).toBe(0);
    stub.say(() => ({ status: 401 }));
    const page = await opened();
    await choose(page, 'Shorter');
    await proposal(page).getByText('The language model does not answer right now.').waitFor();
    expect(await answer()).toBe(ANSWER);
  });
});
