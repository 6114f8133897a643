import { expect, it } from '@jest/globals';
import type { Page } from 'playwright-core';
import { barriers } from '../support/browser.js';
import { csvOf, form } from '../support/multipart.js';
import { overflows } from './console-page.js';
import { describeConsole } from './stage.fixture.js';

const ROOT = 'Is there a vineyard on the roof?';
const BEHIND_YES = 'If yes, who tends the vineyard?';
const BEHIND_NO = 'If no, when will it be planted?';

describeConsole('questions that hang on others in the console', (stage) => {
  async function review(): Promise<Page> {
    const file = csvOf([ROOT, BEHIND_YES, BEHIND_NO, 'Do you own a sailing ship?'], 'hanging.csv');
    const { body } = await stage.system.api.post('/v1/questionnaire/upload/file', {
      body: form(['company_name', 'Northgate Bank'], ['file', file]),
    });
    const { questionnaire_id: id } = body as { questionnaire_id: string };
    const done = ({ should_poll: more }: { should_poll: boolean }): boolean => !more;
    await stage.system.api.poll(`/v1/questionnaire/${id}/overview`, done, 120_000);
    const { page } = await stage.open(`/questionnaires/${id}/review`);
    await page.getByRole('listbox', { name: 'Questions' }).waitFor();
    return page;
  }
  const panel = (page: Page) => page.getByRole('region', { name: 'Question', exact: true });
  const row = (page: Page, text: string) => page.getByRole('option').filter({ hasText: text });

  it('stand first by how much hangs on them, lead to their root, and follow when it is answered', async () => {
    const page = await review();
    await page.getByLabel('Order').selectOption({ label: 'Most hangs on them first' });
    await row(page, ROOT).click();
    await panel(page).getByText('2 questions hang on this one').waitFor();
    await row(page, BEHIND_YES).click();
    await panel(page).getByRole('button', { name: 'Hangs on', exact: false }).click();
    await panel(page).getByRole('heading', { name: ROOT }).waitFor();
    expect(await barriers(page)).toEqual([]);
    await page.keyboard.press('e');
    await page.getByLabel('Answer', { exact: true }).fill('No.');
    await page.keyboard.press('Control+Enter');
    await row(page, BEHIND_YES).getByText('Not applicable').first().waitFor();
    await row(page, BEHIND_YES).click();
    await panel(page).getByText('the question that it follows on is answered with no', { exact: false }).waitFor();
    await page.setViewportSize({ width: 390, height: 844 });
    expect(await overflows(page)).toBe(false);
  });
});
