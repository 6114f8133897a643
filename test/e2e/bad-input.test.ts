import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { ApiResponse, CallOptions } from '../support/api.js';
import { joinSystem } from '../support/join-system.js';
import type { JoinedSystem } from '../support/system-clients.js';
import { csvOf, form, type Part } from '../support/multipart.js';
import { QUESTIONS } from '../support/questionnaires.js';

let system: JoinedSystem;
beforeAll(async () => {
  system = await joinSystem();
});
afterAll(() => system.close());

const UNKNOWN = '44444444-4444-4444-8444-444444444444';
const file: Part = ['file', csvOf(QUESTIONS)];
const company: Part = ['company_name', 'Acme'];
const text = (characters: number): string => 'Is it so? '.repeat(Math.ceil(characters / 10)).slice(0, characters);

interface Problem {
  code: string;
  detail: string;
  errors?: { path: string; message: string }[];
}

async function refused(response: Promise<ApiResponse>, status: number, code: string): Promise<Problem> {
  const { status: got, body } = await response;
  expect([got, (body as Problem).code]).toEqual([status, code]);
  return body as Problem;
}

const upload = (...parts: Part[]): Promise<ApiResponse> =>
  system.api.post('/v1/questionnaire/upload/file', { body: form(...parts) });
const paste = (json: unknown): Promise<ApiResponse> => system.api.post('/v1/questionnaire/upload/text', { json });

// Every response here, as in all end-to-end tests, is checked to be the problem+json that the OpenAPI document describes,
// with its request id.

describe('an uploaded file is refused', () => {
  it.each([
    ['of an unsupported type', { fileName: 'a.txt', type: 'text/plain', content: 'Is it so?' }],
    ['with an unsupported extension', { fileName: 'a.txt', type: 'text/csv', content: 'Is it so?' }],
    ['with an unsupported declared type', { fileName: 'a.csv', type: 'application/zip', content: 'Is it so?' }],
    ['without any type', { fileName: 'a', type: '', content: 'Is it so?' }],
  ])('%s', async (_what, wrong) => {
    await refused(upload(company, ['file', wrong]), 400, 'unsupported_file_type');
  });

  it('when there is none', async () => {
    const { errors } = await refused(upload(company), 422, 'invalid_input');
    expect(errors?.map(({ path }) => path)).toEqual(['file']);
  });

  it('without a company name', async () => {
    const { errors } = await refused(upload(file), 422, 'invalid_input');
    expect(errors?.map(({ path }) => path)).toEqual(['company_name']);
    await refused(upload(['company_name', '  '], file), 422, 'invalid_input');
  });

  it.each<[string, Part[]]>([
    ['a deadline that is no date', [['deadline', '2027-02-30']]],
    ['a deadline in another form', [['deadline', '31.12.2027']]],
    ['a deal value that is no number', [['deal_value', 'many']]],
    ['a negative deal value', [['deal_value', '-0.01']]],
    [
      'more assignees than types',
      [
        ['assignee_ids', '["a","b"]'],
        ['assignee_types', 'USER'],
      ],
    ],
    [
      'an unknown assignee type',
      [
        ['assignee_ids', 'a'],
        ['assignee_types', 'TEAM'],
      ],
    ],
  ])('with %s', async (_what, parts) => {
    await refused(upload(company, ...parts, file), 422, 'invalid_input');
  });

  it.each([
    ['of another content type', 'hello', 'text/plain'],
    ['without a boundary', 'hello', 'multipart/form-data'],
    [
      'that breaks off',
      '--B\r\nContent-Disposition: form-data; name="company_name"\r\n\r\nA',
      'multipart/form-data; boundary=B',
    ],
    ['that is empty', '', 'multipart/form-data; boundary=B'],
  ])('as a form %s', async (_what, body, type) => {
    const options: CallOptions = { body, headers: { 'content-type': type } };
    await refused(system.api.post('/v1/questionnaire/upload/file', options), 422, 'invalid_multipart');
  });

  it('when it is compressed', async () => {
    const options: CallOptions = {
      body: 'hello',
      headers: { 'content-type': 'multipart/form-data; boundary=B', 'content-encoding': 'gzip' },
    };
    await refused(system.api.post('/v1/questionnaire/upload/file', options), 415, 'unsupported_content_encoding');
  });

  it('and leaves nothing behind', async () => {
    const { body } = await system.api.get('/v1/questionnaire/list');
    expect((body as { questionnaires: unknown[] }).questionnaires).toEqual([]);
  });
});

describe('a pasted text', () => {
  it.each([49, 200_001])('of %i characters is refused', async (characters) => {
    const { errors } = await refused(paste({ text_content: text(characters) }), 422, 'invalid_input');
    expect(errors?.map(({ path }) => path)).toEqual(['text_content']);
  });

  it.each([50, 200_000])('of %i characters is accepted', async (characters) => {
    const { status } = await paste({ text_content: text(characters) });
    expect(status).toBe(200);
  });

  it('is measured in characters, not in bytes or code units', async () => {
    expect((await paste({ text_content: '😀'.repeat(200_000) })).status).toBe(200);
    await refused(paste({ text_content: '😀'.repeat(49) }), 422, 'invalid_input');
  });

  it('that is absent, no text, or in a body that is too large is refused', async () => {
    await refused(paste({}), 422, 'invalid_input');
    await refused(paste({ text_content: 12345 }), 422, 'invalid_input');
    await refused(paste({ text_content: text(9 * 1024 * 1024) }), 422, 'invalid_input');
  });

  it.each([
    ['broken', '{"text_content": "', 'application/json', 'unparseable_body'],
    ['no object', '"text"', 'application/json', 'invalid_input'],
    ['of another content type', '{}', 'text/plain', 'unsupported_content_type'],
  ])('in JSON that is %s is refused', async (_what, body, type, code) => {
    const options: CallOptions = { body, headers: { 'content-type': type } };
    await refused(system.api.post('/v1/questionnaire/upload/text', options), 422, code);
  });

  it.each([
    ['assignees.0.type', { assignees: [{ id: 'a', type: 'TEAM' }] }],
    ['assignees.0.id', { assignees: [{ type: 'USER' }] }],
    ['deadline', { deadline: '2027-13-01' }],
    ['deal_value', { deal_value: -1 }],
    ['deal_value', { deal_value: 'many' }],
    ['tag_ids.0', { tag_ids: [1] }],
  ])('with a wrong %s is refused, naming it', async (path, fields) => {
    const { errors } = await refused(paste({ text_content: text(60), ...fields }), 422, 'invalid_input');
    expect(errors?.map((error) => error.path)).toEqual([path]);
  });
});

describe('an identifier', () => {
  it.each(['overview', 'questions', 'extraction', `questions/${UNKNOWN}`])(
    'that is unknown or malformed is the same 404: %s',
    async (what) => {
      const unknown = await refused(
        system.api.get(`/v1/questionnaire/${UNKNOWN}/${what}`),
        404,
        'questionnaire_not_found',
      );
      const malformed = await refused(
        system.api.get(`/v1/questionnaire/nonsense/${what}`),
        404,
        'questionnaire_not_found',
      );
      expect(malformed.detail).toBe(unknown.detail);
    },
  );
});

describe('a key', () => {
  it.each([
    ['missing', { 'x-api-key': '' }],
    ['wrong', { 'x-api-key': 'cnd_00000000_0000000000000000000000000000000000000000000' }],
    ['malformed', { 'x-api-key': 'nonsense' }],
    ['wrong, as a bearer token', { 'x-api-key': '', authorization: 'Bearer nonsense' }],
  ])('that is %s is refused with the one 401', async (_what, headers) => {
    const { detail } = await refused(system.api.get('/v1/questionnaire/list', { headers }), 401, 'invalid_api_key');
    expect(detail).toBe('A valid API key is required. Send it in the header X-API-Key.');
  });

  it('may be sent as a bearer token', async () => {
    const headers = { 'x-api-key': '', authorization: `Bearer ${system.key}` };
    expect((await system.api.get('/v1/questionnaire/list', { headers })).status).toBe(200);
  });
});

describe('a page', () => {
  const lists = [
    ['/v1/questionnaire/list', 422],
    ['/v1/questionnaire/search', 422],
    ['/v1/knowledge/documents', 422],
    ['/v1/knowledge/answers', 422],
    ['/v1/knowledge/answers/conflicts', 422],
    ['/v1/trustportal/updates', 422],
    ['/v1/api-keys', 422],
    ['/v1/users', 422],
    ['/v1/groups', 422],
    ['/v1/audit-log', 422],
  ] as const;
  const wrong = [
    'limit=0',
    'limit=1001',
    'limit=abc',
    'limit=1.5',
    'limit=-1',
    'offset=-1',
    'offset=x',
    'limit=1&limit=2',
  ];

  it.each(lists)('of %s has limits', async (path, status) => {
    for (const query of wrong) await refused(system.api.get(`${path}?${query}`), status, 'invalid_input');
    for (const query of [
      '',
      'limit=1',
      'limit=1000',
      'offset=0',
      'offset=5000000000',
      'unknown=1',
      'limit=&offset=%20',
    ]) {
      expect([query, (await system.api.get(`${path}?${query}`)).status]).toEqual([query, 200]);
    }
    const { body } = await system.api.get(path);
    expect((body as { pagination: object }).pagination).toMatchObject({ limit: 10, offset: 0 });
  });

  it('of the subscribers has limits of its own', async () => {
    const path = '/v1/trustportal/updates/subscribers';
    for (const query of ['page=0', 'page=x', 'page_size=0', 'page_size=101', 'status=gone']) {
      await refused(system.api.get(`${path}?${query}`), 422, 'invalid_input');
    }
    const { body } = await system.api.get(path);
    expect(body).toEqual({ data: [], total: 0, page: 1, page_size: 10, total_pages: 0 });
  });

  it('of the conversations has limits of its own, told with a 400', async () => {
    const path = '/v1/insights/conversations';
    for (const query of ['page=0', 'page=-1', 'page=x', 'page_size=0', 'page_size=101', 'page_size=1.5']) {
      await refused(system.api.get(`${path}?${query}`), 400, 'invalid_input');
    }
    const { body } = await system.api.get(path);
    expect(body).toEqual({ data: [], total: 0, page: 1, page_size: 10, total_pages: 0 });
    expect((await system.api.get(`${path}?page=3&page_size=100`)).body).toMatchObject({ page: 3, page_size: 100 });
  });
});

describe('elsewhere', () => {
  it('JSON that cannot be parsed is a 400, and wrong input a 422', async () => {
    const broken: CallOptions = { body: '{"name": ', headers: { 'content-type': 'application/json' } };
    await refused(system.api.post('/v1/tags/', broken), 400, 'unparseable_body');
    await refused(system.api.post('/v1/tags/', { json: {} }), 422, 'invalid_input');
    await refused(system.api.post('/v1/tags/', { json: { name: 'x'.repeat(3 * 1024 * 1024) } }), 413, 'body_too_large');
    await refused(system.api.get('/v1/tags/?status=OLD'), 422, 'invalid_input');
    await refused(
      system.api.post('/v1/organizations/tenant/create', { json: { name: 'X', tenant_name: 'x'.repeat(101) } }),
      422,
      'invalid_input',
    );
    await refused(
      system.api.post('/v1/organizations/tenant/create', { json: { name: 'X', hd: ['no domain'] } }),
      422,
      'invalid_input',
    );
    await refused(
      system.api.post('/v1/knowledge/answers', { json: { question: 'Q?', answer: 'A', expires_at: 'soon' } }),
      422,
      'invalid_input',
    );
  });

  it('an unknown path is a 404, and a method that a path does not have a 405 with those it has', async () => {
    await refused(system.api.get('/v1/nothing'), 404, 'path_not_found');
    const { headers } = await system.api.call('PUT', '/v1/questionnaire/list');
    expect(headers.get('allow')).toContain('GET');
  });
});
