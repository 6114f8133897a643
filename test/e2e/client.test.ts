import { CandorError, createClient, pages, whenProcessed, type Operations } from '@candor/client';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { joinSystem } from '../support/join-system.js';
import type { JoinedSystem } from '../support/system-clients.js';

let system: JoinedSystem;
let candor: Operations;
beforeAll(async () => {
  system = await joinSystem();
  candor = createClient({ baseUrl: system.url, apiKey: system.key });
}, 60_000);
afterAll(() => system.close());

describe('the generated client', () => {
  it('has a method for every operation of the document but those of SCIM, which directories call', () => {
    const paths = Object.entries(system.document.paths).filter(([path]) => !path.startsWith('/scim/'));
    const operations = paths.flatMap(([, path]) =>
      Object.values(path).map((operation) => (operation as unknown as { operationId: string }).operationId),
    );
    expect(Object.keys(candor).sort()).toEqual(operations.sort());
  });

  it('takes a questionnaire from upload to export', async () => {
    await candor.createLibraryAnswer({ body: { question: 'Do you encrypt data at rest?', answer: 'Yes, AES-256.' } });
    const csv = 'Question,Answer\nDo you encrypt data at rest?,\nDo you have a mascot?,\n';
    const file = new File([csv], 'small.csv', { type: 'text/csv' });
    const body = { file, company_name: 'Northgate', deal_value: 10.5, tag_ids: ['a', 'b'] };
    const { questionnaire_id: id } = await candor.uploadQuestionnaireFile({ body });
    const path = { questionnaire_id: id };
    const overview = await whenProcessed(candor, id, { everyMs: 50 });
    expect(overview).toMatchObject({ status: 'ANSWERING_COMPLETED', total_questions: 2, deal_value: 10.5 });
    const { questions } = await candor.listQuestions({ path, query: { status: 'AI_ANSWERED' } });
    expect(questions).toMatchObject([{ answer: 'Yes, AES-256.' }]);
    const question = { ...path, question_id: questions[0]?.id ?? '' };
    const edited = await candor.editQuestion({
      path: question,
      body: { answer: 'Yes.' },
      headers: { 'If-Match': `"${questions[0]?.version}"` },
    });
    expect(edited).toMatchObject({ answer: 'Yes.', answer_status: 'MANUALLY_ANSWERED' });
    const exported = await candor.exportQuestionnaire({ path, query: { format: 'csv' } });
    expect(new TextDecoder().decode(exported)).toContain('Yes.');
    expect(new TextDecoder().decode(await candor.exportQuestionnaire({ path, query: { format: 'json' } }))).toContain(
      '{',
    );
  });

  it('rejects with what the problem says', async () => {
    const missing = candor.updateTag({ path: { tag_id: crypto.randomUUID() }, body: { name: 'x' } });
    await expect(missing).rejects.toMatchObject({ status: 404, code: 'tag_not_found' });
    const wrong = await candor
      .uploadQuestionnaireText({ body: { text_content: 'short' } })
      .catch((error: unknown) => error);
    expect(wrong).toBeInstanceOf(CandorError);
    expect(wrong).toMatchObject({ status: 422, code: 'invalid_input', errors: [{ path: 'text_content' }] });
    const denied = createClient({ baseUrl: system.url, apiKey: 'cnd_wrong' }).listTags();
    await expect(denied).rejects.toMatchObject({ status: 401 });
  });

  it('reads a list page by page', async () => {
    for (let n = 1; n <= 5; n++) await candor.createGroup({ body: { name: `Group ${n}` } });
    const seen: string[] = [];
    for await (const page of pages((query) => candor.listGroups({ query }), 2))
      seen.push(...page.groups.map(({ name }) => name));
    expect(seen).toHaveLength(5);
    expect(new Set(seen).size).toBe(5);
  });

  it('waits and tries again after a 429 and a lost connection, and makes nothing twice', async () => {
    let calls = 0;
    const flaky: typeof fetch = async (url, init) => {
      calls++;
      if (calls === 1) return new Response('', { status: 429, headers: { 'retry-after': '0.01' } });
      const response = await fetch(url, init);
      if (calls === 2) throw new TypeError('the connection was lost on the way back');
      return response;
    };
    const patient = createClient({ baseUrl: system.url, apiKey: system.key, fetch: flaky });
    await patient.createTag({ body: { name: 'Once' } });
    expect(calls).toBe(3);
    expect((await candor.listTags()).filter(({ name }) => name === 'Once')).toHaveLength(1);
  });

  it('waits while its own first try still runs, and not for the call of somebody else', async () => {
    const inUse = { code: 'idempotency_key_in_use', detail: 'The first call still runs.', status: 409 };
    const answers = ['lost', 'in use', 'real', 'in use'];
    const told: string[] = [];
    const stub: typeof fetch = (url, init) => {
      const next = answers[told.length] ?? 'none';
      told.push(next);
      if (next === 'real') return fetch(url, init);
      return next === 'lost' ? Promise.reject(new TypeError('lost')) : Promise.resolve(Response.json(inUse, inUse));
    };
    const patient = createClient({ baseUrl: system.url, apiKey: system.key, fetch: stub });
    expect((await patient.createTag({ body: { name: 'Patient' } })).name).toBe('Patient');
    await expect(patient.createTag({ body: { name: 'Other' } })).rejects.toMatchObject({ code: inUse.code });
    expect(told).toEqual(answers);
  });
});
