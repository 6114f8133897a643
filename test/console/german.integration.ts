import { beforeAll, expect, it } from '@jest/globals';
import type { Page } from 'playwright-core';
import { english } from '../../gateway/console/src/words/english.js';
import { german } from '../../gateway/console/src/words/german.js';
import { form } from '../support/multipart.js';
import { fillAreas, type Areas } from './area-world.js';
import { addEvidence, addPeople, sampleWorkbook, uploadFile } from './world.js';
import { brokenWords, overflows } from './console-page.js';
import { textsOf } from './texts.js';
import { describeConsole } from './stage.fixture.js';

const WIDTHS = [1440, 390] as const;

/** Every page of the console. */
const pagesOf = ({ draft, sent, webhook }: Areas, questionnaire: string): string[] => [
  '',
  '/questionnaires',
  `/questionnaires/${questionnaire}`,
  `/questionnaires/${questionnaire}/review`,
  `/questionnaires/${questionnaire}/extraction`,
  `/questionnaires/${questionnaire}/corrections`,
  '/knowledge',
  '/knowledge/conflicts',
  '/knowledge/documents',
  '/insights/gaps',
  '/insights/conversations',
  '/trust-portal/updates',
  '/trust-portal/updates/new',
  `/trust-portal/updates/${draft}`,
  `/trust-portal/updates/${sent}`,
  '/trust-portal/categories',
  '/trust-portal/subscribers',
  '/trust-portal/page',
  '/trust-portal/documents',
  '/trust-portal/requests',
  '/trust-portal/activity',
  '/trust-portal/nda',
  '/trust-portal/faq',
  '/trust-portal/subprocessors',
  '/settings/organizations',
  '/settings/people',
  '/settings/keys',
  '/settings/webhooks',
  `/settings/webhooks/${webhook}`,
  '/settings/audit-log',
];

/** Parts of English texts that are long enough to be known again, and are not German too. */
function englishPhrases(): string[] {
  const spoken = [...textsOf(german).values()].join('\n');
  return [...textsOf(english).values()]
    .flatMap((text) => text.split(/\{\{[^}]*\}\}|<\/?\w+>/))
    .map((part) => part.trim())
    .filter((part) => part.split(/\s+/).length > 2 && !spoken.includes(part));
}

describeConsole('the console in German', (stage) => {
  let pages: string[];

  beforeAll(async () => {
    await addPeople(stage.system.api);
    await addEvidence(stage.system.api);
    const questionnaire = await uploadFile(stage.system.api, await sampleWorkbook());
    pages = pagesOf(await fillAreas(stage.system.api, stage.system), questionnaire);
    const addresses = Array.from({ length: 1200 }, (_, index) => `reader-${index}@customer.example`);
    const file = { fileName: 'readers.csv', type: 'text/csv', content: ['email', ...addresses].join('\r\n') };
    await stage.system.api.post('/v1/trustportal/updates/subscribers/import?status=confirmed', {
      body: form(['file', file]),
    });
  }, 240_000);
  const openIn = async (locale: string, path: string): Promise<Page> => {
    const open = await stage.open(path, { browser: { locale, timezoneId: 'Europe/Berlin' } });
    await shown(open.page);
    return open.page;
  };

  it('is what a German browser gets: words, dates and numbers', async () => {
    const page = await openIn('de-DE', '/trust-portal/updates');
    expect(await page.locator('html').getAttribute('lang')).toBe('de');
    const navigation = page.getByRole('navigation').first();
    for (const name of [german.app.area.questionnaires, german.app.area.portal, german.app.area.settings])
      await navigation.getByRole('link', { name }).waitFor();
    await page.getByRole('button', { name: 'Neue Mitteilung' }).waitFor();
    expect(await page.locator('.table').innerText()).toMatch(/\d{1,2}\.\d{1,2}\.\d{4}, \d{2}:\d{2}/);
    await page.getByRole('link', { name: 'Abonnenten' }).click();
    await page.getByText(/^1\.2\d\d Abonnenten, neueste zuerst$/).waitFor();
  }, 120_000);

  it('keeps the language that was chosen, also when the page is loaded anew', async () => {
    const page = await openIn('de-DE', '/settings/people');
    await page.getByRole('heading', { name: 'Personen', level: 1 }).waitFor();
    await page.getByLabel('Sprache').selectOption('en');
    await page.getByRole('heading', { name: 'People', level: 1 }).waitFor();
    expect(await page.locator('html').getAttribute('lang')).toBe('en');
    await page.reload();
    await page.getByRole('heading', { name: 'People', level: 1 }).waitFor();
    await page.getByLabel('Language').selectOption('de');
    await page.getByRole('heading', { name: 'Personen', level: 1 }).waitFor();
  }, 120_000);

  it('says nothing in English, breaks no word and fits, on a desktop and on a phone', async () => {
    const phrases = englishPhrases();
    expect(phrases.length).toBeGreaterThan(200);
    const page = await openIn('de-DE', '');
    const found: string[] = [];
    for (const path of pages) {
      found.push(...(await problemsOf(page, path)));
      const words = await wordsOn(page);
      found.push(...phrases.filter((phrase) => words.includes(phrase)).map((phrase) => `${path} says “${phrase}”`));
    }
    expect(found).toEqual([]);
  }, 240_000);

  it('is as whole in English: no word is broken, and every page fits', async () => {
    const page = await openIn('en-GB', '');
    const found: string[] = [];
    for (const path of pages) found.push(...(await problemsOf(page, path)));
    expect(found).toEqual([]);
  }, 240_000);

  /** Opens a page and looks at it in each width. */
  async function problemsOf(page: Page, path: string): Promise<string[]> {
    const found: string[] = [];
    await page.goto(`${stage.system.url}/console${path}`);
    await shown(page);
    for (const width of WIDTHS) {
      await page.setViewportSize({ width, height: 900 });
      found.push(...(await brokenWords(page)).map((word) => `${path} at ${width} breaks “${word}”`));
      if (await overflows(page)) found.push(`${path} is wider than ${width}`);
      const primary = await page.locator('.page .button.primary:visible').count();
      if (primary > 1) found.push(`${path} has ${primary} primary buttons`);
    }
    return found;
  }
});

/** The page has its title and everything that it loads. */
async function shown(page: Page): Promise<void> {
  await page.getByRole('heading', { level: 1 }).waitFor();
  const loading = page.locator('.state.loading');
  while ((await loading.count()) > 0) await loading.first().waitFor({ state: 'detached' });
}

/** What the page says to those who see and those who listen, without what is marked as English. */
const wordsOn = (page: Page): Promise<string> =>
  page.evaluate(`(() => {
    const copy = document.body.cloneNode(true);
    for (const foreign of copy.querySelectorAll('[lang=en]')) foreign.remove();
    const spoken = [...copy.querySelectorAll('[aria-label], [title], [placeholder]')].flatMap((element) =>
      ['aria-label', 'title', 'placeholder'].map((name) => element.getAttribute(name) ?? ''));
    return [copy.textContent, ...spoken].join('\\n');
  })()`);
