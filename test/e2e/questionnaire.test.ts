import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { joinSystem } from '../support/join-system.js';
import type { JoinedSystem } from '../support/system-clients.js';
import { csvOf, form, markdown } from '../support/multipart.js';
import { processed, QUESTIONS, uploadQuestionnaire } from '../support/questionnaires.js';

interface Overview {
  status: string;
  title: string;
  company_name: string;
  deal_value: number | null;
  deadline: string | null;
  total_questions: number;
  statistics: Record<string, number>;
  sheets: { id: string }[];
  sheet_stats: { total_questions: number }[];
  status_log: { from: string | null; to: string }[];
  source_type: string;
  file: { name: string; size: number; sha256: string } | null;
  tags: { id: string }[];
  assignees: { id: string; type: string; name: string | null }[];
}
interface Question {
  id: string;
  text: string;
  ordinal: number;
  location: { cell?: string };
  answer: string | null;
  answer_status: string;
  citations: { quote: string }[];
  version: number;
}

let system: JoinedSystem;
beforeAll(async () => {
  system = await joinSystem();
});
afterAll(() => system.close());

const policy = `# Security policy

## Encryption

All customer data is encrypted at rest with AES-256.

## Access

Multi-factor authentication is required for all administrators.
`;

describe('a questionnaire from its upload to its answers', () => {
  it('is processed while the client polls, and answers from the evidence with citations', async () => {
    const { api } = system;
    const added = await api.post('/v1/knowledge/documents', { body: form(['file', markdown(policy)]) });
    expect(added.status).toBe(200);
    const { id: documentId } = added.body as { id: string };
    await api.poll(`/v1/knowledge/documents/${documentId}`, (d: { should_poll: boolean }) => !d.should_poll);

    const uploaded = await api.post('/v1/questionnaire/upload/file', {
      body: form(
        ['file', csvOf(QUESTIONS, 'Vendor review 2027.csv')],
        ['company_name', 'Example Bank'],
        ['deal_value', '125000.50'],
        ['deadline', '2027-03-31'],
        ['assignee_ids', 'u-1,g-1'],
        ['assignee_types', 'USER,GROUP'],
      ),
    });
    expect(uploaded.status).toBe(200);
    const { questionnaire_id: id } = uploaded.body as { questionnaire_id: string };
    const overview = (await processed(api, id)) as Overview;

    expect(overview).toMatchObject({
      status: 'ANSWERING_COMPLETED',
      title: 'Vendor review 2027',
      company_name: 'Example Bank',
      deal_value: 125000.5,
      deadline: '2027-03-31',
      total_questions: QUESTIONS.length,
      source_type: 'FILE',
      assignees: [
        { id: 'u-1', type: 'USER', name: null },
        { id: 'g-1', type: 'GROUP', name: null },
      ],
    });
    expect(overview.file?.name).toBe('Vendor review 2027.csv');
    expect(overview.status_log.at(-1)?.to).toBe('ANSWERING_COMPLETED');

    const listed = await api.get(`/v1/questionnaire/${id}/questions`);
    const { questions } = listed.body as { questions: Question[] };
    expect(questions.map(({ text }) => text)).toEqual(QUESTIONS);
    expect(questions.map(({ location }) => location.cell)).toEqual(['A2', 'A3', 'A4', 'A5']);
    const answered = questions.filter(({ answer_status: status }) => status === 'AI_ANSWERED');
    expect(answered.length).toBeGreaterThan(0);
    for (const { answer, citations } of answered) {
      expect(answer).toBeTruthy();
      expect(citations.length).toBeGreaterThan(0);
    }
    for (const question of questions.filter(({ answer_status: status }) => status === 'NEEDS_INFO')) {
      expect(question.answer).toBeNull();
    }
    const { statistics } = overview;
    expect(statistics['answered_questions']! + statistics['not_answered_questions']!).toBe(QUESTIONS.length);
    expect(statistics['answered_questions']).toBe(answered.length);
  });

  it('gives each question by itself, with its version as the ETag', async () => {
    const id = await uploadQuestionnaire(system.api);
    const { body } = await system.api.get(`/v1/questionnaire/${id}/questions?limit=2&offset=1`);
    const { questions, pagination } = body as { questions: Question[]; pagination: object };
    expect(pagination).toEqual({ total: QUESTIONS.length, limit: 2, offset: 1 });
    expect(questions.map(({ text }) => text)).toEqual(QUESTIONS.slice(1, 3));
    const [first] = questions;
    const one = await system.api.get(`/v1/questionnaire/${id}/questions/${first?.id ?? ''}`);
    expect(one.body).toEqual(first);
    expect(one.headers.get('etag')).toBe(`"${first?.version ?? ''}"`);
  });

  it('accounts for every cell of the document', async () => {
    const id = await uploadQuestionnaire(system.api);
    const { body } = await system.api.get(`/v1/questionnaire/${id}/extraction?limit=1000`);
    const { entries, coverage } = body as { entries: { class: string }[]; coverage: Record<string, number> };
    expect(entries.filter((entry) => entry.class === 'question')).toHaveLength(QUESTIONS.length);
    expect(coverage['question']).toBe(QUESTIONS.length);
    const only = await system.api.get(`/v1/questionnaire/${id}/extraction?class=header`);
    expect((only.body as { entries: unknown[] }).entries).toHaveLength(coverage['header']!);
  });

  it('may be pasted as text', async () => {
    const text = `Vendor questions\n1. ${QUESTIONS[0]!}\n2. ${QUESTIONS[2]!}\n3. ${QUESTIONS[3]!}`;
    const { body } = await system.api.post('/v1/questionnaire/upload/text', {
      json: { text_content: text, deal_value: 10.25, assignees: [{ id: 'u-1', type: 'USER' }] },
    });
    const { questionnaire_id: id } = body as { questionnaire_id: string };
    const overview = (await processed(system.api, id)) as Overview;
    expect(overview).toMatchObject({
      status: 'ANSWERING_COMPLETED',
      title: 'Vendor questions',
      company_name: '',
      deal_value: 10.25,
      source_type: 'TEXT',
      file: null,
      total_questions: 3,
    });
  });

  it('is listed newest first, found by search, and gone when it is deleted', async () => {
    const api = await system.inNewOrganization('Listing');
    const older = await uploadQuestionnaire(api, { company: 'Älpha Bank', fileName: 'older.csv' });
    const newer = await uploadQuestionnaire(api, { company: 'Beta Bank', fileName: 'newer.csv' });
    const ids = async (path: string): Promise<string[]> =>
      ((await api.get(path)).body as { questionnaires: { id: string }[] }).questionnaires.map(({ id }) => id);

    expect(await ids('/v1/questionnaire/list')).toEqual([newer, older]);
    expect(await ids('/v1/questionnaire/list?limit=1&offset=1')).toEqual([older]);
    expect(await ids('/v1/questionnaire/list?offset=1000000000000')).toEqual([]);
    expect(await ids('/v1/questionnaire/search?query=')).toEqual([newer, older]);
    expect(await ids('/v1/questionnaire/search?query=alpha')).toEqual([older]);
    expect(await ids('/v1/questionnaire/search?query=@account:beta+@title:newer')).toEqual([newer]);
    expect(await ids('/v1/questionnaire/search?query=@status:ANSWERING_COMPLETED%20bank')).toEqual([newer, older]);
    expect(await ids('/v1/questionnaire/search?query=@status:COMPLETED')).toEqual([]);
    const { body } = await api.get('/v1/questionnaire/search?query=backups');
    const [found] = (body as { questionnaires: { matched_questions: { text: string }[] }[] }).questionnaires;
    expect(found?.matched_questions.map(({ text }) => text)).toEqual(['How often do you test your backups?']);
    expect((await api.get('/v1/questionnaire/search?query=@nothing:x')).status).toBe(422);

    const removed = await api.call('DELETE', `/v1/questionnaire/${newer}`);
    expect(removed.body).toEqual({ id: newer, deleted: true });
    expect((await api.get(`/v1/questionnaire/${newer}/overview`)).status).toBe(404);
    expect((await api.call('DELETE', `/v1/questionnaire/${newer}`)).status).toBe(404);
    expect(await ids('/v1/questionnaire/list')).toEqual([older]);
  });

  it('whose bytes are not what was declared is accepted, and fails with what was found', async () => {
    const { body } = await system.api.post('/v1/questionnaire/upload/file', {
      body: form(
        ['company_name', 'Acme'],
        ['file', { fileName: 'a.pdf', type: 'application/pdf', content: 'Question,Answer\nIs it so?,\n' }],
      ),
    });
    const { questionnaire_id: id } = body as { questionnaire_id: string };
    const overview = (await processed(system.api, id)) as Overview & { processing_logs: { level: string }[] };
    expect(overview.status).toBe('ANALYSIS_FAILED');
    expect(overview.processing_logs.some(({ level }) => level === 'ERROR')).toBe(true);
    // It failed for good; trying again is allowed and ends the same.
    expect((await system.api.post(`/v1/questionnaire/${id}/retry`)).status).toBe(200);
    expect(((await processed(system.api, id)) as Overview).status).toBe('ANALYSIS_FAILED');
  });

  it('that has not failed cannot be retried', async () => {
    const id = await uploadQuestionnaire(system.api);
    const { status, body } = await system.api.post(`/v1/questionnaire/${id}/retry`);
    expect([status, (body as { code: string }).code]).toEqual([409, 'invalid_transition']);
  });

  it('carries the tags that exist, and an upload does not fail for one that does not', async () => {
    const tag = await system.api.post('/v1/tags/', { json: { name: 'Key account' } });
    const { id: tagId } = tag.body as { id: string };
    const { body } = await system.api.post('/v1/questionnaire/upload/file', {
      body: form(
        ['company_name', 'Acme'],
        ['tag_ids', tagId],
        ['tag_ids', '44444444-4444-4444-8444-444444444444'],
        ['file', csvOf(QUESTIONS)],
      ),
    });
    const { questionnaire_id: id } = body as { questionnaire_id: string };
    const overview = (await processed(system.api, id)) as Overview;
    expect(overview.tags.map((each) => each.id)).toContain(tagId);
    expect(overview.tags.map((each) => each.id)).not.toContain('44444444-4444-4444-8444-444444444444');
  });
});
