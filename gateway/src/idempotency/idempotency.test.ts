import { AppError } from '@candor/runtime';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import {
  KEY,
  ORGANIZATION,
  startTestGateway,
  tenantHandlers,
  type Handlers,
  type TestGateway,
} from '../services.fixture.js';

interface Begin {
  keyId: string;
  organizationId: string;
  method: string;
  path: string;
  idempotencyKey: string;
  fingerprint: string;
}
interface Row {
  fingerprint: string;
  done: { status: number; headers: object; body: Buffer } | undefined;
}

const ID = '33333333-3333-4333-8333-333333333333';
let rows = new Map<string, Row>();
let candor: TestGateway;
let ran = 0;
/** Writes of records that fail before one succeeds. */
let failures = 0;
const failing = (): boolean => failures-- > 0;
const away = (): Promise<never> => Promise.reject(new AppError('unavailable', 'service_unavailable', 'Away.'));
/** What the service does with a new tag. */
let createTag: () => Promise<object>;

const handlers: Handlers = {
  ...tenantHandlers(),
  beginIdempotent: ({ keyId, organizationId, method, path, idempotencyKey, fingerprint }: Begin) => {
    const recordId = [keyId, organizationId, method, path, idempotencyKey].join(' ');
    const row = rows.get(recordId);
    if (!row) {
      rows.set(recordId, { fingerprint, done: undefined });
      return Promise.resolve({ outcome: { $case: 'fresh', value: { recordId, token: 't' } } });
    }
    if (row.fingerprint !== fingerprint) return Promise.resolve({ outcome: { $case: 'reused', value: {} } });
    if (!row.done) return Promise.resolve({ outcome: { $case: 'conflict', value: {} } });
    return Promise.resolve({ outcome: { $case: 'replay', value: row.done } });
  },
  completeIdempotent: ({ recordId, status, headers, body }: { recordId: string } & NonNullable<Row['done']>) => {
    if (failing()) return away();
    rows.get(recordId)!.done = { status, headers, body };
    return Promise.resolve({ stored: true });
  },
  abandonIdempotent: ({ recordId }: { recordId: string }) => {
    if (failing()) return away();
    rows.delete(recordId);
    return Promise.resolve({});
  },
  createTag: () => {
    ran++;
    return createTag();
  },
  uploadFile: async (messages: AsyncIterable<{ part?: { $case: string } }>) => {
    let done = false;
    for await (const { part } of messages) if (part?.$case === 'done') done = true;
    if (done) ran++;
    return { questionnaireId: ID, message: 'queued' };
  },
};

beforeAll(async () => {
  candor = await startTestGateway({ handlers });
});
afterAll(() => candor.close());
beforeEach(() => {
  rows = new Map();
  ran = 0;
  failures = 0;
  createTag = () =>
    Promise.resolve({ id: ID, name: `tag ${ran}`, description: '', isAiGenerated: false, status: 'ACTIVE' });
});

const headers = (key: string): Record<string, string> => ({ 'x-api-key': KEY, 'idempotency-key': key });
const post = (key: string, body: object): Promise<Response> =>
  fetch(`${candor.url}/v1/tags/`, {
    method: 'POST',
    body: JSON.stringify(body),
    headers: { ...headers(key), 'content-type': 'application/json' },
  });
const upload = (key: string, content: string, company = 'Acme'): Promise<Response> => {
  const form = new FormData();
  form.append('company_name', company);
  form.append('file', new Blob([content], { type: 'text/csv' }), 'q.csv');
  return fetch(`${candor.url}/v1/questionnaire/upload/file`, { method: 'POST', body: form, headers: headers(key) });
};
const moment = (): Promise<void> => new Promise((resolve) => setTimeout(resolve, 50));
/** Holds the next call that creates a tag: when it has begun, and what lets it go on. */
function holdTags(): { begun: Promise<void>; release: () => void } {
  let release = (): void => undefined;
  const held = new Promise<void>((resolve) => (release = resolve));
  let started = (): void => undefined;
  const begun = new Promise<void>((resolve) => (started = resolve));
  const reply = createTag;
  createTag = async () => {
    started();
    await held;
    return reply();
  };
  return { begun, release: () => release() };
}
const problemOf = async (response: Response): Promise<unknown[]> => {
  const { code, request_id: id } = (await response.json()) as { code: string; request_id: string };
  expect(id).toBe(response.headers.get('x-request-id'));
  return [response.status, code];
};

describe('a repeated call', () => {
  it('gets the first reply again, and says so', async () => {
    const first = await post('a', { name: 'x' });
    // Fields are compared as they are read.
    const again = await post('a', { name: ' x ' });
    expect(ran).toBe(1);
    expect(await again.json()).toEqual(await first.json());
    expect([first.headers.get('idempotency-replayed'), again.headers.get('idempotency-replayed')]).toEqual([
      null,
      'true',
    ]);
  });

  it('with another key, or without one, runs', async () => {
    await post('a', { name: 'x' });
    await post('b', { name: 'x' });
    expect(ran).toBe(2);
  });

  it('with other contents is a 422', async () => {
    await post('a', { name: 'x' });
    expect(await problemOf(await post('a', { name: 'y' }))).toEqual([422, 'idempotency_key_reused']);
    expect(ran).toBe(1);
  });

  it('is a 409 while the first runs', async () => {
    const { begun, release } = holdTags();
    const first = post('a', { name: 'x' });
    await begun;
    expect(await problemOf(await post('a', { name: 'x' }))).toEqual([409, 'idempotency_key_in_use']);
    release();
    expect((await first).status).toBe(200);
  });

  it('runs when the first failed and nobody could be told so for a moment', async () => {
    const reply = createTag;
    createTag = away;
    failures = 2;
    expect((await post('a', { name: 'x' })).status).toBe(503);
    createTag = reply;
    const statuses = new Set<number>();
    for (;;) {
      const { status } = await post('a', { name: 'x' });
      statuses.add(status);
      if (status === 200) break;
      await moment();
    }
    expect([...statuses]).toEqual([409, 200]);
    expect(ran).toBe(2);
  });

  it('gets the first reply again, though it could not be stored at once', async () => {
    failures = 2;
    expect((await post('a', { name: 'x' })).status).toBe(200);
    let again = await post('a', { name: 'x' });
    while (again.status === 409) {
      await moment();
      again = await post('a', { name: 'x' });
    }
    expect([again.status, again.headers.get('idempotency-replayed'), ran]).toEqual([200, 'true', 1]);
  });

  it('gets the first refusal again, with its own request id', async () => {
    createTag = () => Promise.reject(new AppError('conflict', 'tag_name_taken', 'Taken.'));
    expect(await problemOf(await post('a', { name: 'x' }))).toEqual([409, 'tag_name_taken']);
    expect(await problemOf(await post('a', { name: 'x' }))).toEqual([409, 'tag_name_taken']);
    expect(ran).toBe(1);
  });

  it.each([
    ['internal', new Error('broken')],
    ['unavailable', new AppError('unavailable', 'down', 'Down.')],
  ])('runs when the first failed on our side: %s', async (_what, error) => {
    const reply = createTag;
    createTag = () => Promise.reject(error);
    expect((await post('a', { name: 'x' })).status).toBeGreaterThanOrEqual(500);
    createTag = reply;
    expect((await post('a', { name: 'x' })).status).toBe(200);
    expect(ran).toBe(2);
  });

  it('runs to its end when the client of the first goes away', async () => {
    const { begun, release } = holdTags();
    const abort = new AbortController();
    const first = fetch(`${candor.url}/v1/tags/`, {
      method: 'POST',
      body: '{"name":"x"}',
      headers: { ...headers('a'), 'content-type': 'application/json' },
      signal: abort.signal,
    });
    await begun;
    abort.abort();
    await expect(first).rejects.toThrow();
    release();
    let again = await post('a', { name: 'x' });
    for (let i = 0; i < 200 && again.status === 409; i++) again = await post('a', { name: 'x' });
    expect(again.headers.get('idempotency-replayed')).toBe('true');
    expect(ran).toBe(1);
  });

  it('of an upload is known by its fields and its bytes, whatever its form looks like', async () => {
    const first = await upload('u', 'Question\nA?\n');
    const again = await upload('u', 'Question\nA?\n');
    expect(await again.json()).toEqual(await first.json());
    expect(again.headers.get('idempotency-replayed')).toBe('true');
    expect(ran).toBe(1);
    expect(await problemOf(await upload('u', 'Question\nB?\n'))).toEqual([422, 'idempotency_key_reused']);
    expect(await problemOf(await upload('u', 'Question\nA?\n', 'Other'))).toEqual([422, 'idempotency_key_reused']);
    expect(ran).toBe(1);
  });
});

describe('an idempotency key', () => {
  it('belongs to its API key, organization, method and path', async () => {
    await post('a', { name: 'x' });
    expect([...rows.keys()]).toEqual([`key-1 ${ORGANIZATION} POST /v1/tags a`]);
  });

  it('that cannot be one is a 422', async () => {
    expect(await problemOf(await post('x'.repeat(256), { name: 'x' }))).toEqual([422, 'invalid_input']);
  });

  it('is not asked for where nothing is sent', async () => {
    const response = await fetch(`${candor.url}/v1/tags/${ID}`, { method: 'DELETE', headers: headers('a') });
    expect([response.status, rows.size]).toEqual([500, 0]);
  });

  it('is not used up by input that is wrong', async () => {
    expect(await problemOf(await post('a', {}))).toEqual([422, 'invalid_input']);
    expect((await post('a', { name: 'x' })).status).toBe(200);
  });
});
