import { expect, it } from '@jest/globals';
import { csvOf } from '../support/multipart.js';
import { waitForToast } from './console-page.js';
import { uploadFile } from './world.js';
import { describeConsole } from './stage.fixture.js';

const ASKED = 'How often do you test your backups?';

describeConsole('answering again in the console', (stage) => {
  let id: string;

  const learn = (answer: string) =>
    stage.system.api.post('/v1/knowledge/answers', { json: { question: ASKED, answer } });

  it('is offered in the review when the evidence has changed, and shows the new answers when they are there', async () => {
    id = await uploadFile(stage.system.api, csvOf([ASKED, 'Do you have a mascot?'], 'again.csv'));
    await learn('Backups are tested every quarter.');
    const open = await stage.open(`/questionnaires/${id}/review`);
    const { page } = open;
    await page.getByText('The evidence has changed since these answers were generated.').waitFor();
    await page.getByRole('button', { name: 'Regenerate answers?' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Questions', { exact: true }).selectOption({ label: 'Only those without an answer' });
    await dialog.getByRole('button', { name: 'Regenerate answers', exact: true }).click();
    await waitForToast(page, '2 answers are being regenerated.');
    await page.locator('.answer-text').getByText('quarter').waitFor();
    await page.getByText('The evidence has changed since these answers were generated.').waitFor({ state: 'detached' });
  });

  it('is offered on the overview, and not to a reader', async () => {
    await learn('Backups of production are tested every month.');
    const open = await stage.open(`/questionnaires/${id}`);
    await open.page.getByRole('button', { name: 'Regenerate answers …' }).waitFor();
    const { body } = await stage.system.api.post('/v1/api-keys', { json: { name: 'Viewer', role: 'VIEWER' } });
    const reader = await stage.open(`/questionnaires/${id}`, { key: (body as { key: string }).key });
    await reader.page.getByRole('heading', { name: 'Activity' }).waitFor();
    expect(await reader.page.getByRole('button', { name: /Regenerate/ }).count()).toBe(0);
  });
});
