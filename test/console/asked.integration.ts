import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import type { Browser, Page } from 'playwright-core';
import { browserAvailable, startBrowser } from '../support/browser.js';
import { startSystem, type TestSystem } from '../support/harness.js';
import { csvOf } from '../support/multipart.js';
import { openConsole, waitForToast, type OpenConsole } from './console-page.js';
import { uploadFile } from './world.js';

const available = await browserAvailable();

/** A user, and a key that acts as this user. */
interface Person {
  id: string;
  key: string;
}

(available ? describe : describe.skip)('the loop of asking, answering and approving', () => {
  let system: TestSystem;
  let browser: Browser;
  const opened: OpenConsole[] = [];
  beforeAll(async () => {
    system = await startSystem({});
    browser = await startBrowser();
  }, 120_000);
  afterAll(async () => {
    await browser.close();
    await system.close();
  });
  afterEach(async () => {
    for (const { complaints, context } of opened.splice(0)) {
      expect(complaints).toEqual([]);
      await context.close();
    }
  });

  async function person(name: string, role: string): Promise<Person> {
    const email = `${name.toLowerCase()}@harbor.example`;
    const { body } = await system.api.post('/v1/users', { json: { name, email, role } });
    const { id } = body as { id: string };
    const issued = await system.api.post('/v1/api-keys', { json: { name: `${name} key`, role, owner_id: id } });
    return { id, key: (issued.body as { key: string }).key };
  }
  const openAs = async ({ key }: Person, path: string): Promise<Page> => {
    const one = await openConsole(browser, system, path, { key });
    opened.push(one);
    return one.page;
  };

  it('goes from three questions with a note over an answer that is sent back to completion', async () => {
    const ada = await person('Ada', 'ADMIN');
    const eve = await person('Eve', 'VIEWER');
    const bo = await person('Bo', 'APPROVER');
    const { body: organizations } = await system.api.get('/v1/organizations/tenant/list');
    const [{ id: organization } = { id: '' }] = organizations as { id: string }[];
    await system.api.call('PATCH', `/v1/organizations/tenant/${organization}`, { json: { approvers_only: true } });
    const id = await uploadFile(
      system.api,
      csvOf([
        'Do you keep a register of vendors in region 1?',
        'Do you keep a register of vendors in region 2?',
        'Do you keep a register of vendors in region 3?',
        'Do you keep a register of vendors in region 4?',
      ]),
    );
    const review = `/questionnaires/${id}/review`;

    // Ada asks Eve about three of the four.
    const admin = await openAs(ada, review);
    const options = admin.getByRole('listbox', { name: 'Questions' }).getByRole('option');
    await options.nth(3).waitFor();
    for (const n of [0, 1, 2]) await options.nth(n).locator('.mark-box').click();
    await admin.getByRole('button', { name: 'Ask with a note' }).click();
    const ask = admin.getByRole('dialog');
    await ask.getByLabel('Who').selectOption({ label: 'Eve' });
    await ask.getByLabel('Due on').fill('2090-03-31');
    await ask.getByLabel('Note').fill('You run the register.');
    await ask.getByRole('button', { name: 'Ask', exact: true }).click();
    await waitForToast(admin, '3 questions assigned.');

    // Eve, who may only read, sees exactly these, answers them, and says that she is done.
    const expert = await openAs(eve, `/asked/${id}`);
    await expert.getByText('You run the register.').first().waitFor();
    const cards = expert.locator('.asked-list > li');
    expect(await cards.count()).toBe(3);
    for (const n of [0, 1, 2]) {
      await cards
        .nth(n)
        .getByLabel('Answer')
        .fill(`Yes, in register ${n + 1}.`);
      await cards.nth(n).getByRole('button', { name: 'Save the answer' }).click();
      await expert
        .getByRole('button', { name: n === 0 ? 'Done with 1 question' : `Done with ${n + 1} questions` })
        .waitFor();
    }
    await expert.getByRole('button', { name: 'Done with 3 questions' }).click();
    await expert.getByText('Nothing is asked of you').waitFor();

    // Ada answers the fourth and hands it over.
    const { body } = await system.api.get(`/v1/questionnaire/${id}/questions`);
    const fourth = (body as { questions: { id: string }[] }).questions[3]?.id ?? '';
    const asAda = system.api.with({ 'x-api-key': ada.key });
    await asAda.call('PATCH', `/v1/questionnaire/${id}/questions/${fourth}`, { json: { answer: 'No.' } });
    await admin.reload();
    await admin.getByRole('button', { name: 'Submit for approval' }).click();
    await admin.getByRole('dialog').getByLabel('Approver', { exact: true }).selectOption({ label: 'Bo' });
    await admin.getByRole('dialog').getByRole('button', { name: 'Submit' }).click();
    await admin.getByText('Ready for approval').first().waitFor();

    // It waits for Bo, who sends one answer back with a reason.
    const approver = await openAs(bo, '/');
    await approver.getByRole('heading', { name: 'To be approved' }).waitFor();
    await approver.locator('section', { hasText: 'To be approved' }).getByRole('link').first().click();
    const toApprove = approver.getByRole('listbox', { name: 'Questions' }).getByRole('option');
    await toApprove.nth(3).waitFor();
    await toApprove.nth(3).locator('.mark-box').click();
    await approver.locator('.chosen-bar').getByRole('button', { name: 'Send back' }).click();
    await approver.getByRole('dialog').getByLabel('What is to be changed').fill('Say why not.');
    await approver.getByRole('dialog').getByRole('button', { name: 'Send back' }).click();
    await waitForToast(approver, 'Sent back. Who submitted it is told.');

    // Ada finds it, changes it, and hands it over again; Bo approves all of it and completes it.
    const home = await openAs(ada, '/');
    await home.getByRole('heading', { name: 'Sent back to me' }).waitFor();
    await home.getByText('Say why not.').first().waitFor();
    await asAda.call('PATCH', `/v1/questionnaire/${id}/questions/${fourth}`, {
      json: { answer: 'No: nobody sells there.' },
    });
    const own = await asAda.post(`/v1/questionnaire/${id}/questions/${fourth}/approve`);
    expect([own.status, own.body]).toMatchObject([409, { code: 'own_edit' }]);
    expect((await asAda.post(`/v1/questionnaire/${id}/submit`, { json: {} })).status).toBe(200);
    const asBo = system.api.with({ 'x-api-key': bo.key });
    const all = await asBo.post(`/v1/questionnaire/${id}/questions/approve`, { json: { filter: { all: true } } });
    expect(all.body).toEqual({ approved: 4, skipped: [] });
    await approver.goto(`${system.url}/console${review}`);
    await approver.getByRole('button', { name: 'Complete' }).click();
    await approver.getByRole('dialog').getByRole('button', { name: 'Complete' }).click();
    await approver.locator('.page-head').getByText('Completed').waitFor();

    const load = await openAs(ada, '/load');
    await load.getByText('Nothing is assigned').waitFor();
  }, 240_000);
});
