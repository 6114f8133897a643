import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import type { Browser } from 'playwright-core';
import type { ShownAnswer } from '../../gateway/extension/src/page/types.js';
import { browserAvailable, startBrowser } from '../support/browser.js';
import { FormPage } from './form-page.fixture.js';

const available = await browserAvailable();
const WHERE = 'Where is customer data stored?';
const SECRET = 'Only in the bunker of Valletta';

/** What scripts of the page can read: all of its text and markup, and the size of what it shows. */
const READABLE = `(() => {
  const roots = [...document.querySelectorAll('*')].map((element) => element.shadowRoot).filter(Boolean);
  return document.documentElement.outerHTML + roots.map((root) => root.innerHTML).join('') + getSelection().toString();
})()`;
const LAYOUT = `JSON.stringify([document.documentElement.scrollWidth, document.documentElement.scrollHeight,
  ...[...document.querySelectorAll('main *')].map((element) => { const { x, y, width, height } = element.getBoundingClientRect(); return [x, y, width, height]; })])`;

async function until(what: string, holds: () => Promise<boolean>): Promise<void> {
  const end = Date.now() + 20_000;
  while (!(await holds())) {
    if (Date.now() > end) throw new Error(`waited in vain until ${what}`);
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}

(available ? describe : describe.skip)('badges beside the fields, in a browser', () => {
  let browser: Browser;
  let form: FormPage;
  let key: string;
  const shown = (): ShownAnswer => ({ key, band: 'HIGH', answer: { value: SECRET } });
  beforeAll(async () => {
    browser = await startBrowser();
  }, 60_000);
  afterAll(() => browser.close());
  afterEach(() => form.close());
  const open = async (): Promise<void> => {
    form = await FormPage.open(browser, 'pages', 'plain');
    key = (await form.questions()).get(WHERE)!.key;
  };

  it('are drawn for the questions that are there, move nothing of the page, and are wholly taken away', async () => {
    await open();
    const before = await form.page.evaluate(READABLE);
    const layout = await form.page.evaluate(LAYOUT);
    const reply = await form.ask({ type: 'candor.show', answers: [shown(), { ...shown(), key: 'q-elsewhere' }] });
    expect(reply.shown).toEqual([key]);
    expect(await form.page.evaluate(LAYOUT)).toBe(layout);
    expect(await form.page.evaluate('document.querySelectorAll("[data-candor-marks]").length')).toBe(1);
    await form.ask({ type: 'candor.hide' });
    expect(await form.page.evaluate(READABLE)).toBe(before);
  });

  it('hold nothing that scripts of the page can read, and obey no click but a person’s', async () => {
    await open();
    await form.ask({ type: 'candor.show', answers: [shown()] });
    await form.pressMark('High');
    expect(await form.page.evaluate(READABLE)).not.toContain('Valletta');
    // Searching goes through closed shadow roots: what stands there could be read letter by letter.
    const isFound = (text: string): Promise<boolean> => form.page.evaluate(`find(${JSON.stringify(text)})`);
    expect([await isFound('High'), await isFound('Valletta'), await isFound('bunker')]).toEqual([true, false, false]);
    expect(await form.notices()).toMatchObject([{ type: 'candor.opened', key }]);
    await form.page.evaluate(`(() => {
      const host = document.querySelector('[data-candor-marks]');
      for (const name of ['pointerdown', 'mousedown', 'mouseup', 'click']) host.dispatchEvent(new MouseEvent(name, { bubbles: true, composed: true }));
      host.click();
    })()`);
    expect(await form.state()).toMatchObject({ stored: '' });
    expect(await form.page.evaluate('document.querySelector("[data-candor-marks]").shadowRoot')).toBeNull();
  });

  it('fill and take back at a press, and tell the panel', async () => {
    await open();
    await form.ask({ type: 'candor.show', answers: [shown()] });
    await form.pressMark('High');
    await form.pressMark('Fill');
    await until('the field is filled', async () => (await form.state()).stored === SECRET);
    await form.pressMark('Undo');
    await until('the field is empty', async () => (await form.state()).stored === '');
    await until('both are told', async () => (await form.notices()).length === 3);
    expect(await form.notices()).toMatchObject([
      { type: 'candor.opened', key },
      { type: 'candor.filled', result: { key, status: 'filled' } },
      { type: 'candor.undone', result: { key, status: 'undone' } },
    ]);
  });

  it('speak the language of the panel, and keep their looks where the page styles all buttons', async () => {
    await open();
    await form.page.addStyleTag({
      content: '* { display: none !important } html, body, main, form, p, label, input { display: block !important }',
    });
    const words = {
      bands: { HIGH: 'Hoch', MEDIUM: 'Mittel', LOW: 'Niedrig', NONE: 'Keine' },
      fill: 'Ausfüllen',
      undo: 'Zurück',
    };
    await form.ask({ type: 'candor.show', answers: [shown()], words });
    await form.pressMark('Hoch');
    await form.pressMark('Ausfüllen');
    await until('the field is filled', async () => (await form.state()).stored === SECRET);
  });

  it('a field is scrolled to and ringed for a while', async () => {
    await open();
    await form.page.setViewportSize({ width: 900, height: 200 });
    const { found } = await form.ask({ type: 'candor.reveal', key });
    expect(found).toBe(true);
    const isInView = `(() => { const { top, bottom } = document.getElementById('q1').getBoundingClientRect(); return top >= 0 && bottom <= innerHeight; })()`;
    expect(await form.page.evaluate(isInView)).toBe(true);
    await until(
      'the ring is gone',
      async () => (await form.page.evaluate('document.querySelectorAll("[data-candor-marks]").length')) === 0,
    );
    expect(await form.ask({ type: 'candor.reveal', key: 'q-none' })).toMatchObject({ found: false });
  });
});
