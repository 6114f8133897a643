import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import type { Browser } from 'playwright-core';
import type { PageNotice } from '../../gateway/extension/src/page/messages.js';
import { browserAvailable, startBrowser } from '../support/browser.js';
import { FormPage } from './form-page.fixture.js';

const available = await browserAvailable();
const WHERE = 'Where is customer data stored?';
const BACKUPS = 'Describe how backups are protected.';
const REST = 'Is customer data encrypted at rest?';

async function until(what: string, holds: () => Promise<boolean>): Promise<void> {
  const end = Date.now() + 20_000;
  while (!(await holds())) {
    if (Date.now() > end) throw new Error(`waited in vain until ${what}`);
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}

(available ? describe : describe.skip)('a form that a person fills as well, in a browser', () => {
  let browser: Browser;
  let form: FormPage;
  beforeAll(async () => {
    browser = await startBrowser();
  }, 60_000);
  afterAll(() => browser.close());
  afterEach(() => form.close());
  const open = async (name: string): Promise<FormPage> => (form = await FormPage.open(browser, 'pages', name));

  it('what a person put in before is never touched', async () => {
    const { page } = await open('plain');
    await page.getByLabel(WHERE).fill('On our own servers');
    await page.getByLabel('Yes', { exact: true }).check();
    const questions = await form.questions();
    for (const text of [WHERE, REST]) {
      expect(questions.get(text)).toMatchObject({ filled: true });
      expect(await form.fill(questions.get(text)!.key, { value: 'No' })).toMatchObject({ status: 'already_filled' });
    }
    await form.ask({ type: 'candor.undo' });
    expect(await form.state()).toMatchObject({ stored: 'On our own servers', rest: 'y' });
  });

  it('what a person changed since is left, by filling and by taking back, also when they emptied it', async () => {
    const { page } = await open('plain');
    const questions = await form.questions();
    const where = questions.get(WHERE)!.key;
    const backups = questions.get(BACKUPS)!.key;
    const rest = questions.get(REST)!.key;
    await form.fill(where, { value: 'In Dublin' });
    await form.fill(rest, { value: 'Yes', comment: 'AES' });
    await page.getByLabel(WHERE).press('End');
    await page.getByLabel(WHERE).pressSequentially(' and Cork');
    await page.getByLabel('No', { exact: true }).check();
    await page.getByLabel(BACKUPS).pressSequentially('x');
    await page.getByLabel(BACKUPS).press('Backspace');

    expect(await form.fill(where, { value: 'In Paris' })).toMatchObject({ status: 'changed_by_person' });
    expect(await form.fill(backups, { value: 'Well' })).toMatchObject({ status: 'changed_by_person' });
    const { results } = await form.ask({ type: 'candor.undo' });
    expect(results.map(({ status }) => status)).toEqual(['changed_by_person', 'changed_by_person']);
    expect(await form.state()).toMatchObject({ stored: 'In Dublin and Cork', rest: 'n', backups: '' });
    const { values } = await form.ask({ type: 'candor.read', keys: [where, rest] });
    expect(values).toEqual([
      { key: where, value: 'In Dublin and Cork', written: false },
      { key: rest, value: 'No', comment: 'AES', written: false },
    ]);
  });

  it('one answer is taken back and the others stay; filled again, it is there again', async () => {
    await open('react');
    const questions = await form.questions();
    const region = questions.get('Where do your support staff work?')!.key;
    const about = questions.get('Describe how secrets are stored')!.key;
    await form.fill(region, { value: 'Spain' });
    await form.fill(about, { value: 'In a vault' });
    expect((await form.ask({ type: 'candor.undo', keys: [region] })).results).toMatchObject([{ status: 'undone' }]);
    expect(await form.state()).toMatchObject({ region: '', about: 'In a vault' });
    expect((await form.ask({ type: 'candor.undo', keys: [region] })).results).toMatchObject([
      { status: 'nothing_to_undo' },
    ]);
    expect(await form.fill(region, { value: 'Italy' })).toMatchObject({ status: 'filled' });
    const { values } = await form.ask({ type: 'candor.read', keys: [region] });
    expect(values).toEqual([{ key: region, value: 'Italy', written: true }]);
  });

  it('an answer that does not fit is told, and the field stays empty', async () => {
    await open('plain');
    const questions = await form.questions();
    const fill = async (text: string, value: string | string[]): Promise<unknown> => {
      const { status, message } = await form.fill(questions.get(text)!.key, { value });
      expect(message).toMatch(/\w.*\.$/);
      return status;
    };
    expect(await fill(WHERE, 'x'.repeat(121))).toBe('too_long');
    expect(await fill(REST, 'Mostly')).toBe('choose_yourself');
    expect(await fill('Which standards are you certified against?', ['ISO 27001', 'HIPAA'])).toBe('choose_yourself');
    expect(await fill('How often are restore tests run?', 'Weekly')).toBe('choose_yourself');
    expect(await fill('Within how many days are critical patches installed?', '120')).toBe('out_of_range');
    expect(await fill('Within how many days are critical patches installed?', 'two weeks')).toBe('choose_yourself');
    expect(await fill('Date of the last penetration test', 'last May')).toBe('choose_yourself');
    expect(await fill('Date of the last penetration test', '2028-01-01')).toBe('out_of_range');
    expect(await fill('Your name', 'Ada')).toBe('not_fillable');
    expect(await fill('Upload your latest audit report', 'report.pdf')).toBe('not_fillable');
    expect(await form.fill('q-unknown', { value: 'x' })).toMatchObject({ status: 'not_here' });
    expect(await form.state()).toMatchObject({ stored: '', freq: '', days: '', pentest: '', person: '' });
    expect(Object.keys(await form.state())).not.toContain('rest');
  });

  it('the next page of a form is told; its questions are new, and those of the page before are known again', async () => {
    const { page } = await open('wizard');
    const first = await form.questions();
    await form.fill(first.get('Where is your head office?')!.key, { value: 'Vienna' });
    await page.getByRole('button', { name: 'Next' }).click();
    await until('the change is told', async () => (await form.notices()).some(({ type }) => type === 'candor.changed'));
    const second = await form.questions();
    expect([...second.keys()]).toEqual([
      'Describe your supplier checks',
      'Is a risk register kept?',
      'If yes, who reviews it?',
    ]);
    expect(await form.fill(first.get('Where is your head office?')!.key, { value: 'Graz' })).toMatchObject({
      status: 'not_here',
    });
    await page.getByRole('button', { name: 'Back' }).click();
    const again = await form.questions();
    expect([...again.values()].map(({ key }) => key)).toEqual([...first.values()].map(({ key }) => key));
    expect((await form.ask({ type: 'candor.undo' })).results).toMatchObject([{ status: 'undone' }]);
    expect(await form.state()).toEqual({});
    expect(await form.sent()).toBe(0);
  });

  it('a long list stands where it stood, and takes an answer for a row that is out of sight', async () => {
    const { page } = await open('virtual-list');
    await page.evaluate('document.getElementById("list").scrollTop = 700');
    const questions = await form.questions();
    expect(questions.size).toBe(60);
    await form.fill(questions.get('Who owns system 59?')!.key, { value: 'Operations' });
    expect(await form.state()).toEqual({ 58: 'Operations' });
    expect(await page.evaluate('document.getElementById("list").scrollTop')).toBe(700);
    const again = await form.questions();
    expect([...again.values()].map(({ key }) => key)).toEqual([...questions.values()].map(({ key }) => key));
  });

  it('the engine put in twice is one engine', async () => {
    await open('plain');
    const questions = await form.questions();
    await form.fill(questions.get(WHERE)!.key, { value: 'Here' });
    await form.inject();
    expect((await form.ask({ type: 'candor.undo' })).results).toMatchObject([{ status: 'undone' }]);
    const told: PageNotice[] = await form.notices();
    expect(told.filter(({ type }) => type !== 'candor.changed')).toEqual([]);
  });
});
