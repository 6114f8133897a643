import { beforeAll, expect, it } from '@jest/globals';
import { addConversations } from './area-world.js';
import { overflows } from './console-page.js';
import { describeConsole } from './stage.fixture.js';

describeConsole('insights in the console', (stage) => {
  beforeAll(async () => {
    // Nine hours apart: 120 of them reach 45 days back.
    await addConversations(stage.system.api, 120);
  }, 120_000);

  it('shows what nothing answers, and begins the missing entry with its question, so that it is answered next time', async () => {
    const open = await stage.open('/insights');
    const { page } = open;
    const { body } = await stage.system.api.get('/v1/insights/summary?days=7&gaps=100');
    const { unanswered_total: total } = body as { unanswered_total: number };
    await page.getByLabel('Period').selectOption({ label: 'Last 7 days' });
    await page.getByRole('heading', { name: `${total} unanswered questions` }).waitFor();
    const row = page.getByRole('row').filter({ hasText: 'Is there a data centre in Switzerland?' });
    await row.getByRole('link', { name: /^Add an answer/ }).click();
    const dialog = page.getByRole('dialog');
    expect(await dialog.getByLabel('Question').inputValue()).toBe('Is there a data centre in Switzerland?');
    await dialog.getByLabel('Answer').fill('Yes, in Zurich since 2025.');
    await dialog.getByRole('button', { name: 'Add to the answer library' }).click();
    await page.getByRole('button', { name: 'Is there a data centre in Switzerland?' }).waitFor();
    const asked = await stage.system.api.post('/v1/insights/ask', {
      json: { question: 'Is there a data centre in Switzerland?', source_type: 'web_ui' },
    });
    expect((asked.body as { answer: string }).answer).toContain('Zurich');
  }, 120_000);

  it('narrows conversations by period, channel and words, and shows one in full', async () => {
    const open = await stage.open('/insights/conversations');
    const { page } = open;
    const shown = async (): Promise<number> => Number(/\d+/.exec(await page.locator('.subtitle').innerText())?.[0]);
    await page.locator('.table').waitFor();
    // The one that the test before asked, and those of 30 days.
    const month = await shown();
    expect(month).toBeGreaterThanOrEqual(79);
    expect(month).toBeLessThanOrEqual(82);
    await page.getByLabel('Period').selectOption({ label: 'All time' });
    await page.getByText('121 conversations').waitFor();
    await page.getByLabel('Channel').selectOption({ label: 'Imported' });
    await page.getByText('120 conversations').waitFor();
    await page.getByLabel('Search conversations').fill('PENETRATION rivera');
    await page.getByText('8 conversations').waitFor();
    await page
      .getByRole('button', { name: /penetration tests done/ })
      .first()
      .click();
    const dialog = page.getByRole('dialog');
    await dialog.getByText('Once a year by an independent firm').waitFor();
    await dialog.getByText('tomas@harbor.example').waitFor();
    // It can be passed on by its address.
    expect(page.url()).toContain('conversation=');
    await page.reload();
    await dialog.getByText('Once a year by an independent firm').waitFor();
  }, 120_000);

  it('speaks German to a browser that does: counts, shares and dates too', async () => {
    const open = await stage.open('/insights', { browser: { locale: 'de-DE' } });
    const { page } = open;
    await page.getByRole('heading', { name: 'Wissenslücken' }).waitFor();
    await page.getByLabel('Zeitraum').selectOption({ label: 'Letzte 7 Tage' });
    await page.getByRole('heading', { name: /^\d+ unbeantwortete Fragen$/ }).waitFor();
    expect(await page.locator('.figures').innerText()).toMatch(/Beantwortet\s+\d+\s%/);
    await page
      .getByText(/^vor \d+ (Stunden|Tagen)$/)
      .first()
      .waitFor();
    await page.getByRole('link', { name: 'Gespräche' }).click();
    await page.getByLabel('Zeitraum').selectOption({ label: 'Gesamter Zeitraum' });
    await page.getByText('121 Gespräche').waitFor();
    expect(await page.locator('main').innerText()).not.toMatch(/insights:|{{|_one|_other/);
    await page.setViewportSize({ width: 360, height: 740 });
    expect(await overflows(page)).toBe(false);
    await page.getByRole('link', { name: 'Wissenslücken' }).click();
    await page.getByRole('heading', { name: /unbeantwortete Fragen$/ }).waitFor();
    expect(await overflows(page)).toBe(false);
  }, 60_000);
});
