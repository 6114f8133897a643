import { expect, it } from '@jest/globals';
import ExcelJS from 'exceljs';
import type { Page } from 'playwright-core';
import { barriers } from '../support/browser.js';
import { form, type FilePart } from '../support/multipart.js';
import { overflows } from './console-page.js';
import { describeConsole } from './stage.fixture.js';

const XLSX = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';
/** Reading and answering on a busy machine. */
const PATIENCE = 120_000;

interface Asked {
  id: string;
  text: string;
  answer: string | null;
  approved_at: number | null;
  location: { sheet: string; cell: string };
  answer_location: { sheet: string; cell: string } | null;
}

type Rows = (string | number | { formula: string; result: number })[][];

async function workbook(fileName: string, sheets: Record<string, Rows>): Promise<FilePart> {
  const book = new ExcelJS.Workbook();
  for (const [name, rows] of Object.entries(sheets)) book.addWorksheet(name).addRows(rows);
  return { fileName, type: XLSX, content: Buffer.from(await book.xlsx.writeBuffer()) };
}

/** Asks by topics, all of them settled: nobody sees a question there who has not been told so. */
const topics = (fileName: string, asked: readonly string[]): Promise<FilePart> =>
  workbook(fileName, {
    'Register of topics': [
      ['Topics of our suppliers'],
      [],
      ['Ref', 'Topic', 'Weight', 'Situation', 'Remarks of the house'],
      ...asked.map((topic, index) => [
        `T-${index + 1}`,
        topic,
        3,
        `Settled in ${2019 + index}.`,
        `See the handbook, chapter ${index + 2}.`,
      ]),
    ],
  });

const TOPICS = ['Encryption of stored data', 'Tests of backups', 'Leavers and their accounts', 'Place of the data'];
const OTHER_TOPICS = ['Second factor for staff', 'Subprocessors', 'Deletion after the contract'];

const CONTROLS: Record<string, Rows> = {
  Controls: [
    ['No.', 'Question', 'Answer', 'Rating'],
    [1, 'Do you encrypt backups?', '', { formula: 'LEN(C2)', result: 0 }],
    [2, 'Do you test restores every year?', '', { formula: 'LEN(C3)', result: 0 }],
    [3, 'Who owns the backup policy?', '', { formula: 'LEN(C4)', result: 0 }],
    ['', 'Place of the recovery site', '', ''],
  ],
  Internal: [
    ['Question', 'Answer'],
    ['Is this sheet for internal use only?', ''],
    ['Do you keep this sheet after the review?', ''],
  ],
};

describeConsole('a person who says what was read wrongly', (stage) => {
  const read = async (id: string): Promise<void> => {
    const done = ({ should_poll: more }: { should_poll: boolean }): boolean => !more;
    await stage.system.api.poll(`/v1/questionnaire/${id}/overview`, done, PATIENCE);
  };
  const upload = async (file: FilePart): Promise<string> => {
    const { body } = await stage.system.api.post('/v1/questionnaire/upload/file', {
      body: form(['company_name', 'Northgate Bank'], ['file', file]),
    });
    const { questionnaire_id: id } = body as { questionnaire_id: string };
    await read(id);
    return id;
  };
  const questionsOf = async (id: string): Promise<Asked[]> => {
    const { body } = await stage.system.api.get(`/v1/questionnaire/${id}/questions?limit=1000`);
    return (body as { questions: Asked[] }).questions;
  };
  const placesOf = async (id: string): Promise<string[]> =>
    (await questionsOf(id)).map(({ location, answer_location: answer }) => `${location.cell}>${answer?.cell ?? ''}`);
  const openAt = async (path: string, key?: string): Promise<Page> => {
    const open = await stage.open(path, key === undefined ? {} : { key });
    open.page.setDefaultTimeout(60_000);
    return open.page;
  };
  const dialog = (page: Page) => page.getByRole('dialog');
  /** Applies what the dialog shows, and gives what it says of it afterwards. */
  const apply = async (page: Page): Promise<string> => {
    await dialog(page).getByRole('button', { name: 'Apply', exact: true }).click();
    await dialog(page).getByRole('heading', { name: 'The corrections are applied' }).waitFor();
    const said = await dialog(page).getByRole('status').innerText();
    await dialog(page).getByRole('button', { name: 'Continue' }).click();
    await page.getByRole('heading', { name: 'Activity' }).waitFor();
    await page.locator('.page-head').getByText('Ready for review').waitFor({ timeout: PATIENCE });
    return said;
  };

  it('makes a file that gives nothing give all its questions, and the next one of its shape by one button', async () => {
    const first = await upload(await topics('Topics 2026.xlsx', TOPICS));
    let page = await openAt(`/questionnaires/${first}`);
    await page.getByText('No questions were found in the file.').first().waitFor();
    await page.getByRole('link', { name: 'Show where the questions are' }).click();
    await page.getByRole('grid', { name: 'Content of Register of topics' }).waitFor();
    await page.getByLabel('Column B holds').selectOption({ label: 'Question' });
    await page.getByLabel('Column A holds').selectOption({ label: 'Number' });
    await page.getByLabel('Column D holds').selectOption({ label: 'Answer' });
    await page.getByRole('gridcell', { name: TOPICS[0] ?? '' }).click();
    await page.getByRole('button', { name: 'Questions begin in row 4' }).click();
    expect(await page.getByLabel('First row').inputValue()).toBe('4');
    await page.getByText('Register of topics: questions in B, numbers in A, answers in D, from row 4').waitFor();
    expect([await barriers(page), await overflows(page)]).toEqual([[], false]);
    await page.getByRole('button', { name: 'Show the difference …' }).click();
    await dialog(page).getByText('4 questions are added, 0 are removed, 0 stay.').waitFor();
    await dialog(page)
      .getByRole('listitem')
      .filter({ hasText: TOPICS[3] ?? '' })
      .waitFor();
    expect(await barriers(page)).toEqual([]);
    expect(await questionsOf(first)).toEqual([]);
    expect(await apply(page)).toContain('4 questions were added');
    expect(await placesOf(first)).toEqual(['B4>D4', 'B5>D5', 'B6>D6', 'B7>D7']);
    expect((await questionsOf(first)).map(({ text }) => text)).toEqual(TOPICS);

    const second = await upload(await topics('Topics 2027.xlsx', OTHER_TOPICS));
    page = await openAt(`/questionnaires/${second}`);
    await page.getByText('This file has the same layout as “Topics 2026”').waitFor();
    await page.getByText('What was corrected then').click();
    await page.getByText('Register of topics: questions in B, numbers in A, answers in D, from row 4').waitFor();
    expect(await barriers(page)).toEqual([]);
    await page.getByRole('button', { name: 'Apply the corrections …' }).click();
    await dialog(page).getByText('3 questions are added, 0 are removed, 0 stay.').waitFor();
    expect(await apply(page)).toContain('3 questions were added');
    expect((await questionsOf(second)).map(({ text }) => text)).toEqual(OTHER_TOPICS);
    expect(await placesOf(second)).toEqual(['B4>D4', 'B5>D5', 'B6>D6']);
    expect(await page.getByText('This file has the shape of').count()).toBe(0);
  }, 400_000);

  it('leaves what is remembered, or forgets it', async () => {
    const third = await upload(await topics('Topics 2028.xlsx', TOPICS));
    const page = await openAt(`/questionnaires/${third}`);
    await page.getByRole('button', { name: 'Leave it as it is' }).click();
    expect(await page.getByText('This file has the shape of').count()).toBe(0);
    await page.goto(`${stage.system.url}/console/questionnaires/${third}/extraction`);
    await page.getByRole('link', { name: 'Correct what was read …' }).waitFor();
    expect(await page.getByText('This file has the shape of').count()).toBe(0);

    const another = await openAt(`/questionnaires/${third}/extraction`);
    await another.getByRole('button', { name: 'Forget them …' }).click();
    await dialog(another).getByRole('button', { name: 'Forget them' }).click();
    await another.getByText('The corrections are forgotten.').waitFor();
    await another.getByText('This file has the shape of').waitFor({ state: 'detached' });
    const { body } = await stage.system.api.get(`/v1/questionnaire/${third}/extraction/corrections`);
    expect(body).toMatchObject({ remembered: null });
  }, 300_000);

  it('corrects by the keyboard from the customer’s layout, and is told what was kept and what went', async () => {
    const id = await upload(await workbook('Controls.xlsx', CONTROLS));
    const path = `/v1/questionnaire/${id}/questions`;
    const before = await questionsOf(id);
    const at = (name: string): Asked => {
      const found = before.find(({ location }) => `${location.sheet}!${location.cell}` === name);
      if (!found) throw new Error(`nothing is asked at ${name}`);
      return found;
    };
    for (const [name, answer] of [
      ['Controls!B2', 'Yes, with AES-256.'],
      ['Controls!B3', 'Yes, every May.'],
    ] as const)
      await stage.system.api.call('PATCH', `${path}/${at(name).id}`, { json: { answer } });
    await stage.system.api.post(`${path}/${at('Controls!B2').id}/approve`);

    const page = await openAt(`/questionnaires/${id}/review?question=${at('Controls!B3').id}`);
    await page.getByRole('link', { name: 'Correct what was read …' }).click();
    // At the question that was open, which is taken away.
    const tools = page.getByRole('group', { name: 'Cell Controls!B3' });
    await tools.waitFor();
    const chosen = page.getByRole('gridcell', { selected: true });
    await chosen.focus();
    await page.keyboard.press('Enter');
    await page.keyboard.press('Enter');
    await page.getByText('Controls!B3 is not a question').waitFor();
    await page.locator('[aria-selected="true"]:focus').waitFor();
    // Two below, what nobody took for a question.
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    await page.getByRole('button', { name: 'This is a question' }).waitFor();
    await page.keyboard.press('Enter');
    await page.getByText('Controls!B5 is a question', { exact: true }).waitFor();
    await page.keyboard.press('ArrowRight');
    await page.keyboard.press('Enter');
    await page.getByRole('button', { name: 'The answer to B5 goes here' }).press('Enter');
    await page.getByText('Controls!B5 is a question, answered in C5').waitFor();
    await page.getByLabel('Sheet', { exact: true }).selectOption({ label: 'Internal · 2 questions' });
    await page.getByRole('grid', { name: 'Content of Internal' }).waitFor();
    await page.getByLabel('This sheet is not for us').press('Space');
    await page.getByText('Internal: not for us').waitFor();
    await page.getByRole('button', { name: 'Show the difference …' }).press('Enter');
    await dialog(page).getByText('1 question is added, 3 are removed (1 of them already worked on), 2 stay.').waitFor();
    await dialog(page).getByText('Answers, approvals and comments of removed questions are lost.').waitFor();
    expect(await apply(page)).toMatch(
      /1 question was added. 3 were removed, of which 1 had been worked on. 2 stayed with their answers/,
    );
    expect(await placesOf(id)).toEqual(['B2>C2', 'B4>C4', 'B5>C5']);
    const [kept] = await questionsOf(id);
    expect([kept?.answer, kept?.approved_at !== null]).toEqual(['Yes, with AES-256.', true]);
  }, 300_000);

  it('is told in plain words what the file does not allow, and warned before what was said is lost', async () => {
    const id = await upload(await workbook('Controls.xlsx', { Checks: CONTROLS['Controls'] ?? [] }));
    const page = await openAt(`/questionnaires/${id}/extraction`);
    await page.getByRole('link', { name: 'Correct what was read …' }).click();
    await page.getByLabel('Column C holds').selectOption({ label: '–' });
    await page.getByLabel('Column D holds').selectOption({ label: 'Answer' });
    await page.getByRole('button', { name: 'Show the difference …' }).click();
    await dialog(page)
      .getByRole('alert')
      .getByText(/^Checks: .*formula/i)
      .waitFor();
    expect(await dialog(page).getByRole('button', { name: 'Apply', exact: true }).isDisabled()).toBe(true);
    await dialog(page).getByRole('button', { name: 'Back' }).click();
    page.once('dialog', (question) => void question.dismiss());
    await page.getByRole('link', { name: 'Overview' }).click();
    await page.getByRole('button', { name: /^Undo: Checks: / }).click();
    await page.getByText('None. The file is used as it was read.').waitFor();
    await page.getByRole('link', { name: 'Overview' }).click();
    await page.getByRole('heading', { name: 'Activity' }).waitFor();
  }, 300_000);

  it('adds a question from a line of a text, where nothing has columns', async () => {
    const content = ['Vendor review of our hosting', 'Do you encrypt backups?', 'The recovery site and its distance'];
    const { body } = await stage.system.api.post('/v1/questionnaire/upload/text', {
      json: { text_content: content.join('\n'), company_name: 'Northgate Bank' },
    });
    const { questionnaire_id: id } = body as { questionnaire_id: string };
    await read(id);
    const page = await openAt(`/questionnaires/${id}/corrections`);
    await page.getByRole('gridcell', { name: 'The recovery site and its distance' }).click();
    expect(await page.getByLabel(/^Column .* holds/).count()).toBe(0);
    await page.getByRole('button', { name: 'This is a question' }).click();
    await page.getByText(/ is a question$/).waitFor();
    await page.getByRole('button', { name: 'Show the difference …' }).click();
    await dialog(page).getByText('1 question is added, 0 are removed, 1 stays.').waitFor();
    await apply(page);
    expect((await questionsOf(id)).map(({ text }) => text)).toEqual([
      'Do you encrypt backups?',
      'The recovery site and its distance',
    ]);
  }, 300_000);

  it('is not offered to a reader', async () => {
    const { body: key } = await stage.system.api.post('/v1/api-keys', { json: { name: 'Viewer', role: 'VIEWER' } });
    const id = await upload(await workbook('Read only.xlsx', { Checks: CONTROLS['Controls'] ?? [] }));
    const page = await openAt(`/questionnaires/${id}/extraction`, (key as { key: string }).key);
    await page.locator('.table').waitFor();
    expect(await page.getByRole('link', { name: /Correct/ }).count()).toBe(0);
    await page.goto(`${stage.system.url}/console/questionnaires/${id}/corrections`);
    await page.getByText('You can view this, but not change it.').waitFor();
    await page.getByRole('grid').waitFor();
    expect(await page.getByRole('button', { name: /difference/ }).count()).toBe(0);
  }, 120_000);
});
