import { beforeAll, expect, it } from '@jest/globals';
import type { Page } from 'playwright-core';
import { csvOf } from '../support/multipart.js';
import { eventually } from '../support/poll.js';
import { addEvidence, addPeople, sampleWorkbook, uploadFile } from './world.js';
import { describeConsole } from './stage.fixture.js';

const PHONE = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true };

interface Asked {
  id: string;
  text: string;
  answer: string | null;
  answer_status: string;
  approved_at: number | null;
  assignee: { id: string } | null;
}

describeConsole('several questions at once, in the console', (stage) => {
  let ann: string;

  beforeAll(async () => {
    await addEvidence(stage.system.api);
    ann = await addPeople(stage.system.api);
  }, 120_000);

  const questions = async (id: string): Promise<Asked[]> => {
    const { body } = await stage.system.api.get(`/v1/questionnaire/${id}/questions?limit=1000`);
    return (body as { questions: Asked[] }).questions;
  };
  const rows = (page: Page) => page.getByRole('listbox', { name: 'Questions' }).getByRole('option');
  const heading = (page: Page) =>
    page.getByRole('region', { name: 'Question', exact: true }).getByRole('heading', { level: 2 });
  const bar = (page: Page) => page.getByRole('group', { name: 'Selected questions' });
  async function review(id: string): Promise<Page> {
    const open = await stage.open(`/questionnaires/${id}/review`);
    await heading(open.page).waitFor();
    return open.page;
  }
  const halls = ['1', '2', '3', '4'].map((hall) => `Which fire suppression agent is installed in hall ${hall}?`);

  it('are chosen by box, range and key, and get what is asked for; what is not listed is not chosen', async () => {
    const id = await uploadFile(stage.system.api, csvOf([...halls, 'Who paints the walls of the halls?'], 'halls.csv'));
    const page = await review(id);
    await rows(page).nth(0).locator('.mark-box').click();
    await rows(page)
      .nth(2)
      .click({ modifiers: ['Shift'] });
    await bar(page).getByText('3 selected').waitFor();
    await page.getByLabel('Search the questions').fill('hall 2');
    await bar(page).getByText('1 selected').waitFor();
    await bar(page).getByLabel('Assign to …').selectOption({ label: 'Ann Keller' });
    await page.getByText('1 question assigned.').waitFor();
    expect((await questions(id)).map(({ assignee }) => assignee?.id === ann)).toEqual([
      false,
      true,
      false,
      false,
      false,
    ]);

    await page.getByRole('button', { name: 'Show all', exact: true }).click();
    await page.keyboard.press('x');
    await page.keyboard.press('j');
    await page.keyboard.press('x');
    await bar(page).getByText('2 selected').waitFor();
    await page.keyboard.press('Escape');
    await bar(page).waitFor({ state: 'detached' });
    await page.keyboard.press('Shift+X');
    await bar(page).getByText('5 selected').waitFor();
    await page.keyboard.press('d');
    await page.getByText('5 questions marked as not applicable.').waitFor();
    expect((await questions(id)).every(({ answer_status: status }) => status === 'NOT_APPLICABLE')).toBe(true);
  });

  it('that look alike get one answer, each shown before; what somebody else changed is left alone, and told', async () => {
    const id = await uploadFile(stage.system.api, csvOf([...halls, 'Who paints the walls of the halls?'], 'alike.csv'));
    const page = await review(id);
    await page.getByText('3 questions look like this one.').waitFor();
    await page.keyboard.press('s');
    const dialog = page.getByRole('dialog');
    for (const text of halls) await dialog.getByText(text).waitFor();
    await page.keyboard.insertText('Argon.');
    await dialog.getByLabel(halls[2] ?? '').uncheck();
    await dialog.getByRole('button', { name: 'Save and approve 3 answers' }).waitFor();
    const second = (await questions(id))[1]?.id ?? '';
    await stage.system.api.call('PATCH', `/v1/questionnaire/${id}/questions/${second}`, {
      json: { answer: 'Theirs.' },
    });
    await page.getByRole('textbox', { name: 'Answer for all of them' }).press('Control+Enter');
    await page.getByText('2 answers saved and approved. 1 was left as it is').waitFor();
    const after = await questions(id);
    expect(after.map(({ answer, approved_at: at }) => [answer, at !== null])).toEqual([
      ['Argon.', true],
      ['Theirs.', false],
      [null, false],
      ['Argon.', true],
      [null, false],
    ]);
    // On with what is left.
    await heading(page)
      .getByText(after[4]?.text ?? '')
      .waitFor();
  });

  it('are approved with the text that is shown, of which only HIGH is ticked beforehand', async () => {
    const id = await uploadFile(stage.system.api, await sampleWorkbook());
    const page = await review(id);
    await page.keyboard.press('b');
    const dialog = page.getByRole('dialog');
    for (const band of [/^Medium/, /^Low/]) await dialog.getByLabel(band).check();
    const list = dialog.getByRole('region', { name: 'Answers waiting for approval' });
    const shown = await list.locator('.sent-text').evaluateAll((items: unknown[]) =>
      (items as { querySelector(of: string): { textContent: string; checked: boolean } | null }[]).map((item) => ({
        band: item.querySelector('.band')?.textContent ?? '',
        answer: item.querySelector('.sent-answer')?.textContent ?? '',
        ticked: item.querySelector('input')?.checked ?? false,
      })),
    );
    expect(shown.length).toBeGreaterThan(3);
    expect(shown.filter(({ band, ticked }) => band.startsWith('High') !== ticked)).toEqual([]);
    const answers = (await questions(id)).map(({ answer }) => answer);
    expect(shown.filter(({ answer }) => !answers.includes(answer))).toEqual([]);
    await dialog.getByRole('button', { name: 'Select all' }).click();
    await dialog.getByRole('button', { name: /^Approve \d+ answers$/ }).click();
    await page.getByText(`${shown.length} answers approved.`).waitFor();
    expect((await questions(id)).filter(({ approved_at: at }) => at !== null)).toHaveLength(shown.length);
  });

  it('follow the filter: its first question is open, and one primary button is there at a time', async () => {
    const id = await uploadFile(stage.system.api, await sampleWorkbook());
    const page = await review(id);
    await rows(page).nth(4).click();
    await page.getByLabel('Status', { exact: true }).selectOption({ label: 'Without an answer' });
    const first = (await questions(id)).find(({ answer }) => answer === null);
    await heading(page)
      .getByText(first?.text ?? '')
      .waitFor();
    const primary = page.locator('.button.primary');
    expect(await primary.count()).toBe(0);
    await page.getByRole('button', { name: 'Show all', exact: true }).click();
    await rows(page).first().click();
    expect(await primary.allInnerTexts()).toEqual(['Approve']);
    await page.keyboard.press('Shift+X');
    await page.keyboard.press('d');
    await eventually('completing is next', async () => String(await primary.allInnerTexts()) === 'Complete');
  });

  it('have a header of at most a fifth of a phone’s height', async () => {
    const id = await uploadFile(stage.system.api, await sampleWorkbook());
    const open = await stage.open(`/questionnaires/${id}/review`, { browser: PHONE });
    const { page } = open;
    await rows(page).first().waitFor();
    const topOf = (part: string): Promise<number> =>
      page.evaluate(`document.querySelector('${part}').getBoundingClientRect().top`);
    expect(await topOf('.list-pane')).toBeLessThanOrEqual(844 / 5);
    await rows(page).first().click();
    await heading(page).waitFor();
    expect(await topOf('.panel')).toBeLessThanOrEqual(844 / 5);
  });
});
