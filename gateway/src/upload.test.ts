import { request as httpRequest, type ClientRequest } from 'node:http';
import { AppError, type CallContext } from '@candor/runtime';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { KEY, startTestGateway, tenantHandlers, type Handlers, type TestGateway } from './services.fixture.js';

interface Part {
  part?: { $case: 'file' | 'chunk' | 'done'; value: unknown };
}
type Message = { $case: 'file' | 'done'; value: Record<string, unknown> } | { $case: 'chunk'; value: Buffer };

const ID = '33333333-3333-4333-8333-333333333333';
const MB = 1024 * 1024;
let candor: TestGateway;
/** What the service was sent, and whether its call was cancelled. */
let sent: Message[] = [];
let cancelled = false;
let failEarly = false;
/** Set: the service waits for it after the file's name, before it reads on. */
let hold: Promise<void> | undefined;
let taken = 0;

beforeEach(() => {
  sent = [];
  cancelled = false;
  failEarly = false;
  hold = undefined;
  taken = 0;
});

const handlers: Handlers = {
  ...tenantHandlers(),
  uploadFile: async (messages: AsyncIterable<Part>, context: CallContext) => {
    context.signal.addEventListener('abort', () => (cancelled = true));
    for await (const { part } of messages) {
      const message = part as Message;
      if (failEarly) throw new AppError('conflict', 'no_room', 'No room.');
      if (message.$case === 'chunk') taken += message.value.length;
      sent.push(message);
      if (hold) await hold;
    }
    return { questionnaireId: ID, message: 'queued' };
  },
};

beforeAll(async () => {
  candor = await startTestGateway({ maxUploadMb: 2, handlers });
});
afterAll(() => candor.close());

type Body = NonNullable<RequestInit['body']>;

const post = (body: Body, headers: Record<string, string> = {}): Promise<Response> =>
  fetch(`${candor.url}/v1/questionnaire/upload/file`, {
    method: 'POST',
    body,
    headers: { 'x-api-key': KEY, ...headers },
  });

/** A request whose body is written piece by piece. */
function open(url: string): ClientRequest {
  const request = httpRequest(`${url}/v1/questionnaire/upload/file`, {
    method: 'POST',
    headers: { 'x-api-key': KEY, 'content-type': 'multipart/form-data; boundary=B' },
  });
  request.on('error', () => undefined);
  return request;
}

const csv = (content: string | Buffer = 'Question\nIs data encrypted?\n', type = 'text/csv'): Blob =>
  new Blob([content], { type });

function form(parts: [string, string | Blob, string?][]): FormData {
  const data = new FormData();
  for (const [name, value, fileName] of parts) {
    if (typeof value === 'string') data.append(name, value);
    else data.append(name, value, fileName ?? 'questions.csv');
  }
  return data;
}

const fieldsSent = (): unknown => sent.find(({ $case }) => $case === 'done')?.value;
const bytesSent = (): Buffer => Buffer.concat(sent.flatMap((m) => (m.$case === 'chunk' ? [m.value] : [])));

async function errorPaths(response: Response): Promise<string[]> {
  const { errors } = (await response.json()) as { errors: { path: string }[] };
  return errors.map(({ path }) => path);
}

async function until(condition: () => boolean): Promise<void> {
  for (let i = 0; i < 500 && !condition(); i++) await new Promise((resolve) => setTimeout(resolve, 10));
  expect(condition()).toBe(true);
}

describe('an upload', () => {
  it('reaches the service whole, whether fields come before or after the file', async () => {
    const bytes = Buffer.alloc(MB, 'a,b\r\n--x');
    const fields: [string, string][] = [
      ['company_name', 'Ünïcode GmbH'],
      ['deal_value', '12.50'],
      ['deadline', '2028-02-29'],
      ['tag_ids', 't1,t2'],
      ['assignee_ids[]', 'u1'],
      ['assignee_ids[]', 'g1'],
      ['assignee_types', '["USER","GROUP"]'],
    ];
    const file: [string, Blob, string] = ['file', csv(bytes), 'Fragen für Zoë.csv'];
    for (const parts of [
      [...fields, file],
      [file, ...fields],
    ]) {
      sent = [];
      const response = await post(form(parts));
      expect([response.status, await response.json()]).toEqual([200, { questionnaire_id: ID, message: 'queued' }]);
      expect(sent[0]).toEqual({ $case: 'file', value: { fileName: 'Fragen für Zoë.csv', mimeType: 'text/csv' } });
      expect(sent.at(-1)?.$case).toBe('done');
      expect(bytesSent().equals(bytes)).toBe(true);
      expect(fieldsSent()).toMatchObject({
        companyName: 'Ünïcode GmbH',
        dealValue: '12.50',
        deadline: '2028-02-29',
        tagIds: ['t1', 't2'],
        assignees: [
          { id: 'u1', type: 'USER' },
          { id: 'g1', type: 'GROUP' },
        ],
      });
    }
  });

  it('of an empty file is accepted: what is wrong with it shows when it is read', async () => {
    const response = await post(
      form([
        ['company_name', 'Acme'],
        ['file', csv('')],
      ]),
    );
    expect(response.status).toBe(200);
    expect(sent.map(({ $case }) => $case)).toEqual(['file', 'done']);
  });

  it('whose file has no declared type is judged by the extension', async () => {
    const body = (name: string): string =>
      `--B\r\nContent-Disposition: form-data; name="file"; filename="${name}"\r\n\r\nQ\r\n` +
      '--B\r\nContent-Disposition: form-data; name="company_name"\r\n\r\nAcme\r\n--B--\r\n';
    const type = { 'content-type': 'multipart/form-data; boundary=B' };
    expect((await post(body('a.csv'), type)).status).toBe(200);
    expect(sent[0]?.value).toEqual({ fileName: 'a.csv', mimeType: '' });
    expect((await post(body('a.txt'), type)).status).toBe(400);
  });

  it('goes at the pace of the service: little is taken from the client that the service has not taken', async () => {
    const wide = await startTestGateway({ maxUploadMb: 64, handlers });
    try {
      let release = (): void => undefined;
      hold = new Promise((resolve) => (release = resolve));
      const request = open(wide.url);
      const answered = new Promise<number | undefined>((resolve) =>
        request.on('response', (r) => resolve(r.statusCode)),
      );
      request.write('--B\r\nContent-Disposition: form-data; name="company_name"\r\n\r\nAcme\r\n');
      request.write('--B\r\nContent-Disposition: form-data; name="file"; filename="a.csv"\r\n\r\n');
      const chunk = Buffer.alloc(MB, 'x');
      for (let i = 0; i < 60; i++) request.write(chunk);
      request.end('\r\n--B--\r\n');
      await until(() => sent.length > 0);
      // Sockets hold some megabytes; the rest stays with the client until the service reads on.
      let waiting = -1;
      for (let calm = 0; calm < 20; calm++) {
        const now = request.socket?.writableLength ?? 0;
        if (now !== waiting) calm = 0;
        waiting = now;
        await new Promise((resolve) => setTimeout(resolve, 10));
      }
      expect(waiting).toBeGreaterThan(40 * MB);
      expect(taken).toBe(0);
      release();
      expect(await answered).toBe(200);
      expect(taken).toBe(60 * MB);
    } finally {
      await wide.close();
    }
  });

  it('that its client breaks off is cancelled at the service', async () => {
    const request = open(candor.url);
    request.write('--B\r\nContent-Disposition: form-data; name="file"; filename="a.csv"\r\n\r\nQuestion\r\n');
    await until(() => sent.length > 0);
    request.destroy();
    await until(() => cancelled);
    expect(sent.some(({ $case }) => $case === 'done')).toBe(false);
  });

  it('that the service refuses early is answered while the client is still sending', async () => {
    failEarly = true;
    const response = await post(
      form([
        ['file', csv(Buffer.alloc(MB))],
        ['company_name', 'Acme'],
      ]),
    );
    expect(response.status).toBe(409);
  });
});

describe('an upload that is wrong', () => {
  const company: [string, string] = ['company_name', 'Acme'];

  it.each<[string, [string, string | Blob, string?][], number, string[]]>([
    ['has no file', [company], 422, ['file']],
    ['has no company name', [['file', csv()]], 422, ['company_name']],
    [
      'has a blank company name',
      [
        ['company_name', ' '],
        ['file', csv()],
      ],
      422,
      ['company_name'],
    ],
    ['has neither', [['x', 'y']], 422, ['file', 'company_name']],
    ['has its file under another name', [company, ['document', csv()]], 422, ['file']],
    ['has two files', [company, ['file', csv()], ['file', csv()]], 422, ['file']],
    ['has a date that is none', [company, ['deadline', '2027-02-29'], ['file', csv()]], 422, ['deadline']],
    ['has a negative deal value', [company, ['deal_value', '-1'], ['file', csv()]], 422, ['deal_value']],
    ['has an infinite deal value', [company, ['deal_value', '1e999'], ['file', csv()]], 422, ['deal_value']],
    [
      'has fewer assignee types than assignees',
      [company, ['assignee_ids', 'a,b'], ['assignee_types', 'USER'], ['file', csv()]],
      422,
      ['assignee_types'],
    ],
    [
      'has an unknown assignee type',
      [company, ['assignee_ids', 'a'], ['assignee_types', 'ROBOT'], ['file', csv()]],
      422,
      ['assignee_types.0'],
    ],
    ['has a file of an unsupported type', [company, ['file', csv('x', 'text/plain'), 'a.txt']], 400, ['file']],
  ])('%s', async (_what, parts, status, paths) => {
    const response = await post(form(parts));
    expect(response.status).toBe(status);
    expect(await errorPaths(response)).toEqual(paths);
    expect(sent.some(({ $case }) => $case === 'done')).toBe(false);
  });

  it('is larger than allowed, whether it says so beforehand or not', async () => {
    const file: [string, Blob] = ['file', csv(Buffer.alloc(2 * MB + 1))];
    const response = await post(form([company, file]));
    expect(response.status).toBe(413);
    await until(() => cancelled);
    const endless = new Blob([Buffer.alloc(8 * MB)]).stream();
    const streamed = await fetch(`${candor.url}/v1/questionnaire/upload/file`, {
      method: 'POST',
      headers: { 'x-api-key': KEY, 'content-type': 'multipart/form-data; boundary=B' },
      body: (async function* () {
        yield Buffer.from('--B\r\nContent-Disposition: form-data; name="file"; filename="a.csv"\r\n\r\n');
        for await (const chunk of endless) yield chunk as Uint8Array;
      })(),
      duplex: 'half',
    });
    expect(streamed.status).toBe(413);
  });

  it('is exactly as large as allowed, which is not wrong', async () => {
    const response = await post(form([company, ['file', csv(Buffer.alloc(2 * MB, 'x'))]]));
    expect(response.status).toBe(200);
  });

  it.each([
    ['no form', 'hello', 'text/plain'],
    ['JSON', '{}', 'application/json'],
    ['without a boundary', 'hello', 'multipart/form-data'],
    [
      'cut off',
      '--B\r\nContent-Disposition: form-data; name="company_name"\r\n\r\nAc',
      'multipart/form-data; boundary=B',
    ],
    [
      'cut off in its file',
      '--B\r\nContent-Disposition: form-data; name="file"; filename="a.csv"\r\n\r\nQuest',
      'multipart/form-data; boundary=B',
    ],
    ['broken in a header', '--B\r\n\u0000:::\r\n\r\nx\r\n--B--\r\n', 'multipart/form-data; boundary=B'],
    ['empty', '', 'multipart/form-data; boundary=B'],
  ])('is a form that is %s', async (_what, body, type) => {
    const response = await post(body, { 'content-type': type });
    expect(response.status).toBe(422);
    expect((await errorPaths(response)).length).toBeGreaterThan(0);
  });
});
