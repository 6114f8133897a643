/*
 * The longest task in the browser while a person works through a large sheet in the console.
 *
 *   npm run bench:console [-- --questions 5000 --max-ms 100 --rounds 3]
 *
 * All of Candor runs in this process with its embedded database; a sheet of so many questions is uploaded and answered, and
 * Debian's chromium opens its review. Two figures a step, each the median of the rounds: how long the page's main thread
 * worked on its longest task (from the browser's trace), and how long that was by the clock (from a PerformanceObserver in
 * the page, which reports 50 ms and more). The clock also counts when others had the processor, so the bar is on the work;
 * on a machine of one's own the two are the same. Exits 1 when the work is over the bar.
 */
import { loadavg } from 'node:os';
import { parseArgs } from 'node:util';
import { openConsole } from '../console/console-page.js';
import { allLoaded, DOINGS, longestTaskOf, watchLongTasks, type LongestTask } from '../console/long-tasks.js';
import { addEvidence, uploadMany } from '../console/world.js';
import { browserAvailable, startBrowser } from '../support/browser.js';
import { startSystem } from '../support/harness.js';

const { values } = parseArgs({
  options: {
    questions: { type: 'string', default: '5000' },
    'max-ms': { type: 'string', default: '100' },
    rounds: { type: 'string', default: '3' },
  },
});
const QUESTIONS = Number(values.questions);
const BAR_MS = Number(values['max-ms']);

if (!(await browserAvailable())) process.exit(1);
const system = await startSystem();
const browser = await startBrowser();
const say = (text: string): boolean => process.stdout.write(`${text}\n`);
const median = (numbers: number[]): number => [...numbers].sort((a, b) => a - b)[Math.floor(numbers.length / 2)] ?? 0;
const measured = new Map<string, LongestTask[]>();

try {
  await addEvidence(system.api);
  say(`Uploading a sheet of ${QUESTIONS} questions …`);
  const id = await uploadMany(system.api, QUESTIONS);
  for (let round = 0; round < Number(values.rounds); round++) {
    const { page, context } = await openConsole(browser, system, '/questionnaires');
    await watchLongTasks(context);
    const put = async (name: string, run: () => Promise<void>): Promise<unknown> =>
      measured.set(name, [...(measured.get(name) ?? []), await longestTaskOf(browser, page, run)]);
    await put('opening the review, all questions loaded', async () => {
      await page.goto(`${system.url}/console/questionnaires/${id}/review`);
      await allLoaded(page, QUESTIONS);
    });
    for (const [name, run] of DOINGS) await put(name, () => run(page));
    await context.close();
  }
} finally {
  await browser.close();
  await system.close();
}

const works = (tasks: LongestTask[]): number => median(tasks.map(({ work }) => work));
say(
  `\nLongest task in ms, ${QUESTIONS} questions, median of ${values.rounds} rounds; load ${loadavg()[0]?.toFixed(1)}`,
);
say('  work  clock');
for (const [name, tasks] of measured) {
  const wall = median(tasks.map((task) => task.wall));
  say(`${String(works(tasks)).padStart(6)} ${(wall === 0 ? '< 50' : String(wall)).padStart(6)}  ${name}`);
}
const longest = Math.max(...[...measured.values()].map(works));
say(`\nLongest of all: ${longest} ms of work; bar: ${BAR_MS} ms`);
process.exitCode = longest > BAR_MS ? 1 : 0;
