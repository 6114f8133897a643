import type { Browser, BrowserContext, Page } from 'playwright-core';

/** Records every task of the page that holds up its thread for 50 ms and more (the browser reports no shorter ones). */
export const watchLongTasks = (context: BrowserContext): Promise<unknown> =>
  context.addInitScript(`
    window.longTasks = [];
    new PerformanceObserver((list) => {
      for (const { duration } of list.getEntries()) window.longTasks.push(duration);
    }).observe({ type: 'longtask', buffered: true });
  `);

export interface LongestTask {
  /** Milliseconds by the clock, as a PerformanceObserver in the page tells; 0 when none took 50. */
  wall: number;
  /** Milliseconds that the page's main thread worked on its longest task, as the browser's trace tells. */
  work: number;
}

interface TraceEvent {
  name: string;
  ph: string;
  pid: number;
  tid: number;
  /** Microseconds of the thread. */
  tdur?: number;
  args: { name?: string };
}

/** The longest task of the page while something is done. */
export async function longestTaskOf(browser: Browser, page: Page, run: () => Promise<void>): Promise<LongestTask> {
  await page.evaluate('void window.longTasks?.splice(0)');
  await browser.startTracing(page, { categories: ['toplevel', '__metadata'] });
  await run();
  // What has just ended is reported a moment later.
  await page.waitForTimeout(200);
  const wall = await page.evaluate<number>('Math.max(0, ...window.longTasks.splice(0).map(Math.round))');
  const { traceEvents } = JSON.parse((await browser.stopTracing()).toString()) as { traceEvents: TraceEvent[] };
  const threads = traceEvents.filter(({ name, args }) => name === 'thread_name' && args.name === 'CrRendererMain');
  const main = new Set(threads.map(({ pid, tid }) => `${pid} ${tid}`));
  const tasks = traceEvents.filter(
    ({ ph, name, pid, tid }) => ph === 'X' && /RunTask$/.test(name) && main.has(`${pid} ${tid}`),
  );
  if (tasks.length === 0) throw new Error('the trace holds no task of the page');
  return { wall, work: Math.round(Math.max(...tasks.map(({ tdur = 0 }) => tdur)) / 1000) };
}

/** A named thing that a person does on the page. */
export type Doing = readonly [name: string, run: (page: Page) => Promise<void>];

const LIST = '[role=listbox][aria-label=Questions]';

/** What a person does with a sheet of thousands of questions. */
export const DOINGS: readonly Doing[] = [
  [
    'scrolling through the list, a screen at a time',
    async (page) => {
      await page.evaluate(`(async () => {
        const list = document.querySelector('${LIST}');
        const frame = () => new Promise(requestAnimationFrame);
        for (let top = 0; top < list.scrollHeight; top += list.clientHeight) {
          list.scrollTop = top;
          await frame();
        }
      })()`);
    },
  ],
  [
    'scrolling with the wheel',
    async (page) => {
      await page.locator(LIST).hover();
      for (let turn = 0; turn < 40; turn++) await page.mouse.wheel(0, turn % 2 === 0 ? 1500 : -700);
    },
  ],
  [
    'searching as it is typed',
    async (page) => {
      const field = page.getByLabel('Search the questions');
      await field.focus();
      await page.keyboard.type('backups reviewed 12', { delay: 40 });
      await field.fill('');
    },
  ],
  [
    'filtering by confidence, status and back',
    async (page) => {
      for (const [name, label] of [
        ['Confidence', 'High'],
        ['Confidence', 'Any confidence'],
        ['Status', 'Without an answer'],
        ['Status', 'To review'],
        ['Status', 'Any status'],
      ] as const)
        await page.getByLabel(name, { exact: true }).selectOption({ label });
      await page.locator(LIST).focus();
    },
  ],
  [
    'going through 60 questions by keyboard',
    async (page) => {
      for (let press = 0; press < 60; press++) await page.keyboard.press('j');
    },
  ],
  [
    'approving 10 in a row',
    async (page) => {
      await page.getByLabel('Status', { exact: true }).selectOption({ label: 'To review' });
      await page.locator(LIST).focus();
      for (let press = 0; press < 10; press++) await page.keyboard.press('a');
    },
  ],
  [
    'the layout in place of the list, scrolled',
    async (page) => {
      await page.keyboard.press('l');
      await page.evaluate(`(async () => {
        const layout = document.querySelector('.layout');
        const frame = () => new Promise(requestAnimationFrame);
        for (let top = 0; top < layout.scrollHeight; top += layout.clientHeight * 3) {
          layout.scrollTop = top;
          await frame();
        }
      })()`);
      await page.keyboard.press('l');
    },
  ],
  [
    'the preview of approving many',
    async (page) => {
      await page.keyboard.press('b');
      const dialog = page.getByRole('dialog');
      await dialog.getByLabel(/Medium/).check();
      await dialog.getByLabel(/Low/).check();
      await page.keyboard.press('Escape');
    },
  ],
];

/** Waits until every question is there. */
export async function allLoaded(page: Page, count: number): Promise<void> {
  const found = page.locator('.found').getByText(`${count.toLocaleString('en')} questions`, { exact: true });
  await found.waitFor({ timeout: 60_000 });
  await page.locator('.layout').waitFor();
}
