import type { CallContext } from '@candor/runtime';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import {
  KEY,
  ORGANIZATION,
  startTestGateway,
  tenantHandlers,
  type Handlers,
  type TestGateway,
} from '../services.fixture.js';

const ELSEWHERE = '55555555-5555-4555-8555-555555555555';
/** Where the session is, as the tenant service says. */
let current = ORGANIZATION;
/** Organizations of the reads that came to the questionnaire service. */
let reads: string[] = [];
let resolved = 0;
let holdResolving: Promise<void> | undefined;
let granted = 1000;
let candor: TestGateway;

const handlers: Handlers = {
  ...tenantHandlers(),
  resolveOrganization: async () => {
    resolved++;
    const organizationId = current;
    await holdResolving;
    return { organizationId };
  },
  takeRate: ({ count }: { count: number }) => {
    const given = Math.min(count, granted);
    granted -= given;
    return Promise.resolve({ granted: given, limit: 60, remaining: granted, resetAt: 0, resetSeconds: 60 });
  },
  listQuestionnaires: (_request: never, { caller }: CallContext) => {
    const organizationId = caller?.organizationId ?? '';
    reads.push(organizationId);
    const total = organizationId === ELSEWHERE ? 2 : 1;
    return Promise.resolve({ questionnaires: [], pagination: { total, limit: 10, offset: 0 }, shouldPoll: false });
  },
};

beforeAll(async () => {
  candor = await startTestGateway({ handlers });
});
afterAll(() => candor.close());
beforeEach(() => {
  current = ORGANIZATION;
  granted = 1000;
  holdResolving = undefined;
});

const list = (query = '', session = 'mine'): Promise<Response> =>
  fetch(`${candor.url}/v1/questionnaire/list${query}`, { headers: { 'x-api-key': KEY, 'x-session-id': session } });
const totalOf = async (response: Response): Promise<[string | null, number]> => [
  response.headers.get('x-organization-id'),
  ((await response.json()) as { pagination: { total: number } }).pagination.total,
];

describe('a read ahead', () => {
  it('begins while it is asked where the session is, and its reply is the call’s', async () => {
    expect(await totalOf(await list())).toEqual([ORGANIZATION, 1]);
    reads = [];
    let release: () => void = () => undefined;
    holdResolving = new Promise((resolve) => (release = resolve));
    const reply = list();
    while (reads.length === 0) await new Promise((resolve) => setImmediate(resolve));
    release();
    expect(await totalOf(await reply)).toEqual([ORGANIZATION, 1]);
    expect(reads).toEqual([ORGANIZATION]);
  });

  it('counts for nothing when the session has moved, there and back', async () => {
    await list();
    current = ELSEWHERE;
    expect(await totalOf(await list())).toEqual([ELSEWHERE, 2]);
    reads = [];
    expect(await totalOf(await list())).toEqual([ELSEWHERE, 2]);
    expect(reads).toEqual([ELSEWHERE]);
    current = ORGANIZATION;
    expect(await totalOf(await list())).toEqual([ORGANIZATION, 1]);
  });

  it('begins where its own session was, not another of the same key', async () => {
    await list('', 'first');
    current = ELSEWHERE;
    await list('', 'second');
    reads = [];
    current = ORGANIZATION;
    await list('', 'first');
    expect(reads).toEqual([ORGANIZATION]);
  });

  it('is not begun for input that is refused', async () => {
    await list();
    reads = [];
    expect((await list('?limit=0')).status).toBe(422);
    expect(reads).toEqual([]);
  });

  it('is not begun for a key that has used its calls', async () => {
    await list();
    granted = 0;
    let status = 200;
    for (let calls = 0; status === 200 && calls < 100; calls++) ({ status } = await list());
    expect(status).toBe(429);
    reads = [];
    resolved = 0;
    expect((await list()).status).toBe(429);
    expect([resolved, reads]).toEqual([1, []]);
  });
});
