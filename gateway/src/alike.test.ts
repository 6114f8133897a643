import { connect } from 'node:net';
import { AppError, notFound } from '@candor/runtime';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import {
  KEY,
  ORGANIZATION,
  startTestGateway,
  tenantHandlers,
  type Handlers,
  type TestGateway,
} from './services.fixture.js';

const CHILD = 'abcdefab-1111-4111-8111-111111111111';
let candor: TestGateway;

async function readAll(messages: AsyncIterable<unknown>): Promise<void> {
  const iterator = messages[Symbol.asyncIterator]();
  while (!(await iterator.next()).done);
}

const handlers: Handlers = {
  ...tenantHandlers({ role: 'ADMIN' }),
  resolveOrganization: ({ requestedOrganizationId: asked }: { requestedOrganizationId: string }) => {
    if (asked !== '' && asked !== CHILD) throw notFound('organization');
    return Promise.resolve({ organizationId: asked || ORGANIZATION });
  },
  listQuestionnaires: ({ limit, offset }: { limit: number; offset: number }) =>
    Promise.resolve({ questionnaires: [], pagination: { total: 0, limit, offset }, shouldPoll: false }),
  getAnswer: ({ id }: { id: string }) =>
    id === CHILD
      ? Promise.resolve({
          id,
          question: 'Q?',
          answer: 'A',
          tags: [],
          status: 'APPROVED',
          origin: 'manual',
          createdAt: 1,
          updatedAt: 1,
          reviewEveryDays: 0,
        })
      : Promise.reject(notFound('answer')),
  verifyAnswer: () => Promise.reject(new AppError('conflict', 'not_now', 'Not now.')),
  archiveUpdate: () => Promise.reject(new AppError('conflict', 'archived_elsewhere', 'Not now.')),
  uploadFile: async (messages: AsyncIterable<unknown>) => {
    await readAll(messages);
    return { questionnaireId: CHILD, message: 'queued' };
  },
  uploadDocument: async (messages: AsyncIterable<unknown>) => {
    await readAll(messages);
    return {};
  },
};

beforeAll(async () => {
  candor = await startTestGateway({ handlers });
});
afterAll(() => candor.close());

const call = (path: string, init: RequestInit = {}, headers: Record<string, string> = {}): Promise<Response> =>
  fetch(candor.url + path, { ...init, headers: { 'x-api-key': KEY, ...headers } });

const sent = (parts: Record<string, string | Blob>): RequestInit => {
  const body = new FormData();
  for (const [name, value] of Object.entries(parts)) body.append(name, value);
  return { method: 'POST', body };
};
const csv = new Blob(['Question\nIs data encrypted?\n'], { type: 'text/csv' });

describe('an identifier', () => {
  it('of an organization is the same in upper case', async () => {
    const response = await call('/v1/questionnaire/list', {}, { 'x-organization-id': CHILD.toUpperCase() });
    expect([response.status, response.headers.get('x-organization-id')]).toEqual([200, CHILD]);
  });
});

describe('a blank parameter', () => {
  it.each(['limit=&offset=', 'limit=%20', 'limit=&limit=10', ''])('counts as absent: "%s"', async (query) => {
    const response = await call(`/v1/questionnaire/list?${query}`);
    expect([response.status, await response.json()]).toMatchObject([200, { pagination: { limit: 10, offset: 0 } }]);
  });
});

describe('a call that takes no body', () => {
  const json = { 'content-type': 'application/json' };

  it('refuses the fields of one by their names, after a 404', async () => {
    const body = JSON.stringify({ force: true });
    const post = (id: string) => call(`/v1/knowledge/answers/${id}/verify`, { method: 'POST', body }, json);
    const response = await post(CHILD);
    expect([response.status, await response.json()]).toMatchObject([422, { errors: [{ path: 'force' }] }]);
    expect((await post(ORGANIZATION)).status).toBe(404);
  });

  it.each(['', '{}', 'null', '[]', 'text'])('passes over a body that says nothing: "%s"', async (body) => {
    const response = await call(`/v1/knowledge/answers/${CHILD}/verify`, { method: 'POST', body }, json);
    expect([response.status, await response.json()]).toMatchObject([409, { code: 'not_now' }]);
  });

  it('passes over any body on a path of the specification', async () => {
    const body = JSON.stringify({ force: true });
    const response = await call(`/v1/trustportal/updates/${CHILD}/archive`, { method: 'POST', body }, json);
    expect([response.status, await response.json()]).toMatchObject([409, { code: 'archived_elsewhere' }]);
  });
});

describe('an unknown part of a form', () => {
  it('is refused by its name, be it a field or a file', async () => {
    const response = await call('/v1/knowledge/documents', sent({ file: csv, titel: 'x', 'tags[]': 'y', scan: csv }));
    const { errors } = (await response.json()) as { errors: { path: string }[] };
    expect([response.status, errors.map(({ path }) => path)]).toEqual([422, ['titel', 'tags', 'scan']]);
  });

  it('is ignored where the specification describes the form', async () => {
    const response = await call(
      '/v1/questionnaire/upload/file',
      sent({ file: csv, company_name: 'Acme', titel: 'x', scan: csv }),
    );
    expect(response.status).toBe(200);
  });
});

describe('a client that waits to be told to send its body', () => {
  /** The head of a request; then everything that comes back until the connection ends or goes quiet. */
  function head(path: string, key: string, body: string, type: string): Promise<string> {
    return new Promise((resolve, reject) => {
      const socket = connect(Number(new URL(candor.url).port), '127.0.0.1', () =>
        socket.write(
          `POST ${path} HTTP/1.1\r\nHost: x\r\nX-API-Key: ${key}\r\nContent-Type: ${type}\r\n` +
            `Content-Length: ${body.length}\r\nExpect: 100-continue\r\n\r\n`,
        ),
      );
      let received = '';
      socket.on('data', (chunk) => {
        received += chunk.toString('utf8');
        if (received === 'HTTP/1.1 100 Continue\r\n\r\n') socket.end(body);
      });
      socket.on('close', () => resolve(received));
      socket.on('error', reject);
    });
  }
  const FORM = 'multipart/form-data; boundary=B';

  it.each([
    ['401', '/v1/questionnaire/upload/file', 'wrong', FORM],
    ['401', '/v1/questionnaire/upload/text', 'wrong', 'application/json'],
    ['404', '/v1/questionnaire/nowhere', KEY, 'application/json'],
    ['422', '/v1/questionnaire/upload/file', KEY, 'text/plain'],
  ])('is told %s without: %s', async (status, path, key, type) => {
    const answer = await head(path, key, 'x'.repeat(100_000), type);
    expect(answer.slice(0, 12)).toBe(`HTTP/1.1 ${status}`);
  });

  it('is told to send what will be read, and is answered', async () => {
    const answer = await head('/v1/questionnaire/upload/text', KEY, '{"text_content": 5}', 'application/json');
    expect(answer).toMatch(/^HTTP\/1\.1 100 Continue\r\n\r\nHTTP\/1\.1 422 /);
    const parts = '--B\r\nContent-Disposition: form-data; name="file"; filename="a.csv"\r\n\r\nq\r\n--B--\r\n';
    expect(await head('/v1/questionnaire/upload/file', KEY, parts, FORM)).toContain('"path":"company_name"');
  });
});
