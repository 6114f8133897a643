import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { AppError, armFailpoint } from '@candor/runtime';
import type { Api } from '../support/api.js';
import { startSystem, type TestSystem } from '../support/harness.js';
import { csvOf, form, markdown } from '../support/multipart.js';
import { eventually } from '../support/poll.js';

type Sent = Parameters<Api['post']>[1];

interface Creation {
  what: string;
  path: string;
  sent: () => Sent;
  /** Where what was made is listed, and under which name. */
  list: string;
  rows: string;
}

const QUESTIONS = ['Do you encrypt customer data at rest?', 'Who owns the incident response plan?'];
const UPDATE = { title: 'Incident of Friday', description: 'It is **over**.' };

const CREATIONS: Creation[] = [
  {
    what: 'a questionnaire as a file',
    path: '/v1/questionnaire/upload/file',
    sent: () => ({ body: form(['company_name', 'Northgate'], ['file', csvOf(QUESTIONS)]) }),
    list: '/v1/questionnaire/list',
    rows: 'questionnaires',
  },
  {
    what: 'a questionnaire as text',
    path: '/v1/questionnaire/upload/text',
    sent: () => ({ json: { text_content: QUESTIONS.join('\n'), company_name: 'Northgate' } }),
    list: '/v1/questionnaire/list',
    rows: 'questionnaires',
  },
  {
    what: 'a document of evidence',
    path: '/v1/knowledge/documents',
    sent: () => ({ body: form(['file', markdown('# Policy\n\nData at rest is encrypted with AES-256.')]) }),
    list: '/v1/knowledge/documents',
    rows: 'documents',
  },
  {
    what: 'an answer of the library',
    path: '/v1/knowledge/answers',
    sent: () => ({ json: { question: 'Do you encrypt?', answer: 'Yes.' } }),
    list: '/v1/knowledge/answers',
    rows: 'answers',
  },
  {
    what: 'an update that tells its subscribers at once',
    path: '/v1/trustportal/updates',
    sent: () => ({ json: { ...UPDATE, send_immediately: true } }),
    list: '/v1/trustportal/updates',
    rows: 'updates',
  },
];

describe('what a call with an Idempotency-Key creates', () => {
  let system: TestSystem;
  let disarm: () => void = () => undefined;
  beforeAll(async () => {
    system = await startSystem();
  });
  afterEach(() => disarm());
  afterAll(() => system.close());

  /** The next creation is stored, and whoever asked for it never hears of it. */
  const loseTheNextReply = (): void => {
    disarm = armFailpoint('creation.stored', () => {
      throw new AppError('unavailable', 'service_unavailable', 'The reply was lost.');
    });
  };

  it.each(CREATIONS)('is there once when the reply was lost and the call is repeated: $what', async (creation) => {
    const api = (await system.inNewOrganization(creation.what)).with({ 'idempotency-key': 'one' });
    loseTheNextReply();
    expect((await api.post(creation.path, creation.sent())).status).toBe(503);
    const again = await api.post(creation.path, creation.sent());
    expect(again.status).toBe(200);
    const listed = async () => ((await api.get(creation.list)).body as Record<string, { id: string }[]>)[creation.rows];
    const made = again.body as { id?: string; questionnaire_id?: string };
    expect((await listed())?.map(({ id }) => id)).toEqual([made.id ?? made.questionnaire_id]);
    // Another key is another wish.
    await api.with({ 'idempotency-key': 'two' }).post(creation.path, creation.sent());
    expect(await listed()).toHaveLength(2);
  });

  it('is worked on like any other: questions are found, evidence is read', async () => {
    const api = (await system.inNewOrganization('Worked on')).with({ 'idempotency-key': 'one' });
    for (const [path, sent] of [
      ['/v1/questionnaire/upload/file', () => ({ body: form(['company_name', 'N'], ['file', csvOf(QUESTIONS)]) })],
      ['/v1/knowledge/documents', () => ({ body: form(['file', markdown('# Policy\n\nThe CISO owns it.')]) })],
    ] as const) {
      loseTheNextReply();
      expect((await api.post(path, sent())).status).toBe(503);
      expect((await api.post(path, sent())).status).toBe(200);
    }
    await eventually('both are done', async () => {
      const { questionnaires } = (await api.get('/v1/questionnaire/list')).body as {
        questionnaires: { status: string }[];
      };
      const { documents } = (await api.get('/v1/knowledge/documents')).body as { documents: { status: string }[] };
      return questionnaires[0]?.status === 'ANSWERING_COMPLETED' && documents[0]?.status === 'READY';
    });
  });
});
