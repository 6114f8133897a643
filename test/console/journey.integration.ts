import { readFile } from 'node:fs/promises';
import { beforeAll, expect, it } from '@jest/globals';
import ExcelJS from 'exceljs';
import type { Page } from 'playwright-core';
import { eventually } from '../support/poll.js';
import { addEvidence, sampleWorkbook } from './world.js';
import { describeConsole } from './stage.fixture.js';

interface Asked {
  id: string;
  text: string;
  answer: string | null;
  answer_status: string;
  approved_at: number | null;
  answer_location: { sheet: string; cell: string };
}

describeConsole('a person with a spreadsheet and an afternoon', (stage) => {
  beforeAll(async () => {
    await addEvidence(stage.system.api);
  }, 120_000);

  const questionsOf = async (id: string): Promise<Asked[]> => {
    const { body } = await stage.system.api.get(`/v1/questionnaire/${id}/questions?limit=1000`);
    return (body as { questions: Asked[] }).questions;
  };
  const press = async (page: Page, key: string): Promise<void> => page.keyboard.press(key);
  const asked = (page: Page) =>
    page.getByRole('region', { name: 'Question', exact: true }).getByRole('heading', { level: 2 });

  it('uploads it, sees it processed, edits, approves, completes, and gets the file back with exactly that', async () => {
    const file = await sampleWorkbook();
    const open = await stage.open('', { key: '' });
    const { page } = open;

    await page.getByLabel('API key').fill(stage.system.key);
    await page.getByRole('button', { name: 'Continue' }).click();
    await page.getByRole('link', { name: 'Questionnaires', exact: true }).click();
    await page.getByRole('heading', { name: 'No questionnaires yet' }).waitFor();

    await page.getByRole('button', { name: 'Upload a questionnaire' }).click();
    await page.getByLabel('Files').setInputFiles({
      name: file.fileName,
      mimeType: file.type,
      buffer: Buffer.from(file.content),
    });
    await page.getByLabel('Company').fill('Northgate Bank');
    await page.getByRole('button', { name: 'Upload', exact: true }).click();
    await page.getByText('Checking the file').waitFor();
    await page.getByText('Ready for review').first().waitFor({ timeout: 60_000 });
    const id = /questionnaires\/([^/?]+)/.exec(page.url())?.[1] ?? '';
    const before = await questionsOf(id);
    expect(before.length).toBeGreaterThan(15);

    await page.getByRole('link', { name: 'Review the answers' }).click();
    await asked(page).waitFor();

    // By keyboard: to the second question, written anew, saved and approved in one go.
    await press(page, 'j');
    await asked(page)
      .getByText(before[1]?.text ?? '')
      .waitFor();
    await press(page, 'e');
    await page.getByLabel('Answer', { exact: true }).fill('Every January, by the management board.');
    await press(page, 'Control+Shift+Enter');
    await asked(page)
      .getByText(before[2]?.text ?? '')
      .waitFor();
    await eventually('the edit is stored and approved', async () => {
      const [, second] = await questionsOf(id);
      return second?.approved_at !== null && second?.answer === 'Every January, by the management board.';
    });

    // What nothing is known about: not applicable, answered, or answered from what is known.
    await page.getByLabel('Status', { exact: true }).selectOption({ label: 'Without an answer' });
    const openOnes = before.filter(({ answer }) => answer === null);
    expect(openOnes.length).toBeGreaterThan(0);
    for (const [index, one] of openOnes.entries()) {
      await page.getByRole('option').filter({ hasText: one.text }).click();
      await asked(page).getByText(one.text).waitFor();
      if (index === 0) {
        await press(page, 'e');
        await page.getByLabel('Answer', { exact: true }).fill('Maria Olsen');
        await press(page, 'Control+Enter');
        // It leads on to the next open question, and this one leaves the list.
        await page.getByRole('option').filter({ hasText: one.text }).waitFor({ state: 'detached' });
        expect((await questionsOf(id)).map(({ answer }) => answer)).toContain('Maria Olsen');
      } else {
        await press(page, 'd');
        await page.locator('.question-facts').getByText('Not applicable').waitFor();
        await page.getByRole('option').filter({ hasText: one.text }).waitFor({ state: 'detached' });
      }
    }
    await page.getByRole('button', { name: 'Show all' }).first().click();

    // Many at once: exactly what the preview shows.
    await press(page, 'b');
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel(/Medium/).check();
    await dialog.getByLabel(/Low/).check();
    await dialog.getByRole('button', { name: 'Select all' }).click();
    const button = dialog.getByRole('button', { name: /^Approve \d+ answers?$/ });
    const announced = Number(/\d+/.exec((await button.textContent()) ?? '')?.[0]);
    await button.click();
    await page.getByText(`${announced} answers approved.`).waitFor();

    // The answer of a person has no confidence: approved one by one.
    await page.getByLabel('Status', { exact: true }).selectOption({ label: 'To review' });
    await page.getByRole('listbox', { name: 'Questions' }).getByRole('option').first().click();
    await press(page, 'a');
    await page.getByText('No question matches').waitFor();

    await page.getByRole('button', { name: 'Submit for approval' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Submit' }).click();
    await page.getByText('Ready for approval').waitFor();
    await page.getByRole('button', { name: 'Complete' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Complete' }).click();
    await page.locator('.page-head').getByText('Completed').waitFor();

    await page.getByRole('button', { name: 'Export' }).click();
    await page.getByRole('button', { name: 'Show the receipt' }).click();
    await page.getByText(/parts of the file are unchanged byte for byte/).waitFor();
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'Download' }).click(),
    ]);
    expect(download.suggestedFilename()).toMatch(/\.xlsx$/);
    const exported = await readFile(await download.path());
    const { bytes } = await stage.system.api.get(`/v1/questionnaire/${id}/export`);
    expect(exported.equals(bytes)).toBe(true);

    const [original, written] = await Promise.all([cellsOf(Buffer.from(file.content)), cellsOf(exported)]);
    const after = await questionsOf(id);
    expect(
      after.filter(({ approved_at: at, answer_status: status }) => at === null && status !== 'NOT_APPLICABLE'),
    ).toEqual([]);
    for (const { answer, answer_location: place } of after) {
      if (answer !== null) expect(written.get(`${place.sheet}!${place.cell}`)).toBe(answer);
    }
    expect(written.get(place(after[1]))).toBe('Every January, by the management board.');
    for (const [cell, text] of original) if (text !== '') expect([cell, written.get(cell)]).toEqual([cell, text]);

    expect(open.complaints).toEqual([]);
    expect(open.requested.filter((url) => !url.startsWith(stage.system.url) && !/^(data|blob):/.test(url))).toEqual([]);
    expect(open.requested.filter((url) => url.includes(stage.system.key))).toEqual([]);
    expect(page.url()).not.toContain(stage.system.key);
  }, 180_000);

  it('pastes questions as text, and is told in plain words when a file holds none, with a way to try again', async () => {
    const open = await stage.open('/questionnaires');
    const { page } = open;
    await page.getByRole('button', { name: 'Upload a questionnaire' }).click();
    await page.getByLabel('Pasted text').check();
    await page.getByRole('textbox', { name: 'Questions' }).fill('Do you encrypt backups?');
    await page.getByRole('button', { name: 'Upload', exact: true }).click();
    await page.getByText('must have 50 to 200000 characters').first().waitFor();
    await page
      .getByRole('textbox', { name: 'Questions' })
      .fill('Security of Acme\nDo you encrypt backups?\nHow often do you test your backups?');
    await page.getByRole('button', { name: 'Upload', exact: true }).click();
    await page.getByRole('heading', { name: 'Security of Acme' }).waitFor();
    await page.getByText('Ready for review').first().waitFor({ timeout: 60_000 });

    await page.goto(`${stage.system.url}/console/questionnaires`);
    await page.getByRole('button', { name: 'Upload a questionnaire' }).click();
    await page
      .getByLabel('Files')
      .setInputFiles({ name: 'broken.xlsx', mimeType: '', buffer: Buffer.from('no workbook') });
    await page.getByLabel('Company').fill('Acme');
    await page.getByRole('button', { name: 'Upload', exact: true }).click();
    await page.getByText('Analysis failed').first().waitFor({ timeout: 60_000 });
    const notice = page.locator('.notice.error');
    expect(await notice.innerText()).toMatch(/upload/i);
    // The same file would fail again: another one is asked for, and what was said of the questionnaire stays.
    expect(await page.getByRole('button', { name: 'Retry' }).count()).toBe(0);
    await page.getByRole('button', { name: 'Replace the file' }).click();
    await page.locator('input[type="file"]').setInputFiles({
      name: 'whole.csv',
      mimeType: 'text/csv',
      buffer: Buffer.from('Question,Answer\r\n"Do you encrypt backups?",\r\n"Do you test them?",'),
    });
    await page.getByRole('dialog').getByRole('button', { name: 'Replace', exact: true }).click();
    await page.getByText('Ready for review').first().waitFor({ timeout: 60_000 });
    await page.getByText('Acme').first().waitFor();
    expect(open.complaints).toEqual([]);
  }, 180_000);

  it('drops a file anywhere on the page', async () => {
    const open = await stage.open('/questionnaires');
    const { page } = open;
    await page.getByRole('button', { name: 'Upload a questionnaire' }).waitFor();
    await page.evaluate(`(() => {
      const data = new DataTransfer();
      data.items.add(new File(['Question,Answer\\r\\n"Do you test backups?",'], 'dropped.csv', { type: 'text/plain' }));
      for (const type of ['dragenter', 'dragover', 'drop'])
        document.body.dispatchEvent(new DragEvent(type, { bubbles: true, cancelable: true, dataTransfer: data }));
    })()`);
    await page.getByRole('dialog').getByText('dropped.csv').waitFor();
    await page.getByLabel('Company').fill('Acme');
    await page.getByRole('button', { name: 'Upload', exact: true }).click();
    await page.getByRole('heading', { name: 'dropped', exact: true }).waitFor();
    await page.getByText('Ready for review').first().waitFor({ timeout: 60_000 });
  }, 120_000);
});

const place = (one: Asked | undefined): string =>
  `${one?.answer_location.sheet ?? ''}!${one?.answer_location.cell ?? ''}`;

/** What every cell shows, by "Sheet!B7". */
async function cellsOf(bytes: Buffer): Promise<Map<string, string>> {
  const workbook = new ExcelJS.Workbook();
  await workbook.xlsx.load(bytes as unknown as Parameters<typeof workbook.xlsx.load>[0]);
  const cells = new Map<string, string>();
  for (const sheet of workbook.worksheets) {
    sheet.eachRow((row) => row.eachCell((cell) => cells.set(`${sheet.name}!${cell.address}`, cell.text)));
  }
  return cells;
}
