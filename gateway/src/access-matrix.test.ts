import { AppError, ROLES } from '@candor/runtime';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { paramNames, type Route } from './routes/route.js';
import { routes } from './routes/table.js';
import { ORGANIZATION, startTestGateway, tenantHandlers, type Handlers, type TestGateway } from './services.fixture.js';

const ID = '22222222-2222-4222-8222-222222222222';
let candor: TestGateway;

/** Here a key says in its text what it may do: "ROLE" or "ROLE|scope". */
const handlers: Handlers = {
  ...tenantHandlers(),
  verifyKey: ({ key }: { key: string }) => {
    const [role, scope] = key.split('|');
    return Promise.resolve({ keyId: key, organizationId: ORGANIZATION, role, scopes: scope ? [scope] : [] });
  },
};

beforeAll(async () => {
  candor = await startTestGateway({ handlers });
});
afterAll(() => candor.close());

/** The status of a call without input: 403, or whatever comes after the access check. */
async function statusOf(route: Route, key: string): Promise<number> {
  const path = route.path.replace(/\{\w+\}/g, ID);
  const response = await fetch(candor.url + path, {
    method: route.method.toUpperCase(),
    headers: { 'x-api-key': key },
  });
  await response.arrayBuffer();
  return response.status;
}

const keyed = routes.flatMap((route) =>
  route.access === 'public' ? [] : [[route.operationId, route, route.access] as const],
);

describe('a key', () => {
  it.each(keyed)('may call %s with a sufficient role and scope only', async (_id, route, { role, scope }) => {
    for (const held of ROLES) {
      const suffices = ROLES.indexOf(held) >= ROLES.indexOf(role);
      expect([held, (await statusOf(route, held)) !== 403]).toEqual([held, suffices]);
    }
    if (scope === undefined) {
      expect(await statusOf(route, 'ADMIN|Something else: write')).not.toBe(403);
      return;
    }
    const sufficient: readonly string[] = typeof scope === 'string' ? [scope] : scope;
    for (const one of sufficient) {
      expect(await statusOf(route, `ADMIN|${one}`)).not.toBe(403);
      expect(await statusOf(route, `ADMIN|${one.replace(/: read$/, ': write')}`)).not.toBe(403);
      const reading = one.replace(/write$/, 'read');
      if (!sufficient.includes(reading)) expect(await statusOf(route, `ADMIN|${reading}`)).toBe(403);
    }
    expect(await statusOf(route, 'ADMIN|Something else: write')).toBe(403);
  });

  it.each(['/v1/users', '/v1/groups', `/v1/users/${ID}`, `/v1/groups/${ID}`])(
    'that may only ask reads no people: %s',
    async (path) => {
      const response = await fetch(candor.url + path, { headers: { 'x-api-key': 'ADMIN|Insights: ask' } });
      expect([response.status, await response.json()]).toMatchObject([403, { code: 'insufficient_scope' }]);
    },
  );

  it('that is not an administrator’s sees no organizations to switch to', async () => {
    const response = await fetch(`${candor.url}/v1/organizations/tenant/list`, { headers: { 'x-api-key': 'MEMBER' } });
    expect([response.status, await response.json()]).toEqual([200, []]);
  });
});

describe('a session whose organization was deleted', () => {
  it('is refused by every route but those that lead out of it, and sees that it works nowhere', async () => {
    const refused = (): Promise<never> =>
      Promise.reject(new AppError('conflict', 'session_organization_deleted', 'Deleted.'));
    const listOrganizations = (): Promise<object> =>
      Promise.resolve({
        organizations: [{ id: ORGANIZATION, name: 'Home', hd: [], createdAt: 1, isCurrent: true }],
        total: 1,
      });
    const stranded = await startTestGateway({
      handlers: { ...handlers, resolveOrganization: refused, listOrganizations },
    });
    const statusIn = async (route: Route): Promise<number> => {
      const url = stranded.url + route.path.replace(/\{\w+\}/g, ID);
      const headers = { 'x-api-key': 'ADMIN' };
      return (await fetch(url, { method: route.method.toUpperCase(), headers })).status;
    };
    try {
      const open: string[] = [];
      for (const [id, route] of keyed) if ((await statusIn(route)) !== 409) open.push(id);
      expect(open.sort()).toEqual([
        'createOrganization',
        'deleteOrganization',
        'listOrganizations',
        'switchOrganization',
      ]);
      const list = await fetch(`${stranded.url}/v1/organizations/tenant/list`, { headers: { 'x-api-key': 'ADMIN' } });
      expect(list.headers.get('x-organization-id')).toBe(ORGANIZATION);
      expect(await list.json()).toMatchObject([{ id: ORGANIZATION, is_current: false }]);
    } finally {
      await stranded.close();
    }
  });
});

describe('a route', () => {
  it('with parameters in its path names them as what they identify, or as a number', () => {
    for (const { path } of routes)
      for (const name of paramNames(path)) expect(name).toMatch(/^([a-z]+_)+id$|^version$/);
  });
});

describe('the tenant service', () => {
  it('out of reach makes every keyed call a 503, and no public one', async () => {
    const unavailable = (): Promise<never> => Promise.reject(new AppError('unavailable', 'down', 'Down.'));
    const lonely = await startTestGateway({ handlers: { ...handlers, resolveOrganization: unavailable } });
    try {
      const list = await fetch(`${lonely.url}/v1/questionnaire/list`, { headers: { 'x-api-key': 'ADMIN' } });
      expect(list.status).toBe(503);
      expect(Number(list.headers.get('retry-after'))).toBeGreaterThanOrEqual(1);
      expect((await fetch(`${lonely.url}/healthz`)).status).toBe(200);
    } finally {
      await lonely.close();
    }
  });
});
