import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { newId } from '@candor/runtime';
import type { Api } from '../support/api.js';
import { Browserlike } from '../support/browserlike.js';
import { startSystem, type TestSystem } from '../support/harness.js';
import { MailBox } from '../support/mail-box.js';
import { form } from '../support/multipart.js';
import { processed, uploadQuestionnaire } from '../support/questionnaires.js';
import { findingOf } from './isolation-finding.js';

interface Person {
  id: string;
  email: string;
  api: Api;
}

const PATCH = 'urn:ietf:params:scim:api:messages:2.0:PatchOp';

let system: TestSystem;
let mails: MailBox;
beforeAll(async () => {
  mails = await MailBox.start();
  system = await startSystem({ SMTP_URL: mails.url, CANDOR_PUBLIC_URL: 'https://candor.example.com' });
}, 60_000);
afterAll(async () => {
  await system.close();
  await mails.close();
});

async function person(api: Api, name: string, role = 'MEMBER'): Promise<Person> {
  const email = `${name.toLowerCase()}@told.example`;
  const { body } = await api.post('/v1/users', { json: { name, email, role } });
  const { id } = body as { id: string };
  const issued = await api.post('/v1/api-keys', { json: { name, role, owner_id: id } });
  return { id, email, api: system.api.with({ 'x-api-key': (issued.body as { key: string }).key }) };
}
const choose = (who: Person, kinds: object) =>
  who.api.call('PATCH', '/v1/notifications/preferences', { json: { kinds } });
const comment = async (api: Api, questionnaire: string, text: string) => {
  const { body } = await api.get(`/v1/questionnaire/${questionnaire}/questions?limit=1`);
  const [question] = (body as { questions: { id: string }[] }).questions;
  return api.post(`/v1/questionnaire/${questionnaire}/questions/${question?.id}/comments`, { json: { text } });
};
const kindsOf = async ({ api }: Person): Promise<string[]> => {
  const { body } = await api.get('/v1/notifications');
  return (body as { notifications: { kind: string }[] }).notifications.map(({ kind }) => kind);
};

describe('who uploads a questionnaire', () => {
  it('is told by mail when it is ready, and when it could not be read, with a link to it', async () => {
    const here = await system.inNewOrganization('Pier');
    const una = await person(here, 'Una');
    await choose(una, { questionnaire_ready: 'at_once' });
    const ready = await uploadQuestionnaire(una.api, { fileName: 'pier.csv' });
    const first = await mails.next(una.email);
    expect(first.subjectText).toContain('pier');
    expect(first.consoleLink).toContain(`https://candor.example.com/console/questionnaires/${ready}`);

    const broken = { fileName: 'broken.pdf', type: 'application/pdf', content: 'Question,Answer\nIs it so?,\n' };
    const sent = await una.api.post('/v1/questionnaire/upload/file', {
      body: form(['company_name', 'Acme'], ['file', broken]),
    });
    const { questionnaire_id: failed } = sent.body as { questionnaire_id: string };
    expect(await processed(una.api, failed)).toMatchObject({ status: expect.stringMatching(/FAILED$/) });
    const second = await mails.next(una.email);
    expect(second.subjectText).toContain('broken');
    expect(second.consoleLink).toContain(failed);
    expect(await kindsOf(una)).toEqual(expect.arrayContaining(['questionnaire_ready', 'questionnaire_failed']));
  });
});

describe('a mention', () => {
  it('of somebody of another organization is refused as one of nobody is, and tells neither anything', async () => {
    const here = await system.inNewOrganization('Dock');
    const ann = await person(here, 'Ann');
    const zed = await person(await system.inNewOrganization('Elsewhere'), 'Zed');
    const id = await uploadQuestionnaire(ann.api);
    const unknown = '44444444-4444-4444-8444-444444444444';
    const [ofStranger, ofNobody] = [
      await comment(ann.api, id, `@[Zed](user:${zed.id}) look`),
      await comment(ann.api, id, `@[Zed](user:${unknown}) look`),
    ];
    expect([ofStranger.status, ofNobody.status]).toEqual([422, 422]);
    const said = (body: unknown): string => {
      const { detail, errors } = body as { detail: string; errors: { message: string }[] };
      return JSON.stringify([detail, errors]).replaceAll(zed.id, unknown);
    };
    expect(said(ofStranger.body)).toBe(said(ofNobody.body));
    expect(said(ofStranger.body)).not.toMatch(/Elsewhere|Zed|told\.example/);
    // What comes after it is told, so that what was refused would have been told by then.
    const bob = await person(here, 'Bob');
    expect((await comment(ann.api, id, `@[x](user:${bob.id}) look`)).status).toBe(200);
    expect((await mails.next(bob.email)).subjectText).toContain('Ann');
    expect(await kindsOf(zed)).toEqual([]);
    expect(mails.mails.filter(({ to }) => to === zed.email)).toEqual([]);
  });
});

describe('a finding', () => {
  it('is assigned to nobody but a person who can see it, who is told', async () => {
    const here = await system.inNewOrganization('Pier');
    const [ann, eve, lee] = [await person(here, 'Ann'), await person(here, 'Eve'), await person(here, 'Liam')];
    const finding = `/v1/claims/findings/${await findingOf(ann.api, 'pier')}`;
    expect((await here.post(`/v1/users/${lee.id}/deactivate`)).status).toBe(200);
    const elsewhere = await person(await system.inNewOrganization('Lock'), 'Zoe');
    for (const id of [newId(), elsewhere.id, lee.id])
      expect((await ann.api.call('PATCH', finding, { json: { assignee_id: id } })).status).toBe(422);
    const json = { assignee_id: eve.id };
    expect((await ann.api.call('PATCH', finding, { json })).body).toMatchObject({ state: 'ASSIGNED', ...json });
    expect((await mails.next(eve.email)).subjectText).toContain('Ann asked you to look at what a customer was told');
    const [notification] = ((await eve.api.get('/v1/notifications')).body as { notifications: object[] }).notifications;
    expect(notification).toMatchObject({ kind: 'finding_assigned', subject: { type: 'finding' } });
  });
});

describe('a person whom the directory deactivates', () => {
  it('is signed out at once everywhere, and gets nothing more, at once or in the daily mail', async () => {
    const here = await system.inNewOrganization('Quay');
    const [ann, lee, mia] = [await person(here, 'Anna'), await person(here, 'Lee'), await person(here, 'Mia')];
    const group = await here.post('/v1/groups', { json: { name: 'All', member_ids: [lee.id, mia.id] } });
    await choose(lee, { assigned: 'daily' });
    const browser = new Browserlike(system.url);
    await browser.post('/auth/mail', { email: lee.email });
    const code = (await mails.next(lee.email)).fragment('sign-in-mail');
    await browser.post('/auth/mail/redeem', { code });
    expect((await browser.get('/v1/session')).status).toBe(200);
    const tab = browser.otherTab();

    const json = { name: 'Directory', role: 'ADMIN', scopes: ['Users: write'] };
    const { key } = (await here.post('/v1/api-keys', { json })).body as { key: string };
    const scim = system.api.with({ 'x-api-key': '', authorization: `Bearer ${key}` });
    const gone = { schemas: [PATCH], Operations: [{ op: 'replace', path: 'active', value: false }] };
    expect((await scim.call('PATCH', `/scim/v2/Users/${lee.id}`, { json: gone })).status).toBe(200);
    expect([(await browser.get('/v1/session')).status, (await tab.get('/v1/notifications')).status]).toEqual([
      401, 401,
    ]);

    const id = await uploadQuestionnaire(ann.api);
    const { body } = await ann.api.get(`/v1/questionnaire/${id}/questions`);
    const questions = (body as { questions: { id: string }[] }).questions.map((one) => ({ question_id: one.id }));
    const assignee = { id: (group.body as { id: string }).id, type: 'GROUP' };
    await ann.api.post(`/v1/questionnaire/${id}/questions/edit`, { json: { questions, assignee } });
    expect((await comment(ann.api, id, `@[Lee](user:${lee.id}) and @[Mia](user:${mia.id})`)).status).toBe(200);
    // Mia is told of both, once each; Lee of neither.
    const subjects = [(await mails.next(mia.email)).subjectText, (await mails.next(mia.email)).subjectText];
    expect(new Set(subjects).size).toBe(2);
    expect(mails.mails.filter(({ to }) => to === lee.email)).toEqual([]);

    // Back again, the person finds nothing of that time, and signs in anew.
    const back = { schemas: [PATCH], Operations: [{ op: 'replace', path: 'active', value: true }] };
    expect((await scim.call('PATCH', `/scim/v2/Users/${lee.id}`, { json: back })).status).toBe(200);
    expect((await browser.get('/v1/session')).status).toBe(401);
    const issued = await here.post('/v1/api-keys', { json: { name: 'Lee', role: 'MEMBER', owner_id: lee.id } });
    const again = system.api.with({ 'x-api-key': (issued.body as { key: string }).key });
    expect(await kindsOf({ ...lee, api: again })).toEqual([]);
  });
});
