import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Page } from 'playwright-core';
import { barriers, browserAvailable } from '../support/browser.js';
import { startSystem, type TestSystem } from '../support/harness.js';
import { eventually } from '../support/poll.js';
import { installExtension, type Installed } from './installed.fixture.js';

const available = await browserAvailable();

const FORM = `<!doctype html><title>Supplier assessment</title><h1>Supplier assessment</h1>
<form><fieldset><legend>Is stored data encrypted?</legend>
<label><input type="radio" name="e" value="y"> Yes</label> <label><input type="radio" name="e" value="n"> No</label></fieldset>
<p><label for="b">How often are backups made?</label> <textarea id="b"></textarea></p>
<p><label for="c">Who chairs the risk committee?</label> <input id="c"></p>
<p><label for="m">Your email address</label> <input id="m" type="email" autocomplete="email"></p>
<button type="button" id="next">Next</button> <button>Send</button></form>
<script>
addEventListener('message', () => {});
document.querySelector('#next').addEventListener('click', () => {
  const part = document.createElement('p');
  part.innerHTML = '<label for="r">How often are access rights reviewed?</label> <input id="r">';
  document.querySelector('form').append(part);
});
document.querySelector('form').addEventListener('submit', (e) => { e.preventDefault(); document.title = 'sent'; });
</script>`;

/** A page that asks more than is sent without asking the person. */
const MANY = `<!doctype html><title>Long list</title><form>${Array.from(
  { length: 51 },
  (_one, index) => `<p><label for="n${index}">Who owns system ${index}?</label> <input id="n${index}"></p>`,
).join('')}<button>Send</button></form>`;

(available ? describe : describe.skip)('the browser extension', () => {
  let system: TestSystem;
  let installed: Installed;
  let site: Server;
  let panel: Page;
  let form: Page;
  beforeAll(async () => {
    system = await startSystem();
    for (const [question, answer] of [
      ['Is stored data encrypted?', 'Yes'],
      ['How often are backups made?', 'Backups are made every night.'],
    ])
      expect((await system.api.post('/v1/knowledge/answers', { json: { question, answer } })).status).toBe(200);
    site = createServer(({ url }, response) =>
      response.setHeader('content-type', 'text/html').end(url === '/many' ? MANY : FORM),
    );
    await new Promise<void>((resolve) => site.listen(0, '127.0.0.1', resolve));
    installed = await installExtension();
  }, 180_000);
  afterAll(async () => {
    await installed.close();
    site.close();
    await system.close();
  });

  const conversations = async (): Promise<{ question: string; user_name: string; source_type: string }[]> => {
    const { body } = await system.api.get('/v1/insights/conversations?page_size=100');
    return (body as { data: { question: string; user_name: string; source_type: string }[] }).data;
  };
  const asked = async (question: string) => (await conversations()).filter((one) => one.question === question);

  it('is connected by a person who confirms on the server’s own page', async () => {
    const { context } = installed;
    const person = await context.newPage();
    await person.goto(system.firstAdminLink ?? '');
    await person.getByLabel('Your name').fill('Fay First');
    await person.getByLabel('Email address').fill('fay@example.com');
    await person.getByRole('button', { name: 'Begin' }).click();
    await person.getByRole('link', { name: 'Fay First' }).waitFor();
    await person.close();

    panel = await installed.openPanel();
    expect(await barriers(panel)).toEqual([]);
    await panel.getByLabel('Server address').fill('ftp://nowhere');
    await panel.getByRole('button', { name: 'Connect', exact: true }).click();
    await panel.getByText('This is not an address of a server').waitFor();
    await panel.getByLabel('Server address').fill(system.url);
    const opened = context.waitForEvent('page');
    await panel.getByRole('button', { name: 'Connect', exact: true }).click();
    const page = await opened;
    await page.getByRole('heading', { name: 'Connect the browser extension' }).waitFor();
    expect(await barriers(page)).toEqual([]);
    await page.getByRole('button', { name: 'Connect', exact: true }).click();
    await panel.getByText('Signed in as Fay First').waitFor();
    await eventually('the tab is closed', () => Promise.resolve(page.isClosed()));
    const { body } = await system.api.get('/v1/api-keys');
    expect((body as { api_keys: object[] }).api_keys[0]).toMatchObject({
      name: 'Browser extension (Fay First)',
      made_for: 'browser_extension',
      scopes: ['Insights: ask', 'Questionnaires: write'],
    });
  }, 120_000);

  it('asks once under a double click, and the conversation says that it came from it', async () => {
    const question = 'How often are backups made?';
    await panel.getByLabel('Question').fill(question);
    await panel.getByRole('button', { name: 'Ask', exact: true }).dblclick();
    await panel.getByText('Backups are made every night.').first().waitFor();
    await panel.getByText('Sources (1)').waitFor();
    expect(await barriers(panel)).toEqual([]);
    expect(await asked(question)).toMatchObject([{ source_type: 'browser_extension', user_name: 'Fay First' }]);
  }, 120_000);

  it('answers what was selected on a page, from its menu', async () => {
    const selected = 'Is stored data encrypted?';
    await installed.worker.evaluate((selectionText: string) => {
      const { contextMenus } = (globalThis as unknown as { chrome: { contextMenus: { onClicked: object } } }).chrome;
      const { dispatch } = contextMenus.onClicked as { dispatch: (info: object, tab: object) => void };
      dispatch.call(contextMenus.onClicked, { menuItemId: 'candor-answer', selectionText }, { id: 1 });
    }, ` ${selected}\n`);
    await panel.getByRole('heading', { name: selected }).waitFor();
    await eventually('it is recorded', async () => (await asked(selected)).length === 1);
  }, 120_000);

  it('tells what helps when the server is out, refuses for now, or knows the key no more', async () => {
    const answerWith = async (
      fulfil: { status: number; headers?: Record<string, string>; body?: object } | 'abort',
    ) => {
      await panel.unroute('**/v1/insights/ask');
      await panel.route('**/v1/insights/ask', (route) =>
        fulfil === 'abort'
          ? route.abort()
          : route.fulfill({
              ...fulfil,
              contentType: 'application/problem+json',
              body: JSON.stringify(fulfil.body ?? {}),
            }),
      );
    };
    await answerWith('abort');
    await panel.getByLabel('Question').fill('Do you have a data protection officer?');
    await panel.getByRole('button', { name: 'Ask', exact: true }).click();
    await panel.getByText('The server cannot be reached').waitFor();
    await answerWith({ status: 429, headers: { 'retry-after': '7' }, body: { code: 'rate_limit_exceeded' } });
    await panel.getByRole('button', { name: 'Try again' }).click();
    await panel.getByText('Try again in 7 s').waitFor();
    await answerWith({ status: 502 });
    await panel.getByRole('button', { name: 'Try again' }).click();
    await panel.getByText('Something went wrong on the server').waitFor();
    await panel.unroute('**/v1/insights/ask');
    await panel.getByRole('button', { name: 'Try again' }).click();
    await eventually('it is recorded once', async () => {
      const found = await asked('Do you have a data protection officer?');
      return found.length === 1;
    });
  }, 120_000);

  it('fills a form on demand, takes it back, and learns what the person accepts', async () => {
    form = await installed.context.newPage();
    await form.goto(`http://127.0.0.1:${(site.address() as AddressInfo).port}/assessment?token=secret`);
    await panel.getByRole('tab', { name: 'Fill this form' }).click();
    await form.bringToFront();
    await panel.getByRole('button', { name: 'Read this form' }).click();
    await panel.getByText('2 of 3 questions have an answer').waitFor({ timeout: 60_000 });
    await panel.getByText('Your own details are left to you: Your email address').waitFor();
    expect(await barriers(panel)).toEqual([]);
    await panel.getByRole('button', { name: /^Fill all with high confidence/ }).click();
    await eventually('both are filled in', () => form.getByLabel('Yes').isChecked());
    expect(await form.getByLabel('How often are backups made?').inputValue()).toBe('Backups are made every night.');
    await panel.getByRole('button', { name: 'Undo all' }).click();
    await eventually('both are taken back', async () => !(await form.getByLabel('Yes').isChecked()));
    expect(await form.getByLabel('How often are backups made?').inputValue()).toBe('');

    await panel.getByRole('button', { name: /^Fill: Is stored data/ }).click();
    await panel.getByRole('button', { name: /^Accept: Is stored data/ }).click();
    await panel.getByText('Accepted', { exact: true }).first().waitFor();
    await form.getByLabel('Who chairs the risk committee?').fill('Ada Lovelace');
    await panel.getByRole('button', { name: /^Accept: Who chairs/ }).click();
    await panel.getByText('Ada Lovelace', { exact: true }).waitFor();
    // What the page puts there behind the person's back is not what the person has read.
    await form.getByLabel('Who chairs the risk committee?').fill('Whoever the page says');
    await panel.getByRole('button', { name: /^Accept these words: Who chairs/ }).click();
    await eventually('the answer is in the library', async () => {
      const { body } = await system.api.get('/v1/knowledge/answers?query=committee');
      return JSON.stringify(body).includes('Ada Lovelace');
    });
    expect(await form.title()).toBe('Supplier assessment');
    const { body } = await system.api.get('/v1/questionnaire/list');
    const [questionnaire] = (body as { questionnaires: { id: string; title: string }[] }).questionnaires;
    expect(questionnaire).toMatchObject({
      title: expect.stringMatching(/^Form on 127\.0\.0\.1:\d+: Supplier assessment$/),
    });
    const { questions } = (await system.api.get(`/v1/questionnaire/${questionnaire?.id}/questions`)).body as {
      questions: { text: string; answer: string; approved_by: string | null }[];
    };
    expect(questions.map(({ text, answer, approved_by: by }) => [text, answer, by !== null])).toEqual([
      ['Is stored data encrypted?', 'Yes', true],
      ['How often are backups made?', 'Backups are made every night.', false],
      ['Who chairs the risk committee?', 'Ada Lovelace', true],
    ]);
    // The next step of the form goes on in the same questionnaire, by itself; and so does the same page, when it is loaded anew.
    await form.getByRole('button', { name: 'Next' }).click();
    await panel.getByText('3 of 4 questions have an answer').waitFor({ timeout: 60_000 });
    await form.reload();
    await panel.getByRole('button', { name: 'Read the page again' }).click();
    await panel.getByText('3 of 3 questions have an answer').waitFor();
    await eventually('all four are in the questionnaire', async () => {
      const { body: now } = await system.api.get(`/v1/questionnaire/${questionnaire?.id}/overview`);
      const { total_questions: total, should_poll: more } = now as { total_questions: number; should_poll: boolean };
      return total === 4 && !more;
    });
    expect(
      ((await system.api.get('/v1/questionnaire/list')).body as { pagination: { total: number } }).pagination.total,
    ).toBe(1);
  }, 180_000);

  it('sends more than fifty questions of a page only when the person says so, and again those that got lost', async () => {
    await form.goto(`http://127.0.0.1:${(site.address() as AddressInfo).port}/many`);
    await form.bringToFront();
    await panel.getByRole('button', { name: 'Begin a new form' }).click();
    await panel.getByText(/^The page has 51 new questions: .*\/many\./).waitFor({ timeout: 60_000 });
    expect(await barriers(panel)).toEqual([]);
    const total = async (): Promise<number> =>
      ((await system.api.get('/v1/questionnaire/list')).body as { pagination: { total: number } }).pagination.total;
    expect(await total()).toBe(1);
    // The server tells the panel of all but one.
    let isLosing = true;
    await panel.route('**/v1/questionnaire/*/questions?*', async (route) => {
      const reply = await route.fetch();
      const { questions, ...rest } = (await reply.json()) as { questions: { location: { field: string } }[] };
      const json = { ...rest, questions: isLosing ? questions.slice(1) : questions };
      await route.fulfill({ response: reply, json });
    });
    await panel.getByRole('button', { name: 'Send these 51 questions' }).click();
    await panel.getByText('The server does not have 1 of these questions').waitFor({ timeout: 120_000 });
    expect(await total()).toBe(2);
    isLosing = false;
    await panel.getByRole('button', { name: 'Send them again (1)' }).click();
    await panel.getByText('of 51 questions have an answer').waitFor({ timeout: 60_000 });
    await panel.getByText('The server does not have').waitFor({ state: 'detached' });
    await eventually('each question is there once', async () => {
      const { body } = await system.api.get('/v1/questionnaire/list');
      const [newest] = (body as { questionnaires: { total_questions: number }[] }).questionnaires;
      return newest?.total_questions === 51;
    });
    await panel.unrouteAll({ behavior: 'wait' });
  }, 240_000);

  it('does nothing that a page asks of it', async () => {
    const before = (await conversations()).length;
    // What a page can do: call its own window, where the engine does not listen.
    const seen = await form.evaluate<string>(`new Promise((resolve) => {
      postMessage({ type: 'candor.fill', answers: [{ key: 'q', answer: { value: 'x' } }] }, '*');
      postMessage({ type: 'candor.filled', result: { key: 'q', status: 'filled' } }, '*');
      requestAnimationFrame(() => resolve(typeof globalThis.chrome?.runtime?.sendMessage));
    })`);
    expect(seen).toBe('undefined');
    expect(await form.getByLabel('Who owns system 7?').inputValue()).toBe('');
    expect((await conversations()).length).toBe(before);
  }, 60_000);

  it('with a key that may only ask, says what is missing for forms', async () => {
    const json = { name: 'only asks', role: 'MEMBER', scopes: ['Insights: ask'] };
    const { key } = (await system.api.post('/v1/api-keys', { json })).body as { key: string };
    await panel.getByRole('button', { name: 'Sign out' }).click();
    await panel.getByText('Use an API key instead').click();
    const { body } = await system.api.get('/v1/api-keys');
    const own = (body as { api_keys: { made_for: string | null; revoked_at: number | null }[] }).api_keys.find(
      ({ made_for: madeFor }) => madeFor === 'browser_extension',
    );
    expect(own?.revoked_at).not.toBeNull();
    await panel.getByLabel('API key').fill('cnd_wrong');
    await panel.getByRole('button', { name: 'Use this key' }).click();
    await panel.getByText('This connection has ended').waitFor();
    await panel.getByLabel('API key').fill(key);
    await panel.getByRole('button', { name: 'Use this key' }).click();
    await panel.getByText('Signed in with a key').waitFor();
    await panel.getByRole('tab', { name: 'Fill this form' }).click();
    await panel.getByText('You can ask, but not fill in forms').waitFor();
  }, 60_000);
});
