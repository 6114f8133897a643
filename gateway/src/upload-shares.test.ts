import { request as httpRequest, type ClientRequest } from 'node:http';
import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { startTestGateway, tenantHandlers, type TestGateway } from './services.fixture.js';

let candor: TestGateway;
const open: ClientRequest[] = [];
const drain = async (messages: AsyncIterable<unknown>): Promise<void> => {
  const iterator = messages[Symbol.asyncIterator]();
  while (!(await iterator.next()).done);
};

beforeAll(async () => {
  candor = await startTestGateway({
    handlers: {
      ...tenantHandlers(),
      // Each key is one of its own, in an organization of its own.
      verifyKey: ({ key }: { key: string }) =>
        Promise.resolve({ keyId: key, organizationId: `of ${key}`, role: 'ADMIN', scopes: [] }),
      resolveOrganization: ({ keyId }: { keyId: string }) => Promise.resolve({ organizationId: `of ${keyId}` }),
      uploadFile: async (messages: AsyncIterable<unknown>) => {
        await drain(messages);
        return { questionnaireId: '33333333-3333-4333-8333-333333333333', message: 'queued' };
      },
      importConversations: async (messages: AsyncIterable<unknown>) => {
        await drain(messages);
        return { imported: 0, duplicates: 0, rejected: [], rejectedTotal: 0 };
      },
    },
  });
});
afterEach(() => {
  for (const request of open.splice(0)) request.destroy();
});
afterAll(() => candor.close());

/** Begins an upload that does not end; resolves with the status of its answer, if one comes. */
function begin(path: string, key: string): Promise<number> {
  const request = httpRequest(candor.url + path, {
    method: 'POST',
    headers: { 'x-api-key': key, 'content-type': 'multipart/form-data; boundary=B' },
  });
  open.push(request);
  request.on('error', () => undefined);
  request.write(
    `--B\r\nContent-Disposition: form-data; name="file"; filename="${path.includes('insights') ? 'a.jsonl' : 'a.csv'}"\r\n\r\nQuestion\r\n`,
  );
  return new Promise((resolve) => request.on('response', ({ statusCode = 0 }) => resolve(statusCode)));
}

async function upload(key: string): Promise<number> {
  const body = new FormData();
  body.append('company_name', 'Acme');
  body.append('file', new Blob(['Question\nIs data encrypted?\n'], { type: 'text/csv' }), 'questions.csv');
  const sent = { method: 'POST', body, headers: { 'x-api-key': key } };
  return (await fetch(`${candor.url}/v1/questionnaire/upload/file`, sent)).status;
}

describe('uploads that never end', () => {
  it.each(['/v1/questionnaire/upload/file', '/v1/insights/conversations/import'])(
    'of one key to %s leave room for the uploads of others',
    async (path) => {
      const statuses: number[] = [];
      for (let n = 0; n < 100; n++) void begin(path, 'slow').then((status) => statuses.push(status));
      // A quarter of the capacity is the key's; the others are told at once.
      while (statuses.length < 75) await new Promise((resolve) => setTimeout(resolve, 10));
      expect(new Set(statuses)).toEqual(new Set([503]));
      expect(await upload('slow')).toBe(503);
      expect(await upload('other')).toBe(200);
    },
  );
});
