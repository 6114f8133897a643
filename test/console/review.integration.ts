import { beforeAll, expect, it } from '@jest/globals';
import type { Page } from 'playwright-core';
import { csvOf } from '../support/multipart.js';
import { eventually } from '../support/poll.js';
import { waitForToast } from './console-page.js';
import { addEvidence, addPeople, sampleWorkbook, uploadFile } from './world.js';
import { describeConsole } from './stage.fixture.js';

interface Asked {
  id: string;
  text: string;
  answer: string | null;
  answer_status: string;
  approved_at: number | null;
  assignee: { id: string } | null;
  confidence: { band: string } | null;
  version: number;
}

describeConsole('the review in the console', (stage) => {
  let ann: string;
  let id: string;

  beforeAll(async () => {
    await addEvidence(stage.system.api);
    ann = await addPeople(stage.system.api);
    id = await uploadFile(stage.system.api, await sampleWorkbook());
  }, 120_000);

  const questions = async (): Promise<Asked[]> => {
    const { body } = await stage.system.api.get(`/v1/questionnaire/${id}/questions?limit=1000`);
    return (body as { questions: Asked[] }).questions;
  };
  const question = async (index: number): Promise<Asked> => {
    const found = (await questions())[index];
    if (!found) throw new Error('there is no such question');
    return found;
  };
  async function openQuestion(index: number, key?: string): Promise<{ page: Page; asked: Asked }> {
    const asked = await question(index);
    const path = `/questionnaires/${id}/review?question=${asked.id}`;
    const open = await stage.open(path, key === undefined ? {} : { key });
    await panel(open.page).getByText(asked.text).waitFor();
    return { page: open.page, asked };
  }
  const panel = (page: Page) => page.getByRole('region', { name: 'Question', exact: true });
  const list = (page: Page) => page.getByRole('listbox', { name: 'Questions' });
  const pathOf = ({ id: questionId }: Asked): string => `/v1/questionnaire/${id}/questions/${questionId}`;

  it('shows an answer beside the words of its source and its place in the customer’s sheet', async () => {
    const { page, asked } = await openQuestion(0);
    const sources = page.getByRole('region', { name: 'Sources' });
    await sources.getByText('information-security-policy.md').waitFor();
    expect(await sources.locator('blockquote').innerText()).toContain('Dana Whitfield');
    const layout = page.getByRole('region', { name: 'Layout of Security' });
    await layout.locator('.layout-row.current').waitFor();
    expect(await layout.locator('.layout-row.current').innerText()).toContain(asked.text);
    expect(await layout.locator('.mine').innerText()).toBe(asked.answer);
    await layout.locator('.layout-row.asks').nth(1).click();
    await panel(page)
      .getByText((await question(1)).text)
      .waitFor();
  });

  it('shows somebody else’s change of the same answer, and saves over it only when the person says so', async () => {
    const { page, asked } = await openQuestion(1);
    await page.keyboard.press('e');
    await page.getByLabel('Answer', { exact: true }).fill('Mine.');
    await stage.system.api.call('PATCH', pathOf(asked), { json: { answer: 'Theirs.' } });
    await page.keyboard.press('Control+Enter');
    await page.getByText('changed this question while you were editing').waitFor();
    expect(await page.locator('.versions').innerText()).toMatch(/Theirs\.[^]*Mine\./);
    expect((await question(1)).answer).toBe('Theirs.');
    await page.getByRole('button', { name: 'Keep mine' }).click();
    await page.locator('.answer-text').getByText('Mine.').waitFor();
    expect((await question(1)).answer).toBe('Mine.');

    await page.keyboard.press('e');
    await page.getByLabel('Answer', { exact: true }).fill('Mine again.');
    await stage.system.api.call('PATCH', pathOf(asked), { json: { answer: 'Theirs again.' } });
    await page.keyboard.press('Control+Enter');
    await page.getByRole('button', { name: 'Take theirs' }).click();
    await page.locator('.answer-text').getByText('Theirs again.').waitFor();

    await page.getByText(/^History/).click();
    const history = page.locator('.history');
    await history.getByText('Mine.').first().waitFor();
    expect(await history.locator('li').count()).toBe(3);
  });

  it('approves nothing that the person has not seen', async () => {
    const { page, asked } = await openQuestion(2);
    await stage.system.api.call('PATCH', pathOf(asked), { json: { answer: 'No' } });
    await page.keyboard.press('a');
    await page.getByText('Somebody else has changed this question').waitFor();
    expect((await question(2)).approved_at).toBeNull();
  });

  it('refuses what the customer does not offer, in the words of the service', async () => {
    const options = (await questions()).findIndex(({ text }) => text.includes('customer-managed'));
    const { page } = await openQuestion(options);
    await page.keyboard.press('e');
    const editor = page.getByRole('form', { name: 'Edit the answer' });
    await editor.getByLabel('No', { exact: true }).check();
    await page.keyboard.press('Control+Enter');
    await editor.waitFor({ state: 'detached' });
    expect((await question(options)).answer).toBe('No');
  });

  it('goes by keyboard alone: next, approve, take back, regenerate, remark, help; keys can be switched off', async () => {
    const { page } = await openQuestion(3);
    await page.keyboard.press('a');
    await panel(page)
      .getByText((await question(4)).text)
      .waitFor();
    await eventually('it is approved', async () => (await question(3)).approved_at !== null);
    await page.keyboard.press('k');
    await panel(page).getByText('Approved', { exact: true }).waitFor();
    await page.keyboard.press('u');
    await panel(page).getByText('To review', { exact: true }).waitFor();
    // In one breath: what is typed after the key belongs to the dialog that it opens.
    await page.keyboard.type('rShort, please.');
    expect(await page.getByLabel('Guidance (optional)').inputValue()).toBe('Short, please.');
    await page.keyboard.press('Enter');
    await waitForToast(page, 'Regenerated from the current evidence.');
    await page.keyboard.press('c');
    await page.keyboard.type('Ask Dana about <b>this</b>');
    await page.keyboard.press('Control+Enter');
    await panel(page).locator('.talk li').getByText('Ask Dana about <b>this</b>').waitFor();
    await page.keyboard.press('Escape');
    await page.keyboard.press('?');
    await page.getByRole('dialog').getByLabel('Use single-key shortcuts').uncheck();
    await page.keyboard.press('Escape');
    await page.keyboard.press('a');
    await page.keyboard.press('ArrowDown');
    await panel(page)
      .getByText((await question(4)).text)
      .waitFor();
    expect((await question(3)).approved_at).toBeNull();
  });

  it('assigns, and narrows by assignee, words, confidence, status and sheet', async () => {
    const { page } = await openQuestion(5);
    await page.getByLabel('Assigned to').selectOption({ label: 'Ann Keller' });
    await eventually('it is assigned', async () => (await question(5)).assignee?.id === ann);
    const all = await questions();
    const shown = async (): Promise<number> => Number(/\d+/.exec(await page.locator('.found').innerText())?.[0]);
    await page.getByLabel('Assignee', { exact: true }).selectOption({ label: 'Ann Keller' });
    expect(await shown()).toBe(1);
    await page.getByRole('button', { name: 'Show all', exact: true }).click();
    await page.getByLabel('Confidence', { exact: true }).selectOption({ label: 'Medium' });
    const medium = all.filter(({ confidence }) => confidence?.band === 'MEDIUM').length;
    expect(medium).toBeGreaterThan(0);
    expect(await shown()).toBe(medium);
    await page.getByRole('button', { name: 'Show all', exact: true }).click();
    await page.keyboard.press('/');
    await page.keyboard.type('BREACH notify');
    expect(await shown()).toBe(1);
    await list(page).getByRole('option').click();
    await panel(page)
      .getByRole('heading', { name: /personal data breach/ })
      .waitFor();
    await page.getByRole('button', { name: 'Show all', exact: true }).click();
    await page.getByLabel('Sheet', { exact: true }).selectOption({ label: 'Resilience' });
    expect(await shown()).toBe(8);
    await page.reload();
    await list(page).waitFor();
    expect(await shown()).toBe(8);
  });

  it('holds an edit that is not saved when the person goes elsewhere', async () => {
    const { page } = await openQuestion(7);
    await page.keyboard.press('e');
    await page.getByLabel('Answer', { exact: true }).fill('Half a sentence');
    await list(page).getByRole('option').nth(2).click();
    await list(page).getByText('not saved').waitFor();
    page.once('dialog', (dialog) => void dialog.dismiss());
    await page.getByRole('link', { name: 'Overview' }).click();
    await list(page).getByRole('option').nth(7).click();
    expect(await page.getByLabel('Answer', { exact: true }).inputValue()).toBe('Half a sentence');
    page.once('dialog', (dialog) => void dialog.accept());
    await page.getByRole('link', { name: 'Overview' }).click();
    await page.getByRole('heading', { name: 'Activity' }).waitFor();
  });

  it('offers a reader nothing that the key may not do', async () => {
    const { body } = await stage.system.api.post('/v1/api-keys', { json: { name: 'Viewer', role: 'VIEWER' } });
    const { page } = await openQuestion(7, (body as { key: string }).key);
    await page.keyboard.press('a');
    await page.keyboard.press('e');
    expect(await page.getByRole('button', { name: /Approve|Edit|Regenerate|Complete|Submit|Delete/ }).count()).toBe(0);
    expect(await page.getByRole('form', { name: 'Edit the answer' }).count()).toBe(0);
    expect(await page.getByRole('button', { name: 'Export' }).count()).toBe(1);
  });

  it('shows what a customer wrote as text, never as HTML, and says what was skipped and why', async () => {
    const hostile = '<img src=x onerror="document.title=1"> Is data encrypted at rest?';
    const other = await uploadFile(stage.system.api, csvOf([hostile, 'Do you test backups?'], '<b>bold.csv'));
    const open = await stage.open(`/questionnaires/${other}/review`);
    const { page } = open;
    await panel(page).getByText(hostile).waitFor();
    expect(await page.locator('#app img, #app b').count()).toBe(0);
    expect(await page.title()).toBe('<b>bold · Candor');
    await page.goto(`${stage.system.url}/console/questionnaires/${id}/extraction`);
    await page.getByRole('row').filter({ hasText: 'It is the number of a question' }).first().waitFor();
    await page.getByRole('button', { name: /^Instructions/ }).click();
    await page.getByText('Thank you for taking part in our vendor review.').waitFor();
  });
});
