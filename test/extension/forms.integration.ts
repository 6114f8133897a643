import { existsSync, readdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Browser } from 'playwright-core';
import type { FoundQuestion } from '../../gateway/extension/src/page/types.js';
import { browserAvailable, startBrowser } from '../support/browser.js';
import { FormPage, goldOf, type GoldQuestion } from './form-page.fixture.js';

const available = await browserAvailable();
const here = dirname(fileURLToPath(import.meta.url));
const pagesIn = (folder: string): string[] =>
  readdirSync(join(here, folder))
    .filter((name) => name.endsWith('.html'))
    .map((name) => name.replace('.html', ''));

/** Pages that were written before the engine ran, and pages written when it passed those (README.md). */
const FOLDERS = ['pages', 'later', 'last', 'strangers', 'held'].filter((folder) => existsSync(join(here, folder)));
const PARTS = ['kind', 'number', 'section', 'help', 'options', 'other', 'required'] as const;
const isTold = ({ kind }: FoundQuestion): boolean => kind === 'identity' || kind === 'file';

/** What of a found question is not as the gold has it. */
function differences(gold: GoldQuestion, { comment, ...found }: FoundQuestion): string[] {
  const parts = PARTS.filter((part) => gold[part] !== undefined).filter(
    (part) => JSON.stringify(gold[part]) !== JSON.stringify(found[part]),
  );
  const wrong = parts.map((part) => `${gold.text}: ${part} ${JSON.stringify(found[part])}`);
  return gold.comment === comment?.text ? wrong : [...wrong, `${gold.text}: comment ${comment?.text ?? 'none'}`];
}

/** An emptied number field holds null or "", by framework. */
const settled = (state: Record<string, unknown>): Record<string, unknown> =>
  Object.fromEntries(Object.entries(state).filter(([, value]) => value !== '' && value !== null));

(available ? describe : describe.skip)('forms, in a browser', () => {
  let browser: Browser;
  const figures: string[] = [];
  const total = { asked: 0, found: 0, extra: 0, filled: 0 };
  beforeAll(async () => {
    browser = await startBrowser();
  }, 60_000);
  afterAll(async () => {
    await browser.close();
    const sum = `all: ${total.found} of ${total.asked} questions found, ${total.extra} that are none, ${total.filled} filled`;
    process.stdout.write(`${[...figures, sum].join('\n')}\n`);
  });

  const forms = FOLDERS.flatMap((folder) => pagesIn(folder).map((name) => [folder, name] as const));
  it.each(forms)(
    '%s/%s: its questions are found, filled into its own state, and taken back, and nothing is sent',
    async (folder, name) => {
      const form = await FormPage.open(browser, folder, name);
      try {
        const gold = goldOf(folder, name);
        const before = await form.state();
        const {
          form: { questions, unreadableFrames },
        } = await form.ask({ type: 'candor.find' });
        const asked = questions.filter((question) => !isTold(question));
        const left = [...asked];
        // Questions of the same words come in the order of the form.
        const pairs = gold.questions.flatMap((wanted) => {
          const at = left.findIndex(({ text }) => text === wanted.text);
          return at < 0 ? [] : [{ wanted, found: left.splice(at, 1)[0]! }];
        });
        const extra = left;
        figures.push(`${name}: ${pairs.length} of ${gold.questions.length} found, ${extra.length} that are none`);
        total.asked += gold.questions.length;
        total.found += pairs.length;
        total.extra += extra.length;

        expect(extra.map(({ text }) => text)).toEqual([]);
        expect(pairs.length).toBeGreaterThanOrEqual(gold.questions.length * 0.95);
        expect(pairs.flatMap(({ wanted, found }) => differences(wanted, found))).toEqual([]);
        expect(questions.filter(isTold).map(({ text, kind }) => ({ text, kind }))).toEqual(gold.told);
        expect(new Set(questions.map(({ key }) => key)).size).toBe(questions.length);
        expect(unreadableFrames).toBe(gold.unreadableFrames ?? 0);
        expect(await form.state()).toEqual(before);

        const answers = pairs.map(({ wanted, found }) => ({ key: found.key, answer: wanted.answer }));
        const { results } = await form.ask({ type: 'candor.fill', answers });
        total.filled += results.filter(({ status }) => status === 'filled').length;
        expect(results.map(({ status }) => status)).toEqual(answers.map(() => 'filled'));
        expect(await form.state()).toEqual(gold.state);

        const undone = (await form.ask({ type: 'candor.undo' })).results.filter(({ status }) => status !== 'undone');
        const kept = pairs.filter(({ wanted }) => gold.keepsRadio?.includes(wanted.text)).map(({ found }) => found.key);
        expect(undone.map(({ key, status }) => ({ key, status }))).toEqual(
          kept.map((key) => ({ key, status: 'not_taken' })),
        );
        if (!kept.length) expect(settled(await form.state())).toEqual(settled(before));
        expect(await form.sent()).toBe(0);
      } finally {
        await form.close();
      }
    },
    120_000,
  );

  it.each(pagesIn('nothing'))('%s: a page that asks nothing gives no question', async (name) => {
    const form = await FormPage.open(browser, 'nothing', name);
    try {
      expect((await form.ask({ type: 'candor.find' })).form.questions).toEqual([]);
    } finally {
      await form.close();
    }
  });
});
