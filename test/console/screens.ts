import type { Page } from 'playwright-core';
import type { Api } from '../support/api.js';
import type { TestSystem } from '../support/harness.js';
import { csvOf, form } from '../support/multipart.js';
import { areaScreensOf } from './area-screens.js';
import { fillAreas, type Areas } from './area-world.js';
import { addEvidence, addPeople, manyQuestions, sampleWorkbook, uploadFile } from './world.js';

/** Where a screen is shown: an organization without anything, one as usual, one that is full. */
export type State = 'empty' | 'usual' | 'full';

export interface Screen {
  /** Of its picture. */
  name: string;
  state: State;
  /** Below /console. */
  path: string;
  /** Brings the page to what is to be seen; it is there when this resolves. */
  show(page: Page): Promise<void>;
}

/** Identifiers of what the screens show. */
export interface Shown extends Areas {
  /** Questionnaires of the usual organization. */
  reviewed: string;
  failed: string;
  /** The full organization's large one. */
  large: string;
}

const heading = (page: Page, name: string | RegExp): Promise<void> =>
  page.getByRole('heading', { name }).first().waitFor();

/** A question is open, beside its place in the sheet; on a phone the list comes first. */
async function asked(page: Page): Promise<void> {
  if ((page.viewportSize()?.width ?? 0) < 900) {
    await page.getByRole('listbox', { name: 'Questions' }).getByRole('option').first().click();
  }
  await page.locator('.layout-row.current').waitFor();
}

/** Every page of the console, with its dialogs. */
export const screensOf = (shown: Shown): Screen[] =>
  [...questionnaireScreensOf(shown), ...areaScreensOf(shown)].map((screen) => ({
    ...screen,
    show: async (page) => {
      await screen.show(page);
      await nothingLoads(page);
    },
  }));

/** Whatever the page or its dialog had to fetch is there. */
async function nothingLoads(page: Page): Promise<void> {
  const loading = page.locator('.state.loading');
  while ((await loading.count()) > 0) await loading.first().waitFor({ state: 'detached' });
}

function questionnaireScreensOf({ reviewed, failed, large }: Shown): Screen[] {
  const review = `/questionnaires/${reviewed}/review`;
  const opened = (name: string, path: string, show: Screen['show'], state: State = 'usual'): Screen => ({
    name,
    state,
    path,
    show,
  });
  const dialog = (name: string, path: string, button: string | RegExp, then?: Screen['show']): Screen =>
    opened(name, path, async (page) => {
      if (path.includes('review')) await asked(page);
      await page.getByRole('button', { name: button }).first().click();
      await page.getByRole('dialog').waitFor();
      await then?.(page);
    });
  return [
    opened('home-empty', '', (page) => heading(page, 'First steps'), 'empty'),
    opened('home', '', (page) => heading(page, 'Questionnaires by deadline')),
    opened('questionnaires-empty', '/questionnaires', (page) => heading(page, 'No questionnaires yet'), 'empty'),
    opened('questionnaires', '/questionnaires', (page) => page.locator('.table').waitFor()),
    opened('questionnaires-full', '/questionnaires', (page) => page.locator('.pager').waitFor(), 'full'),
    opened('questionnaires-searched', '/questionnaires?q=encryption', (page) =>
      page.locator('.matches').first().waitFor(),
    ),
    opened('questionnaires-nothing', '/questionnaires?q=zebra', (page) => heading(page, 'Nothing matches')),
    dialog('upload', '/questionnaires', 'Upload a questionnaire'),
    opened('overview', `/questionnaires/${reviewed}`, (page) => heading(page, 'Activity')),
    opened('overview-failed', `/questionnaires/${failed}`, (page) => page.locator('.notice.error').waitFor()),
    opened('review', review, asked),
    opened('review-full', `/questionnaires/${large}/review`, asked, 'full'),
    opened('review-no-answer', `${review}?show=open`, async (page) => {
      await asked(page);
      await page.getByText('Nothing in the answer library').waitFor();
      await page.locator('.suggestions li').or(page.getByText('is close to this question')).first().waitFor();
    }),
    opened('review-suggestions', `${review}?show=open`, async (page) => {
      await asked(page);
      await page.getByLabel('Search the answer library').fill('data');
      await page.locator('.suggestions li').first().waitFor();
    }),
    opened('palette', '/questionnaires', async (page) => {
      await page.locator('.table').waitFor();
      await page.keyboard.press('Control+k');
      await page.getByRole('dialog').getByRole('option').nth(8).waitFor();
    }),
    opened('palette-found', review, async (page) => {
      await asked(page);
      await page.keyboard.press('Control+k');
      await page.keyboard.type('data');
      await page.getByRole('dialog').getByRole('option').first().waitFor();
    }),
    opened('review-layout', review, async (page) => {
      await asked(page);
      await page.keyboard.press('l');
    }),
    opened('review-edit', review, async (page) => {
      await asked(page);
      await page.keyboard.press('e');
      await page.getByRole('form', { name: 'Edit the answer' }).waitFor();
    }),
    opened('review-chosen', review, async (page) => {
      const rows = page.getByRole('listbox', { name: 'Questions' }).getByRole('option');
      await rows.nth(1).locator('.mark-box').click();
      await rows.nth(3).click({ modifiers: ['Shift'] });
      await page.locator('.chosen-bar').waitFor();
    }),
    opened('same-answer', review, async (page) => {
      await asked(page);
      await page.keyboard.press('s');
      await page.getByRole('dialog').waitFor();
    }),
    opened('review-nothing', `${review}?words=zebra`, (page) => heading(page, 'No question matches')),
    dialog('approve-many', review, 'Approve many …'),
    dialog('keyboard', review, 'Keyboard shortcuts (?)'),
    dialog('export', review, 'Export', async (page) => {
      await page.getByRole('button', { name: 'Show the receipt' }).click();
      await page.locator('.receipt').waitFor();
    }),
    dialog('complete', review, 'Complete', async (page) => {
      await page.getByRole('dialog').getByRole('button', { name: 'Complete' }).click();
      await page.getByText('neither approved nor marked as not applicable').waitFor();
    }),
    dialog('details', `/questionnaires/${reviewed}`, 'Edit'),
    opened('extraction', `/questionnaires/${reviewed}/extraction`, (page) => page.locator('.table').waitFor()),
    opened('corrections', `/questionnaires/${reviewed}/corrections`, async (page) => {
      await page.getByRole('gridcell').nth(8).click();
      await page.getByRole('group', { name: /^Cell / }).waitFor();
    }),
    opened('corrections-nothing', `/questionnaires/${failed}/corrections`, (page) =>
      page.locator('.notice').first().waitFor(),
    ),
    opened('corrections-difference', `/questionnaires/${reviewed}/corrections`, async (page) => {
      await page.getByRole('checkbox').check();
      await page.getByRole('button', { name: 'Show the difference …' }).click();
      await page.locator('.difference').waitFor();
    }),
    opened('no-such-page', '/nowhere', (page) => heading(page, 'Page not found')),
  ];
}

/** Those that a phone shows: reading, not the tools of a desk. */
export const onPhone = ({ name }: Pick<Screen, 'name'>): boolean =>
  !['keyboard', 'review-layout', 'review-edit'].includes(name);

/** Those that begin with something else on a phone, so that a narrower window is not the same: the review with its list. */
export const startsElsewhereOnPhone = ({ path }: Screen): boolean => path.includes('/review');

const COMPANIES = ['Northgate Bank', 'Meridian Insurance', 'Kestrel Health', 'Aalto Logistics', 'Blue Harbour Energy'];
const TITLES = ['Vendor risk review', 'Security due diligence', 'DDQ', 'Cloud controls', 'Annual reassessment'];

/** Fills an organization as one that has worked for some weeks. */
async function fillUsual(system: TestSystem): Promise<Omit<Shown, 'large'>> {
  const { api } = system;
  await addEvidence(api);
  const ann = await addPeople(api);
  await uploadFile(api, csvOf(['Is data encrypted at rest?', 'Do you test backups?'], 'Cloud controls 2026.csv'), {
    company_name: 'Aalto Logistics',
    deadline: inDays(40),
  });
  const broken = { fileName: 'Kestrel DDQ final (2).xlsx', type: 'text/csv', content: 'not a workbook' };
  const failed = await uploadFile(
    api,
    { ...broken, type: XLSX },
    { company_name: 'Kestrel Health', deadline: inDays(2) },
  );
  const reviewed = await uploadFile(api, await sampleWorkbook(), { deadline: inDays(5), deal_value: '120000' });
  const path = `/v1/questionnaire/${reviewed}/questions`;
  const { body } = await api.get(`${path}?limit=1000`);
  const { questions } = body as { questions: { id: string }[] };
  for (const { id } of questions.slice(1, 4)) await api.post(`${path}/${id}/approve`);
  const first = `${path}/${questions[0]?.id ?? ''}`;
  await api.call('PATCH', first, { json: { comment: 'Reports to the CEO.', assignee: { id: ann, type: 'USER' } } });
  await api.post(`${first}/comments`, {
    json: { text: 'Is Dana still in that role? Please check before it goes out.' },
  });
  // Last: what it adds to the library would have answered the questions.
  return { reviewed, failed, ...(await fillAreas(api, system)) };
}

const XLSX = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';
const inDays = (days: number): string => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10);

/** Fills an organization with more than a page of questionnaires, one of them with 300 questions and long words. */
async function fillFull(api: Api): Promise<Pick<Shown, 'large'>> {
  await addEvidence(api);
  for (let number = 0; number < 54; number++) {
    const title = `${TITLES[number % TITLES.length] ?? ''} ${2026 + (number % 2)}, part ${number + 1}`;
    const company = COMPANIES[number % COMPANIES.length] ?? '';
    await api.post('/v1/questionnaire/upload/text', {
      json: {
        text_content: `${title}\nDo you encrypt customer data at rest?\nHow often do you test backups?`,
        company_name: company,
        deadline: inDays(number - 3),
      },
    });
  }
  const questions = manyQuestions(300);
  questions[0] = `${'Describe in detail how customer data are protected at rest, in transit and in use, '.repeat(4)}and name the keys’ owner.`;
  const name = `Group-wide third-party information security and business continuity assessment (extended), revision 12.csv`;
  const { body } = await api.post('/v1/questionnaire/upload/file', {
    body: form(
      ['company_name', 'Consolidated International Reinsurance and Financial Holdings'],
      ['file', csvOf(questions, name)],
    ),
  });
  const { questionnaire_id: large } = body as { questionnaire_id: string };
  await api.poll(
    `/v1/questionnaire/${large}/overview`,
    ({ should_poll: more }: { should_poll: boolean }) => !more,
    120_000,
  );
  return { large };
}

/** Fills three organizations, with an administrator's key for each: with it the console works there. */
export async function fillAll(system: TestSystem): Promise<{ shown: Shown; keys: Record<State, string> }> {
  const empty = await system.inNewOrganization('Fjord Analytics');
  const full = await system.inNewOrganization('Harbor Metrics Group');
  // One after the other: each waits for answers, which come late on a busy machine when both ask at once.
  const shown = { ...(await fillUsual(system)), ...(await fillFull(full)) };
  const keyOf = async (api: Api): Promise<string> => {
    const { body } = await api.post('/v1/api-keys', { json: { name: 'Console', role: 'ADMIN' } });
    return (body as { key: string }).key;
  };
  return { shown, keys: { usual: system.key, empty: await keyOf(empty), full: await keyOf(full) } };
}
