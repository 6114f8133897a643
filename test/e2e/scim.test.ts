import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Api } from '../support/api.js';
import { joinSystem } from '../support/join-system.js';
import type { JoinedSystem } from '../support/system-clients.js';

/** As identity providers speak: RFC 7644, and the dialects of Entra ID and Okta. */
const PATCH = 'urn:ietf:params:scim:api:messages:2.0:PatchOp';
const ERROR = 'urn:ietf:params:scim:api:messages:2.0:Error';
const USER = 'urn:ietf:params:scim:schemas:core:2.0:User';

interface Resource {
  id: string;
  [name: string]: unknown;
}

let system: JoinedSystem;
let scim: Api;
let admin: Api;
let key: string;
beforeAll(async () => {
  system = await joinSystem();
  admin = await system.inNewOrganization('Directory');
  const json = { name: 'Identity provider', role: 'ADMIN', scopes: ['Users: write'] };
  const { body } = await admin.post('/v1/api-keys', { json });
  key = (body as { key: string }).key;
  scim = system.api.with({ 'x-api-key': '', authorization: `Bearer ${key}` });
});
afterAll(() => system.close());

const made = async (path: string, json: object): Promise<Resource> => {
  const { status, body, headers } = await scim.post(path, { json });
  expect([status, headers.get('content-type')]).toEqual([201, 'application/scim+json; charset=utf-8']);
  const resource = body as Resource;
  expect(headers.get('location')).toBe(`${system.url}${path}/${resource.id}`);
  return resource;
};
const createUser = (userName: string, more: object = {}) =>
  made('/scim/v2/Users', { schemas: [USER], userName, ...more });
const patch = async (path: string, ...Operations: unknown[]) => {
  const { status, body } = await scim.call('PATCH', path, { json: { schemas: [PATCH], Operations } });
  return { status, body: body as Resource };
};
const found = async (path: string): Promise<Resource[]> =>
  ((await scim.get(path)).body as { Resources: Resource[] }).Resources;

describe('an identity provider', () => {
  it('finds out what the server does', async () => {
    expect((await scim.get('/scim/v2/ServiceProviderConfig')).body).toMatchObject({
      patch: { supported: true },
      filter: { supported: true },
      bulk: { supported: false },
    });
    expect((await found('/scim/v2/ResourceTypes')).map(({ id }) => id)).toEqual(['User', 'Group']);
    expect((await scim.get('/scim/v2/ResourceTypes/User')).body).toMatchObject({ endpoint: '/Users' });
    const schemas = await found('/scim/v2/Schemas');
    for (const { id } of schemas) expect((await scim.get(`/scim/v2/Schemas/${id}`)).body).toMatchObject({ id });
  });

  it('needs a key of an administrator that may write users, and has it for nothing else', async () => {
    expect((await scim.get('/v1/questionnaire/list')).status).toBe(403);
    expect((await scim.post('/v1/users', { json: { name: 'A', email: 'a@example.com' } })).status).toBe(403);
    const { status, body } = await system.api.with({ 'x-api-key': 'nobody' }).get('/scim/v2/Users');
    expect([status, body]).toMatchObject([401, { schemas: [ERROR], status: '401' }]);
  });

  it('makes, finds, replaces and deletes a user', async () => {
    const user = await createUser('Ada@Example.com', {
      externalId: 'e1',
      name: { givenName: 'Ada', familyName: 'Byron' },
      active: true,
      password: 'ignored',
      emails: [{ value: 'x@example.com' }, { value: 'ada@work.example', primary: true }],
      title: 'ignored',
    });
    expect(user).toMatchObject({
      userName: 'Ada@Example.com',
      externalId: 'e1',
      displayName: 'Ada Byron',
      active: true,
      name: { givenName: 'Ada', familyName: 'Byron' },
      emails: [{ value: 'ada@work.example', primary: true }],
      meta: { resourceType: 'User', location: `${system.url}/scim/v2/Users/${user.id}` },
    });
    for (const filter of [
      'userName eq "ada@example.com"',
      'USERNAME EQ "ada@example.com"',
      `${USER}:userName eq "ada@example.com"`,
      'externalId eq "e1"',
      'emails.value eq "ada@work.example"',
      'displayName eq "Ada Byron"',
    ]) {
      const query = new URLSearchParams({ filter }).toString();
      expect([filter, (await found(`/scim/v2/Users?${query}`)).map(({ id }) => id)]).toEqual([filter, [user.id]]);
    }
    const replaced = await scim.call('PUT', `/scim/v2/Users/${user.id}`, {
      json: { userName: 'ada@example.com', displayName: 'A. B.' },
    });
    expect(replaced.body).toMatchObject({ displayName: 'A. B.', emails: [{ value: 'ada@example.com' }] });
    expect(replaced.body).not.toHaveProperty('externalId');
    expect((await scim.call('DELETE', `/scim/v2/Users/${user.id}`)).status).toBe(204);
    expect((await scim.get(`/scim/v2/Users/${user.id}`)).status).toBe(404);
  });

  it('lists by pages that are counted from 1, and only what it wants to see', async () => {
    for (const name of ['p1', 'p2', 'p3']) await createUser(`${name}@example.com`);
    const page = (query: string) => scim.get(`/scim/v2/Users?${query}`);
    const { body } = await page('startIndex=2&count=1');
    expect(body).toMatchObject({ startIndex: 2, itemsPerPage: 1 });
    const total = (body as { totalResults: number }).totalResults;
    expect((await page('count=0')).body).toMatchObject({ totalResults: total, itemsPerPage: 0, Resources: [] });
    expect((await page('startIndex=-3&count=1')).body).toMatchObject({ startIndex: 1, itemsPerPage: 1 });
    expect((await page('startIndex=1000')).body).toMatchObject({ totalResults: total, Resources: [] });
    const [only] = ((await page('attributes=userName&count=1')).body as { Resources: Resource[] }).Resources;
    expect(Object.keys(only ?? {}).sort()).toEqual(['id', 'meta', 'schemas', 'userName']);
  });

  it('searches by a body, so that no address names anybody (RFC 7644, 3.4.3)', async () => {
    const user = await createUser('sought@example.com');
    const group = await made('/scim/v2/Groups', { displayName: 'Sought', members: [{ value: user.id }] });
    const search = (path: string, json: object) => scim.post(`/scim/v2/${path}/.search`, { json });
    const schemas = ['urn:ietf:params:scim:api:messages:2.0:SearchRequest'];
    const filter = 'userName eq "SOUGHT@example.com"';
    const { status, headers, body } = await search('Users', { schemas, filter, attributes: ['userName'] });
    expect([status, headers.get('content-type')]).toEqual([200, 'application/scim+json; charset=utf-8']);
    expect(body).toMatchObject({ totalResults: 1, startIndex: 1, Resources: [{ id: user.id }] });
    const [only] = (body as { Resources: Resource[] }).Resources;
    expect(Object.keys(only ?? {}).sort()).toEqual(['id', 'meta', 'schemas', 'userName']);
    const groups = await search('Groups', { filter: 'displayName eq "Sought"', excludedAttributes: ['members'] });
    expect(groups.body).toMatchObject({ Resources: [{ id: group.id }] });
    expect((groups.body as { Resources: Resource[] }).Resources[0]).not.toHaveProperty('members');
    const { totalResults } = (await scim.get('/scim/v2/Users?count=0')).body as { totalResults: number };
    const page = await search('Users', { startIndex: 2, count: 1, sortBy: 'userName', sortOrder: 'ascending' });
    expect(page.body).toMatchObject({ totalResults, startIndex: 2, itemsPerPage: 1 });
    const wrong = await search('Users', { filter: 'title eq "x"' });
    expect([wrong.status, wrong.body]).toMatchObject([400, { schemas: [ERROR], scimType: 'invalidFilter' }]);
    expect((await search('Users', { count: 'many' })).status).toBe(400);
    expect((await scim.with({ authorization: '' }).post('/scim/v2/Users/.search', { json: {} })).status).toBe(401);
  });

  it.each([
    ['by path', { op: 'replace', path: 'active', value: false }],
    ['as Entra ID says it', { op: 'Replace', path: 'active', value: 'False' }],
    ['as Okta says it', { op: 'replace', value: { active: false } }],
    ['as a list of one value', { op: 'Replace', path: 'active', value: [{ value: 'False' }] }],
  ])('deactivates a user %s: signed out, without keys, and without a mail', async (how, operation) => {
    const user = await createUser(`leaver-${how.length}@example.com`);
    const json = { name: 'Own', role: 'VIEWER', owner_id: user.id };
    const issued = (await admin.post('/v1/api-keys', { json })).body as { key: string };
    const { status, body } = await patch(`/scim/v2/Users/${user.id}`, operation);
    expect([status, body['active']]).toEqual([200, false]);
    expect((await admin.get(`/v1/users/${user.id}`)).body).toMatchObject({ status: 'deactivated' });
    const own = system.api.with({ 'x-api-key': issued.key });
    expect((await own.get('/v1/session')).status).toBe(401);
    expect((await patch(`/scim/v2/Users/${user.id}`, { op: 'add', path: 'active', value: 'True' })).body).toMatchObject(
      {
        active: true,
      },
    );
  });

  it('changes attributes with and without a path, and passes over those that are not kept', async () => {
    const { id } = await createUser('patched@example.com', { externalId: 'x' });
    const path = `/scim/v2/Users/${id}`;
    const entra = await patch(
      path,
      { op: 'Add', path: 'name.givenName', value: 'Pat' },
      { op: 'Replace', path: 'emails[type eq "work"].value', value: 'pat@example.com' },
      { op: 'Add', path: 'urn:ietf:params:scim:schemas:extension:enterprise:2.0:User:department', value: 'IT' },
      { op: 'Replace', path: `${USER}:displayName`, value: 'Pat P.' },
    );
    expect(entra.body).toMatchObject({ displayName: 'Pat P.', emails: [{ value: 'pat@example.com' }] });
    const okta = await patch(path, {
      op: 'replace',
      value: { 'name.familyName': 'Patched', externalId: 'y', locale: 'de' },
    });
    expect(okta.body).toMatchObject({ externalId: 'y', name: { givenName: 'Pat', familyName: 'Patched' } });
    expect((await patch(path, { op: 'remove', path: 'externalId' })).body).not.toHaveProperty('externalId');
  });

  it('keeps groups: members come and go in every dialect', async () => {
    const [a, b, c] = await Promise.all(
      ['m1', 'm2', 'm3'].map(async (name) => (await createUser(`${name}@example.com`)).id),
    );
    const group = await made('/scim/v2/Groups', { displayName: 'Sales', members: [{ value: a }] });
    const path = `/scim/v2/Groups/${group.id}`;
    const members = async (...operations: unknown[]) => {
      const { status, body } = await patch(path, ...operations);
      expect(status).toBe(200);
      return (body['members'] as { value: string }[]).map(({ value }) => value).sort();
    };
    expect(await members({ op: 'Add', path: 'members', value: [{ value: b }, { value: c }] })).toEqual(
      [a, b, c].sort(),
    );
    expect(await members({ op: 'Remove', path: `members[value eq "${a}"]` })).toEqual([b, c].sort());
    expect(await members({ op: 'Remove', path: 'members', value: [{ value: b }] })).toEqual([c]);
    expect(await members({ op: 'replace', value: { members: [{ value: a }], displayName: 'Sales EU' } })).toEqual([a]);
    expect(await members({ op: 'remove', path: 'members' })).toEqual([]);
    const query = new URLSearchParams({
      filter: 'displayName eq "Sales EU"',
      excludedAttributes: 'members',
    }).toString();
    const [listed] = await found(`/scim/v2/Groups?${query}`);
    expect([listed?.id, listed && 'members' in listed]).toEqual([group.id, false]);
    const put = { json: { displayName: 'Sales', members: [{ value: b }] } };
    expect((await scim.call('PUT', path, put)).body).toMatchObject({
      members: [{ value: b, display: 'm2@example.com' }],
    });
    expect((await admin.get(`/v1/groups/${group.id}`)).body).toMatchObject({ name: 'Sales', member_ids: [b] });
    expect((await scim.call('DELETE', path)).status).toBe(204);
  });
});

describe('what is wrong', () => {
  it.each<[string, string, string, object | undefined, number, string | undefined]>([
    ['a name that is taken', 'POST', '/Users', { userName: 'TAKEN@example.com' }, 409, 'uniqueness'],
    ['no name', 'POST', '/Users', { displayName: 'A' }, 400, 'invalidValue'],
    ['no address', 'POST', '/Users', { userName: 'no-address' }, 400, 'invalidValue'],
    ['a truth that is none', 'POST', '/Users', { userName: 'b@example.com', active: 'maybe' }, 400, 'invalidValue'],
    ['a group without a name', 'POST', '/Groups', { members: [] }, 400, 'invalidValue'],
    ['a member who is nobody', 'POST', '/Groups', { displayName: 'A', members: [{ value: 'x' }] }, 400, 'invalidValue'],
    ['a filter that is not kept', 'GET', '/Users?filter=title%20eq%20%22x%22', undefined, 400, 'invalidFilter'],
    ['another comparison', 'GET', '/Users?filter=userName%20sw%20%22x%22', undefined, 400, 'invalidFilter'],
    ['a count that is none', 'GET', '/Users?count=many', undefined, 400, 'invalidValue'],
    ['a body that is none', 'POST', '/Users', [], 400, 'invalidValue'],
    ['a user who is not there', 'GET', '/Users/44444444-4444-4444-8444-444444444444', undefined, 404, undefined],
    ['an id that is none', 'GET', '/Users/nobody', undefined, 404, undefined],
    ['a resource that is none', 'GET', '/Devices', undefined, 404, undefined],
    ['a method that is none', 'DELETE', '/Users', undefined, 405, undefined],
  ])('%s is said in the form of SCIM', async (_what, method, path, json, status, scimType) => {
    await scim.post('/scim/v2/Users', { json: { userName: 'taken@example.com' } });
    const response = await fetch(`${system.url}/scim/v2${path}`, {
      method,
      headers: { authorization: `Bearer ${key}`, 'content-type': 'application/scim+json' },
      ...(json === undefined ? {} : { body: JSON.stringify(json) }),
    });
    expect([response.status, response.headers.get('content-type')]).toEqual([
      status,
      'application/scim+json; charset=utf-8',
    ]);
    const body = (await response.json()) as Record<string, unknown>;
    expect(body).toMatchObject({ schemas: [ERROR], status: String(status) });
    expect([body['scimType'], typeof body['detail']]).toEqual([scimType, 'string']);
  });

  it.each([
    ['no op', { path: 'active', value: true }, 'invalidSyntax'],
    ['a path that is none', { op: 'replace', path: 'emails[', value: 'x' }, 'invalidPath'],
    ['a remove of everything', { op: 'remove' }, 'noTarget'],
    ['a remove of the name', { op: 'remove', path: 'userName' }, 'mutability'],
    ['a value of the wrong kind', { op: 'replace', path: 'active', value: { a: 1 } }, 'invalidValue'],
    ['no object without a path', { op: 'add', value: 'x' }, 'invalidValue'],
  ])('in a PATCH, %s changes nothing', async (what, operation, scimType) => {
    const { id } = await createUser(`wrong-${what.length}@example.com`);
    const { status, body } = await patch(
      `/scim/v2/Users/${id}`,
      { op: 'replace', path: 'externalId', value: 'z' },
      operation,
    );
    expect([status, body]).toMatchObject([400, { schemas: [ERROR], scimType }]);
    expect((await scim.get(`/scim/v2/Users/${id}`)).body).not.toHaveProperty('externalId');
    const nobody = `/scim/v2/Users/44444444-4444-4444-8444-444444444444`;
    expect((await patch(nobody, operation)).status).toBe(404);
  });
});
