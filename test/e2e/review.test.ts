import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { ApiResponse } from '../support/api.js';
import { joinSystem } from '../support/join-system.js';
import type { JoinedSystem } from '../support/system-clients.js';
import { processed, uploadQuestionnaire } from '../support/questionnaires.js';

interface Question {
  id: string;
  text: string;
  answer: string | null;
  answer_status: string;
  approved_by: string | null;
  version: number;
}

let system: JoinedSystem;
beforeAll(async () => {
  system = await joinSystem();
});
afterAll(() => system.close());

const path = (id: string, rest = ''): string => `/v1/questionnaire/${id}${rest}`;
const questionsOf = async (id: string): Promise<Question[]> =>
  ((await system.api.get(path(id, '/questions'))).body as { questions: Question[] }).questions;
/** A processed questionnaire and its first question; nothing is known, so that every question needs an answer. */
async function uploaded(): Promise<{ id: string; question: Question; at: string }> {
  const id = await uploadQuestionnaire(system.api);
  const question = (await questionsOf(id))[0]!;
  return { id, question, at: path(id, `/questions/${question.id}`) };
}
const edit = (at: string, json: object, headers: Record<string, string> = {}): Promise<ApiResponse> =>
  system.api.call('PATCH', at, { json, headers });
const codeOf = ({ status, body }: ApiResponse): unknown[] => [status, (body as { code: string }).code];

describe('a question', () => {
  it('is answered, approved, un-approved by an edit, and has a history of it', async () => {
    const { at, question } = await uploaded();
    expect(codeOf(await system.api.post(`${at}/approve`))[0]).toBe(409);
    const edited = await edit(at, { answer: 'Yes, with AES-256.', comment: 'See policy' });
    expect(edited.body).toMatchObject({
      answer: 'Yes, with AES-256.',
      answer_status: 'MANUALLY_ANSWERED',
      answered_by: 'PERSON',
    });
    expect(edited.headers.get('etag')).toBe(`"${question.version + 1}"`);
    const approved = (await system.api.post(`${at}/approve`)).body as Question;
    expect(approved.approved_by).not.toBeNull();
    expect((await edit(at, { answer: 'Yes.' })).body).toMatchObject({ answer: 'Yes.', approved_by: null });
    await system.api.post(`${at}/approve`);
    expect((await system.api.post(`${at}/unapprove`)).body).toMatchObject({ approved_by: null, approved_at: null });
    const { body } = await system.api.get(`${at}/history?limit=1000`);
    const { entries } = body as { entries: { action: string; before: object; after: object }[] };
    expect(entries.map(({ action }) => action)).toEqual(['unapproved', 'approved', 'edited', 'approved', 'edited']);
    expect(entries[4]).toMatchObject({
      before: { answer: null, approved: false },
      after: { answer: 'Yes, with AES-256.', answer_status: 'MANUALLY_ANSWERED' },
    });
  });

  it('is changed with others in one call, each as it was seen; a repeat by the same key gives the first reply', async () => {
    const { id } = await uploaded();
    const seen = (await questionsOf(id)).map(({ id: questionId, version }) => ({ question_id: questionId, version }));
    await edit(path(id, `/questions/${seen[1]?.question_id}`), { answer: 'Theirs.' });
    const call = {
      json: { questions: [...seen, { question_id: randomUUID() }], answer_status: 'NOT_APPLICABLE', approve: true },
      headers: { 'idempotency-key': 'many-at-once' },
    };
    const made = await system.api.post(path(id, '/questions/edit'), call);
    const { results } = made.body as { results: { outcome: string; code: string | null; message: string | null }[] };
    expect(results.map(({ outcome, code }) => [outcome, code])).toEqual([
      ['changed', null],
      ['refused', 'question_changed'],
      ['changed', null],
      ['changed', null],
      ['refused', 'question_not_found'],
    ]);
    expect((await system.api.post(path(id, '/questions/edit'), call)).body).toEqual(made.body);
    const states = (await questionsOf(id)).map(({ answer, approved_by: by }) => [answer, by !== null]);
    expect(states[0]).toEqual([null, true]);
    expect(states[1]).toEqual(['Theirs.', false]);
    for (const json of [{ questions: seen }, { questions: [], approve: true }, { questions: seen, unknown: 1 }])
      expect((await system.api.post(path(id, '/questions/edit'), { json })).status).toBe(422);
    const { body } = await system.api.get('/v1/audit-log?limit=10');
    const { entries } = body as { entries: { action: string; details: object }[] };
    expect(entries.find(({ action }) => action === 'questionnaire.questions_edited')?.details).toMatchObject({
      fields: 'answer_status, approve',
      changed: '3',
      unchanged: '0',
      refused: '2',
    });
  });

  it('is not written over by who has not seen its last version', async () => {
    const { at } = await uploaded();
    const seen = (await system.api.get(at)).headers.get('etag') ?? '';
    expect((await edit(at, { answer: 'One' }, { 'if-match': seen })).status).toBe(200);
    expect(codeOf(await edit(at, { answer: 'Two' }, { 'if-match': seen }))).toEqual([412, 'question_changed']);
    expect((await edit(at, { answer: 'Two' }, { 'if-match': '"nonsense"' })).status).toBe(412);
    expect((await edit(at, { answer: 'Two' }, { 'if-match': '*' })).status).toBe(200);
    const current = (await system.api.get(at)).headers.get('etag') ?? '';
    expect((await system.api.get(at, { headers: { 'if-none-match': current } })).status).toBe(304);
  });

  it('is assigned, commented and answered again', async () => {
    const { at } = await uploaded();
    const assigned = await edit(at, { assignee: { id: 'u1', type: 'USER' } });
    expect(assigned.body).toMatchObject({ assignee: { id: 'u1', type: 'USER' } });
    expect((await edit(at, { assignee: null })).body).toMatchObject({ assignee: null });
    const said = await system.api.post(`${at}/comments`, { json: { text: ' Ask the CISO. ' } });
    expect(said.body).toMatchObject({ text: 'Ask the CISO.' });
    expect((await system.api.get(`${at}/comments`)).body).toMatchObject({
      comments: [said.body],
      pagination: { total: 1 },
    });
    await system.api.post('/v1/knowledge/answers', {
      json: { question: 'Do you encrypt customer data at rest?', answer: 'Yes, with AES-256.' },
    });
    const again = await system.api.post(`${at}/regenerate`, { json: { instructions: 'Short.' } });
    expect(again.body).toMatchObject({ answer_status: 'AI_ANSWERED' });
    expect((again.body as Question).answer).toContain('AES-256');
  });

  it.each([
    ['an answer that is no text', { answer: 5 }],
    ['a status that people do not set', { answer_status: 'AI_ANSWERED' }],
    ['an assignee without a type', { assignee: { id: 'u1' } }],
  ])('is not edited with %s', async (_what, json) => {
    const { at } = await uploaded();
    expect((await edit(at, json)).status).toBe(422);
  });
});

describe('a questionnaire', () => {
  it('is submitted, completed when everything is approved, and reopened', async () => {
    const { id } = await uploaded();
    expect((await system.api.post(path(id, '/submit'))).body).toMatchObject({ status: 'READY_FOR_APPROVAL' });
    const early = await system.api.post(path(id, '/complete'));
    expect(early.status).toBe(409);
    for (const question of await questionsOf(id)) await edit(path(id, `/questions/${question.id}`), { answer: 'Yes.' });
    expect((await system.api.post(path(id, '/questions/approve'), { json: {} })).status).toBe(422);
    const all = await system.api.post(path(id, '/questions/approve'), { json: { filter: { all: true } } });
    expect(all.body).toEqual({ approved: 4, skipped: [] });
    const done = await system.api.post(path(id, '/complete'), { json: { sync_to_library: false } });
    expect(done.body).toMatchObject({ status: 'COMPLETED', statistics: { approval_percentage: 100 } });
    const [question] = await questionsOf(id);
    expect((await edit(path(id, `/questions/${question?.id}`), { answer: 'No.' })).status).toBe(409);
    expect((await system.api.post(path(id, '/reopen'))).body).toMatchObject({ status: 'ANSWERING_COMPLETED' });
    expect((await system.api.post(path(id, '/reopen'))).status).toBe(409);
    expect((await system.api.post(path(id, '/complete'), { json: { force: true } })).status).toBe(200);
  });

  it('is answered again in the background, once for a repeated call, and not when it is completed', async () => {
    const asked = ['How tall is your lighthouse?', 'How often is the lighthouse of the harbour painted?'] as const;
    const id = await uploadQuestionnaire(system.api, { questions: [...asked] });
    const [tall] = await questionsOf(id);
    await edit(path(id, `/questions/${tall?.id}`), { answer: '40 metres, says a person.' });
    const json = { question: asked[1], answer: 'The lighthouse of the harbour is painted every quarter.' };
    await system.api.post('/v1/knowledge/answers', { json });
    expect((await system.api.get(path(id, '/overview'))).body).toMatchObject({ evidence_changed: true });
    const wrong = await system.api.post(path(id, '/regenerate'), { json: { filter: { band: 'SURE' } } });
    expect(codeOf(wrong)).toEqual([422, 'invalid_input']);

    const headers = { 'idempotency-key': `again ${id}` };
    const begun = await system.api.post(path(id, '/regenerate'), { json: { filter: { status: 'open' } }, headers });
    expect([begun.status, begun.body]).toEqual([
      200,
      {
        questionnaire_id: id,
        status: 'ANSWERING_IN_PROGRESS',
        status_display_name: 'Answering',
        questions: 1,
        should_poll: true,
      },
    ]);
    const repeated = await system.api.post(path(id, '/regenerate'), { json: { filter: { status: 'open' } }, headers });
    expect([repeated.status, repeated.body]).toEqual([200, begun.body]);
    expect(await processed(system.api, id)).toMatchObject({ status: 'ANSWERING_COMPLETED', evidence_changed: false });
    const [first, painted] = await questionsOf(id);
    expect(first?.answer).toBe('40 metres, says a person.');
    expect(painted).toMatchObject({ answer_status: 'AI_ANSWERED', review_note: '' });
    expect(painted?.answer).toContain('quarter');

    const { body } = await system.api.get(`/v1/audit-log?target_id=${id}`);
    expect((body as { entries: { action: string }[] }).entries.map(({ action }) => action)).toContain(
      'questionnaire.regenerated',
    );
    await system.api.post(path(id, '/complete'), { json: { force: true, sync_to_library: false } });
    expect(codeOf(await system.api.post(path(id, '/regenerate')))).toEqual([409, 'questionnaire_completed']);
  });

  it('is edited field by field; null clears', async () => {
    const { id } = await uploaded();
    const json = { title: 'SIG Lite', company_name: 'Globex', deal_value: '12.50', deadline: '2030-02-28' };
    expect((await edit(path(id), json)).body).toMatchObject({ ...json, deal_value: 12.5 });
    const cleared = await edit(path(id), { deal_value: null, deadline: null, tag_ids: [] });
    expect(cleared.body).toMatchObject({ title: 'SIG Lite', deal_value: null, deadline: null, tags: [] });
    for (const nothing of [null, '']) {
      await edit(path(id), { company_name: 'Globex' });
      const edited = await edit(path(id), { company_name: nothing });
      expect([edited.status, edited.body]).toMatchObject([200, { company_name: '' }]);
    }
    for (const wrong of [{ title: ' ' }, { deadline: '2030-02-30' }, { deal_value: -1 }]) {
      expect([wrong, (await edit(path(id), wrong)).status]).toEqual([wrong, 422]);
    }
  });

  it('is given back with the answers in it, as the file that it was, and proves what it wrote', async () => {
    const { id, at } = await uploaded();
    await edit(at, { answer: 'Yes, with AES-256.' });
    const file = await system.api.get(path(id, '/export'));
    expect(file.status).toBe(200);
    expect(file.headers.get('content-type')).toMatch(/^text\/csv/);
    expect(file.headers.get('content-disposition')).toMatch(/^attachment; filename=/);
    expect(Number(file.headers.get('content-length'))).toBe(file.bytes.length);
    expect(file.body).toContain('"Do you encrypt customer data at rest?","Yes, with AES-256."');
    const etag = file.headers.get('etag') ?? '';
    expect((await system.api.get(path(id, '/export'), { headers: { 'if-none-match': etag } })).status).toBe(304);
    const receipt = await system.api.get(path(id, '/export/receipt'));
    expect(JSON.stringify(receipt.body)).toContain('Yes, with AES-256.');
  });

  it('is given back with approved answers only when these are wanted; places of the others stay as they were', async () => {
    const { id, at } = await uploaded();
    const [, second] = await questionsOf(id);
    await edit(at, { answer: 'Approved words.', comment: 'Approved remark.' });
    await system.api.post(`${at}/approve`);
    await edit(path(id, `/questions/${second!.id}`), { answer: 'Open words.', comment: 'Open remark.' });
    const words = async (query: string): Promise<boolean[]> => {
      const text = String((await system.api.get(path(id, `/export${query}`))).bytes);
      return ['Approved words.', 'Open words.', 'Open remark.'].map((one) => text.includes(one));
    };
    for (const format of ['original', 'csv', 'json']) {
      const remark = format !== 'original'; // The uploaded file has no place for comments.
      expect([format, await words(`?format=${format}`)]).toEqual([format, [true, true, remark]]);
      expect([format, await words(`?format=${format}&answers=approved`)]).toEqual([format, [true, false, false]]);
      expect([format, await words(`?format=${format}&answers=all`)]).toEqual([format, [true, true, remark]]);
    }
    const receipt = await system.api.get(path(id, '/export/receipt?answers=approved'));
    expect(JSON.stringify(receipt.body)).not.toContain('Open words.');
    expect((await system.api.get(path(id, '/export?answers=some'))).status).toBe(422);
  });

  it.each([
    ['xlsx', /spreadsheetml/],
    ['csv', /^text\/csv/],
    ['json', /^application\/json/],
  ])('is given back as %s', async (format, type) => {
    const { id } = await uploaded();
    const { status, headers, bytes } = await system.api.get(path(id, `/export?format=${format}`));
    expect([status, headers.get('content-type')]).toEqual([200, expect.stringMatching(type)]);
    expect(bytes.length).toBeGreaterThan(50);
    expect((await system.api.get(path(id, '/export?format=docx'))).status).toBe(422);
  });
});
