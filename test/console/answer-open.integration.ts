import { beforeAll, describe, expect, it } from '@jest/globals';
import type { Page } from 'playwright-core';
import { barriers } from '../support/browser.js';
import { csvOf, form, type FilePart } from '../support/multipart.js';
import { eventually } from '../support/poll.js';
import { overflows } from './console-page.js';
import { addEvidence, sampleWorkbook } from './world.js';
import { describeConsole } from './stage.fixture.js';

interface Asked {
  id: string;
  text: string;
  answer: string | null;
  comment: string | null;
  answer_status: string;
  options: string[];
}

/** Near what is asked, but answers to something else. */
const KNOWN = [
  ['How quickly are lost laptops locked?', 'Lost laptops are locked remotely within one hour of the report.'],
  ['Which guard watches the archive at night?', 'The archive is watched by two guards at night.'],
] as const;
const OPEN = [
  'Are lost laptops wiped by the helpdesk?',
  'Is the archive watched by cameras at night?',
  'Do you own a sailing ship?',
];

describeConsole('open questions in the console', (stage) => {
  let id: string;

  beforeAll(async () => {
    id = await upload(csvOf(OPEN, 'open.csv'));
    // After the upload: else the engine might have answered from it.
    for (const [asked, answer] of KNOWN) await learn(asked, answer);
  }, 240_000);

  const questionsOf = async (questionnaire = id): Promise<Asked[]> => {
    const { body } = await stage.system.api.get(`/v1/questionnaire/${questionnaire}/questions?limit=1000`);
    return (body as { questions: Asked[] }).questions;
  };
  const question = async (text: string): Promise<Asked> => {
    const found = (await questionsOf()).find((one) => one.text === text);
    if (!found) throw new Error(`nobody asks "${text}"`);
    return found;
  };
  const learn = async (asked: string, answer: string, more: Record<string, unknown> = {}): Promise<string> => {
    const { body } = await stage.system.api.post('/v1/knowledge/answers', {
      json: { question: asked, answer, ...more },
    });
    return (body as { id: string }).id;
  };
  const library = async (words: string): Promise<{ question: string; answer: string }[]> => {
    const { body } = await stage.system.api.get(`/v1/knowledge/answers?query=${encodeURIComponent(words)}&limit=100`);
    return (body as { answers: { question: string; answer: string }[] }).answers;
  };
  /** A busy machine takes its time. */
  async function upload(file: FilePart): Promise<string> {
    const { body } = await stage.system.api.post('/v1/questionnaire/upload/file', {
      body: form(['company_name', 'Northgate Bank'], ['file', file]),
    });
    const { questionnaire_id: uploaded } = body as { questionnaire_id: string };
    const done = ({ should_poll: more }: { should_poll: boolean }): boolean => !more;
    await stage.system.api.poll(`/v1/questionnaire/${uploaded}/overview`, done, 120_000);
    return uploaded;
  }
  async function review(file: FilePart, query = ''): Promise<Page> {
    id = await upload(file);
    return openReview(query);
  }
  async function openReview(query = ''): Promise<Page> {
    const open = await stage.open(`/questionnaires/${id}/review${query}`);
    await open.page.getByRole('listbox', { name: 'Questions' }).waitFor();
    return open.page;
  }
  const panel = (page: Page) => page.getByRole('region', { name: 'Question', exact: true });
  const suggestions = (page: Page) => page.getByRole('region', { name: 'Suggestions' });
  const heading = (page: Page, text: string) => panel(page).getByRole('heading', { name: text });
  const answerField = (page: Page) => page.getByLabel('Answer', { exact: true });

  it('are answered by two keys from what is near them, enter the library, and lead on to the next', async () => {
    const page = await openReview('?show=open');
    await heading(page, OPEN[0] ?? '').waitFor();
    await suggestions(page).getByText(KNOWN[0][1]).waitFor();
    expect(await suggestions(page).getByRole('listitem').first().innerText()).toContain(KNOWN[0][0]);
    await page.keyboard.press('1');
    await answerField(page).waitFor();
    expect(await answerField(page).inputValue()).toBe(KNOWN[0][1]);
    expect(await barriers(page)).toEqual([]);
    await page.getByLabel('Keep in the answer library').check();
    await answerField(page).focus();
    await page.keyboard.press('Control+Enter');

    await heading(page, OPEN[1] ?? '').waitFor();
    expect(await question(OPEN[0] ?? '')).toMatchObject({ answer: KNOWN[0][1], answer_status: 'MANUALLY_ANSWERED' });
    expect((await library('wiped')).map(({ answer }) => answer)).toEqual([KNOWN[0][1]]);
    await suggestions(page).getByText(KNOWN[1][1]).waitFor();
    await page.keyboard.press('1');
    expect(await answerField(page).inputValue()).toBe(KNOWN[1][1]);
    // The tick stays as the person left it.
    expect(await page.getByLabel('Keep in the answer library').isChecked()).toBe(true);
    await page.keyboard.press('Control+Enter');
    await heading(page, OPEN[2] ?? '').waitFor();
    expect((await library('cameras')).length).toBe(1);
  });

  it('take a suggestion over while the answer is written, but no digit that is written, and none in other fields', async () => {
    const page = await review(csvOf(['Are lost laptops sold by the helpdesk?', 'Do you own a tram?'], 'typed.csv'));
    await suggestions(page).getByText(KNOWN[0][1]).waitFor();
    await page.keyboard.press('c');
    await page.keyboard.type('1');
    await page.keyboard.press('Alt+1');
    expect(await page.getByLabel('Remark').inputValue()).toBe('1');
    expect(await answerField(page).count()).toBe(0);
    await page.keyboard.press('Escape');
    await page.keyboard.press('e');
    await page.keyboard.type('Never: 1 of 1.');
    expect(await answerField(page).inputValue()).toBe('Never: 1 of 1.');
    await page.keyboard.press('Alt+1');
    await eventually('it follows', async () => (await answerField(page).inputValue()).includes(KNOWN[0][1]));
    expect(await answerField(page).inputValue()).toBe(`Never: 1 of 1. ${KNOWN[0][1]}`);
  });

  it('search the library in their place, and take over nothing that expired, changed or was deleted meanwhile', async () => {
    const page = await review(csvOf(['Do you own a zeppelin?', 'Do you own a tram?'], 'searched.csv'));
    await learn('Is the bell rung?', 'The bell is rung at noon.', { expires_at: '2020-01-01T00:00:00Z' });
    const gone = await learn('Is the whistle blown?', 'The whistle is blown at noon.');
    await suggestions(page).waitFor();
    await page.keyboard.press('f');
    await page.keyboard.type('noon bell');
    await suggestions(page).getByText('The bell is rung at noon.').waitFor();
    await suggestions(page).getByText('Expired', { exact: true }).waitFor();
    expect(await suggestions(page).getByRole('button', { name: 'Insert' }).isDisabled()).toBe(true);
    await page.keyboard.press('Alt+1');
    await page.getByText('This answer has expired.').waitFor();
    expect(await answerField(page).count()).toBe(0);

    await page.getByLabel('Search the answer library').fill('noon whistle');
    await suggestions(page).getByText('The whistle is blown at noon.').waitFor();
    await stage.system.api.call('DELETE', `/v1/knowledge/answers/${gone}`);
    await page.keyboard.press('Alt+1');
    await page.getByText('This source has changed or been deleted.').waitFor();
    await suggestions(page).getByText('No library answer matches.').waitFor();
    expect(await answerField(page).count()).toBe(0);
  });

  it('choose an option by its digit, and a suggestion with the option that it says', async () => {
    await addEvidence(stage.system.api);
    const page = await review(await sampleWorkbook());
    const asked = (await questionsOf()).find(({ options }) => options.length > 1 && options.includes('No'));
    if (!asked) throw new Error('the sample has no drop-down');
    await page.goto(`${stage.system.url}/console/questionnaires/${id}/review?question=${asked.id}`);
    await heading(page, asked.text).waitFor();
    await page.keyboard.press(String(asked.options.indexOf('No') + 1));
    const editor = page.getByRole('form', { name: 'Edit the answer' });
    expect(await editor.getByLabel('No', { exact: true }).isChecked()).toBe(true);
    // The first option has the focus now: digits go on choosing.
    await page.keyboard.press(String(asked.options.indexOf('Yes') + 1));
    expect(await editor.getByLabel('Yes', { exact: true }).isChecked()).toBe(true);
    await page.keyboard.press('Control+Enter');
    await eventually('it is saved', async () => (await question(asked.text)).answer === 'Yes');
    await page.keyboard.press('?');
    await page.getByRole('dialog').getByText('Choose an option').waitFor();
    await page.getByRole('dialog').getByText('Insert a suggestion while you write').waitFor();
  });

  it('are not those that the file answers: it is told that the answer stood there, and a person’s as a person’s', async () => {
    const rows = [
      'Question,Answer',
      'Do you own a bakery?,"No, none."',
      'Do you own a mill?,Yes: one.',
      'Do you bake?,',
    ];
    const page = await review({ fileName: 'answered.csv', type: 'text/csv', content: rows.join('\r\n') });
    await heading(page, 'Do you own a bakery?').waitFor();
    await panel(page).getByText('From the file').waitFor();
    await page.getByRole('region', { name: 'Sources' }).getByText('was already in the uploaded file').waitFor();
    await page.keyboard.press('e');
    await answerField(page).fill('Yes, since May.');
    await page.keyboard.press('Control+Enter');
    await panel(page).getByText('By a person').waitFor();
    expect(await panel(page).getByText('From the file').count()).toBe(0);
  });

  describe('the command palette', () => {
    const palette = (page: Page) => page.getByRole('dialog', { name: 'Search and commands' });

    it('goes to pages, questionnaires and library answers by keys alone, and has no barrier', async () => {
      await upload(csvOf(['Do you own a lighthouse?'], 'Lighthouse survey.csv'));
      const open = await stage.open('/questionnaires');
      const { page } = open;
      await page.getByRole('heading', { name: 'Questionnaires', level: 1 }).waitFor();
      await page.keyboard.press('Control+k');
      await palette(page).getByRole('option', { name: 'Documents', exact: true }).waitFor();
      expect(await barriers(page)).toEqual([]);
      await page.keyboard.type('lighthouse sur');
      await palette(page)
        .getByRole('option', { name: /Lighthouse survey/ })
        .waitFor();
      await page.keyboard.press('Enter');
      await page.waitForURL(/\/questionnaires\/[^/]+\/review/);
      await page.getByRole('heading', { name: 'Lighthouse survey' }).waitFor();

      await page.keyboard.press('Control+k');
      await page.keyboard.type('lost laptops locked');
      await palette(page)
        .getByRole('option', { name: /How quickly are lost laptops locked/ })
        .waitFor();
      await page.keyboard.press('Enter');
      await page.waitForURL(/\/knowledge\?q=/);
      await page.getByText(KNOWN[0][1]).first().waitFor();

      await page.keyboard.press('Control+k');
      await page.keyboard.type('api keys');
      await page.keyboard.press('Enter');
      await page.waitForURL(/\/settings\/keys/);
    });

    it('runs what the page can do and the key may, by keys and by mouse, and not over another dialog', async () => {
      const page = await review(csvOf(['Do you own a windmill?'], 'windmill.csv'));
      await heading(page, 'Do you own a windmill?').waitFor();
      await page.keyboard.press('Control+k');
      await page.keyboard.type('export');
      await page.keyboard.press('Enter');
      await page.getByRole('dialog', { name: /Export/ }).waitFor();
      await page.keyboard.press('Control+k');
      expect(await palette(page).count()).toBe(0);
      await page.keyboard.press('Escape');
      await page
        .getByRole('button', { name: /Ctrl\+K/ })
        .first()
        .click();
      await palette(page).getByRole('option', { name: 'Approve many …' }).click();
      await page
        .getByRole('dialog')
        .getByText(/approve/i)
        .first()
        .waitFor();

      const { body } = await stage.system.api.post('/v1/api-keys', { json: { name: 'Viewer', role: 'VIEWER' } });
      const key = (body as { key: string }).key;
      const open = await stage.open(`/questionnaires/${id}/review`, {
        key,
        browser: { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true },
      });
      await open.page
        .getByRole('button', { name: /Ctrl\+K/ })
        .first()
        .click();
      await palette(open.page).getByRole('option', { name: 'Export the questionnaire' }).waitFor();
      expect(
        await palette(open.page)
          .getByRole('option', { name: /Approve many|Complete/ })
          .count(),
      ).toBe(0);
      expect(await overflows(open.page)).toBe(false);
      expect(await barriers(open.page)).toEqual([]);
      await palette(open.page).getByRole('option', { name: 'Documents', exact: true }).click();
      await open.page.waitForURL(/\/knowledge\/documents/);
    });
  });
});
