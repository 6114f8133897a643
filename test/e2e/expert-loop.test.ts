import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Api } from '../support/api.js';
import { startSystem, type TestSystem } from '../support/harness.js';
import { MailBox } from '../support/mail-box.js';
import { uploadQuestionnaire } from '../support/questionnaires.js';

interface Person {
  id: string;
  email: string;
  api: Api;
}

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

async function person(api: Api, name: string, role: string): Promise<Person> {
  const email = `${name.toLowerCase()}@harbor.example`;
  const { body } = await api.post('/v1/users', { json: { name, email, role } });
  const { id } = body as { id: string };
  const issued = await api.post('/v1/api-keys', { json: { name, role, owner_id: id } });
  return { id, email, api: system.api.with({ 'x-api-key': (issued.body as { key: string }).key }) };
}

/** What the next mail to somebody says: its subject with blanks, and the path that its link leads to. */
async function mailTo({ email }: Person): Promise<{ subject: string; link: string }> {
  const mail = await mails.next(email);
  return { subject: mail.subjectText, link: mail.consoleLink };
}

describe('the loop of asking, answering and approving', () => {
  it('tells each person by one mail what is to be done, with a link to its place', async () => {
    const here = await system.inNewOrganization('Harbor');
    const [ann, eve, bo] = [
      await person(here, 'Ann', 'ADMIN'),
      await person(here, 'Eve', 'VIEWER'),
      await person(here, 'Bo', 'APPROVER'),
    ] as const;
    const choose = { json: { kinds: { approved: 'at_once', questionnaire_ready: 'off' } } };
    await ann.api.call('PATCH', '/v1/notifications/preferences', choose);
    const questions = [1, 2, 3].map((n) => `Do you keep a register of vendors in region ${n}?`);
    const id = await uploadQuestionnaire(ann.api, { questions });
    const { body } = await ann.api.get(`/v1/questionnaire/${id}/questions`);
    const ids = (body as { questions: { id: string }[] }).questions.map((question) => question.id);

    const asked = {
      questions: ids.map((question) => ({ question_id: question })),
      assignee: { id: eve.id, type: 'USER' },
      note: 'You run the register.',
      due_at: '2090-03-31',
    };
    expect((await ann.api.post(`/v1/questionnaire/${id}/questions/edit`, { json: asked })).status).toBe(200);
    const request = await mailTo(eve);
    expect(request.subject).toContain('Ann asked you to answer 3 questions of');
    expect(request.link).toBe(`https://candor.example.com/console/asked/${id}`);

    for (const question of ids) {
      const json = { answer: 'Yes, in the register.' };
      expect((await eve.api.call('PATCH', `/v1/questions/assigned/${question}`, { json })).status).toBe(200);
    }
    expect((await eve.api.post('/v1/questions/assigned/done', { json: { question_ids: ids } })).status).toBe(200);
    expect((await mailTo(ann)).subject).toContain('Eve answered 3 questions of');

    const submit = { json: { note: 'Please look.', approver_ids: [bo.id] } };
    expect((await ann.api.post(`/v1/questionnaire/${id}/submit`, submit)).status).toBe(200);
    const handed = await mailTo(bo);
    expect(handed.subject).toMatch(/^Ann submitted ‘.+’ for approval$/);
    expect(handed.link).toBe(`https://candor.example.com/console/questionnaires/${id}/review`);

    const back = { json: { reason: 'Name the register.', question_ids: [ids[0]] } };
    expect((await bo.api.post(`/v1/questionnaire/${id}/send-back`, back)).status).toBe(200);
    expect((await mailTo(ann)).subject).toContain('Bo sent one question of');
    await ann.api.call('PATCH', `/v1/questionnaire/${id}/questions/${ids[0]}`, { json: { answer: 'Yes, Quill.' } });

    expect((await ann.api.post(`/v1/questionnaire/${id}/submit`, { json: {} })).status).toBe(200);
    const all = { json: { filter: { all: true } } };
    expect((await bo.api.post(`/v1/questionnaire/${id}/questions/approve`, all)).body).toMatchObject({ approved: 3 });
    expect((await bo.api.post(`/v1/questionnaire/${id}/complete`, { json: {} })).status).toBe(200);
    expect((await mailTo(ann)).subject).toContain('Bo approved');
    const more = mails.mails.map(({ to, mail }) => `${to}: ${mail.subjectText}`);
    // Whom a question that came back was asked of, and approvers of the second hand-over, are told too; nobody twice.
    expect(new Set(more).size).toBe(more.length);
  });
});

describe('assignee=me', () => {
  /** Every call of the document that narrows what it shows to assignees. */
  const narrowed = () =>
    Object.entries(system.document.paths)
      .filter(([, { get }]) => get?.parameters?.some(({ name }) => name === 'assignee'))
      .map(([path]) => path);

  it('is the person and their groups wherever assignees are named, and is refused from a key of nobody', async () => {
    const here = await system.inNewOrganization('Quay');
    const [eve, max] = [await person(here, 'Eve', 'MEMBER'), await person(here, 'Max', 'MEMBER')];
    const made = await here.post('/v1/groups', { json: { name: 'Legal', member_ids: [eve.id] } });
    const group = (made.body as { id: string }).id;
    const questions = [1, 2, 3, 4].map((n) => `Do you keep a register of vendors in region ${n}?`);
    const id = await uploadQuestionnaire(here, { questions });
    const list = async (api: Api, query: string) => {
      const { body } = await api.get(`/v1/questionnaire/${id}/questions?${query}`);
      return (body as { questions: { id: string }[] }).questions.map((question) => question.id);
    };
    const ids = await list(here, '');
    const assign = (index: number, assignee: object) =>
      here.call('PATCH', `/v1/questionnaire/${id}/questions/${ids[index]}`, { json: { assignee } });
    await assign(0, { id: eve.id, type: 'USER' });
    await assign(1, { id: group, type: 'GROUP' });
    await assign(2, { id: max.id, type: 'USER' });

    expect(await list(eve.api, 'assignee=me')).toEqual([ids[0], ids[1]]);
    expect(await list(max.api, 'assignee=me')).toEqual([ids[2]]);
    expect(await list(eve.api, `assignee=me,${max.id}`)).toEqual(ids.slice(0, 3));
    expect(await list(here, `assignee=${group}`)).toEqual([ids[1]]);

    expect(narrowed()).toContain('/v1/questionnaire/{questionnaire_id}/questions');
    for (const path of narrowed()) {
      const address = `${path.replace('{questionnaire_id}', id)}?assignee=me&query=vendors`;
      expect([path, (await eve.api.get(address)).status]).toEqual([path, 200]);
      const refused = await here.get(address);
      expect([path, refused.status, refused.body]).toEqual([
        path,
        422,
        expect.objectContaining({ errors: [expect.objectContaining({ path: 'assignee' })] }),
      ]);
    }
  });
});

describe('a day that an answer is due on', () => {
  it('ends where the organization is; an unknown time zone is refused', async () => {
    const here = await system.inNewOrganization('Atoll');
    const eve = await person(here, 'Evi', 'VIEWER');
    const { organization_id: organization } = (await here.get('/v1/session')).body as { organization_id: string };
    const move = (time_zone: string) =>
      here.call('PATCH', `/v1/organizations/tenant/${organization}`, { json: { time_zone } });
    const id = await uploadQuestionnaire(here);
    const { body } = await here.get(`/v1/questionnaire/${id}/questions?limit=1`);
    const path = `/v1/questionnaire/${id}/questions/${(body as { questions: { id: string }[] }).questions[0]?.id}`;
    const dueAt = async (due_at: string | number): Promise<string> => {
      const assigned = await here.call('PATCH', path, { json: { assignee: { id: eve.id, type: 'USER' }, due_at } });
      const { assignment } = assigned.body as { assignment: { due_at: number } };
      return new Date(assignment.due_at / 1000).toISOString();
    };
    expect((await here.get('/v1/session')).body).toMatchObject({ organization: { time_zone: 'UTC' } });
    expect(await dueAt('2090-03-31')).toBe('2090-03-31T23:59:59.999Z');
    for (const [zone, end] of [
      ['Pacific/Niue', '2090-04-01T10:59:59.999Z'],
      ['Pacific/Kiritimati', '2090-03-31T09:59:59.999Z'],
    ] as const) {
      expect((await move(zone)).body).toMatchObject({ time_zone: zone });
      expect(await dueAt('2090-03-31')).toBe(end);
    }
    expect(await dueAt(Date.UTC(2090, 0, 1) * 1000)).toBe('2090-01-01T00:00:00.000Z');
    for (const wrong of ['Mars/Base', '', 'UTC+14']) {
      const refused = await move(wrong);
      expect([refused.status, refused.body]).toMatchObject([422, { errors: [{ path: 'time_zone' }] }]);
    }
    expect((await here.get('/v1/session')).body).toMatchObject({ organization: { time_zone: 'Pacific/Kiritimati' } });
    // A person's own zone counts for the person alone; without one it is the organization's.
    const own = (json: object) => eve.api.call('PATCH', '/v1/notifications/preferences', { json });
    const shown = { time_zone: 'Pacific/Kiritimati', own_time_zone: false };
    expect((await eve.api.get('/v1/notifications/preferences')).body).toMatchObject(shown);
    expect((await own({ time_zone: 'Europe/Berlin' })).body).toMatchObject({ own_time_zone: true });
    expect((await own({ time_zone: null })).body).toMatchObject(shown);
  });
});
