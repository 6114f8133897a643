import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import type { Browser } from 'playwright-core';
import { browserAvailable, startBrowser } from '../support/browser.js';
import { startSystem, type TestSystem } from '../support/harness.js';
import { sentQuestionnaire } from '../support/questionnaires.js';
import { openConsole, overflows, type OpenConsole } from './console-page.js';

const available = await browserAvailable();
const QUESTION = 'How long are audit logs kept?';

(available ? describe : describe.skip)('a backtest, in the console', () => {
  let system: TestSystem;
  let browser: Browser;
  let open: OpenConsole | undefined;
  beforeAll(async () => {
    system = await startSystem();
    browser = await startBrowser();
  }, 120_000);
  afterAll(async () => {
    await browser.close();
    await system.close();
  });
  afterEach(async () => {
    expect(open?.complaints).toEqual([]);
    await open?.context.close();
  });

  it('is started, shows both texts of a contradiction, and follows what people say of it', async () => {
    await sentQuestionnaire(system.api, 'Northgate Bank', { [QUESTION]: 'For 6 months.' });
    await sentQuestionnaire(system.api, 'Southgate Bank', { [QUESTION]: 'For 13 months.' });
    open = await openConsole(browser, system, '/knowledge/prove');
    const { page } = open;
    await page.getByText('No backtest yet').waitFor();
    await page.getByRole('button', { name: 'Start a backtest' }).click();
    const start = page.getByRole('dialog', { name: 'Start a backtest' });
    await start.getByLabel('Minutes to write one answer by hand').fill('7');
    await start.getByRole('button', { name: 'Start a backtest' }).click();
    await page.getByText('Completed; started').waitFor({ timeout: 90_000 });

    const found = page.getByRole('region', { name: 'Differences' });
    await found.getByLabel('Show').selectOption({ label: 'Contradicted' });
    await found.getByText('For 6 months.').first().waitFor();
    await found.getByText('For 13 months.').first().waitFor();
    await found.getByText('Period').waitFor();
    await page.getByRole('table', { name: 'By customer' }).getByText('Southgate Bank').waitFor();
    expect(await overflows(page)).toBe(false);

    await found.getByRole('button', { name: 'Yours was older' }).click();
    const dialog = page.getByRole('dialog', { name: 'Yours was older' });
    await dialog.getByLabel('Reason').fill('They are kept longer since May.');
    await dialog.getByRole('button', { name: 'Yours was older' }).click();
    await found.getByRole('button', { name: 'Open again' }).waitFor();
    await page.getByRole('region', { name: 'Result' }).getByText('Agreement after review').waitFor();
    const { body: log } = await system.api.get('/v1/audit-log?action=backtest.answer_settled');
    expect(JSON.stringify(log)).toContain('OLDER');

    const download = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Export as CSV' }).click();
    expect((await download).suggestedFilename()).toMatch(/^backtest-.*\.csv$/);
    await page.getByRole('region', { name: 'Backtest', exact: true }).getByRole('button', { name: 'Delete' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
    await page.getByText('No backtest yet').waitFor();
  }, 180_000);

  it('tests chosen questionnaires by their days, raises HIGH where too few agreed, and goes back', async () => {
    const kinds =
      'access audit backup badge build change database deployment door email firewall incident login payment printer proxy router server training visitor';
    const sent = (bank: string, least: number): Promise<string> => {
      const rows = kinds.split(' ').map((kind, i) => [`How long are ${kind} logs kept?`, `For ${least + i} months.`]);
      return sentQuestionnaire(system.api, bank, Object.fromEntries(rows) as Record<string, string>);
    };
    await sent('Eastgate Bank', 2);
    const later = await sent('Westgate Bank', 30);
    open = await openConsole(browser, system, '/knowledge/prove');
    const { page } = open;
    await page.getByRole('button', { name: 'Start a backtest' }).click();
    const start = page.getByRole('dialog', { name: 'Start a backtest' });
    await start.getByLabel('Which questionnaires').selectOption({ label: 'Chosen ones' });
    const begin = start.getByRole('button', { name: 'Start a backtest' });
    expect(await begin.isDisabled()).toBe(true);
    for (const [bank, day] of [
      ['Eastgate', '2024-03-31'],
      ['Westgate', '2025-03-31'],
    ] as const) {
      await start.getByRole('searchbox', { name: 'Search completed questionnaires' }).fill(bank);
      const one = start.getByRole('checkbox', { name: new RegExp(`${bank} Bank`) });
      await one.focus();
      await page.keyboard.press('Space');
      await start.getByLabel(`Sent on: ${bank} Bank`).fill(day);
    }
    await start.getByText('2 chosen, of 100 at most').waitFor();
    expect(await overflows(page)).toBe(false);
    await begin.click();
    await page.getByText('Completed; started').waitFor({ timeout: 120_000 });
    const tested = page.getByRole('table', { name: 'Questionnaires' });
    await tested.getByText('Eastgate Bank').first().waitFor();
    expect(await tested.getByText('Northgate Bank').count()).toBe(0);

    const bands = page.getByRole('region', { name: 'How sure HIGH and MEDIUM are here' });
    await bands.getByText('HIGH from 0.95, MEDIUM from 0.65. That is how Candor ships.').waitFor();
    await bands.getByRole('button', { name: 'Calibrate by this backtest' }).click();
    const dialog = page.getByRole('dialog', { name: 'Calibrate by this backtest' });
    await dialog.getByText(/^HIGH promises 95 %\. From 0\.95 on, 0 %/).waitFor();
    await dialog.getByRole('button', { name: 'Calibrate', exact: true }).click();
    await bands.getByText('HIGH from no score, MEDIUM from no score. Raised by a backtest.').waitFor();

    await page.goto(`${system.url}/console/questionnaires/${later}`);
    await page.getByText('HIGH from no score, MEDIUM from no score.').waitFor();
    await page.goto(`${system.url}/console/knowledge/prove`);
    await bands.getByRole('button', { name: 'Back to what ships' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Back to what ships' }).click();
    await bands.getByText('That is how Candor ships.').waitFor();
    const { body: log } = await system.api.get('/v1/audit-log?action=calibration.applied');
    expect(JSON.stringify(log)).toContain('"high_from":"never"');
  }, 300_000);
});
