import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import addFormats from 'ajv-formats';
import { Ajv2020 } from 'ajv/dist/2020.js';
import type { Api } from '../support/api.js';
import { joinSystem } from '../support/join-system.js';
import type { JoinedSystem } from '../support/system-clients.js';

/** What the OpenAPI document says of a body is what the server does with it. */
const PERSON = '🧑';
const ID = '44444444-4444-4444-8444-444444444444';

let system: JoinedSystem;
let admin: Api;
let ajv: Ajv2020;
beforeAll(async () => {
  system = await joinSystem();
  admin = await system.inNewOrganization('Bodies');
  const { components } = (await (await fetch(`${system.url}/openapi.json`)).json()) as { components: object };
  ajv = new Ajv2020({ strict: false });
  addFormats.default(ajv);
  ajv.addSchema({ $id: 'document', components });
});
afterAll(() => system.close());

const isDescribed = (schema: string, body: unknown): boolean =>
  ajv.compile({ $ref: `document#/components/schemas/${schema}` })(body);

describe('a body that the document does not describe is refused', () => {
  it.each<[string, object]>([
    ['a number', { members: [5] }],
    ['nothing', { members: [null] }],
    ['a truth', { members: [true] }],
    ['a list', { members: [[ID]] }],
    ['an object without a value', { members: [{}] }],
    ['an object with a number', { members: [{ value: 5 }] }],
    ['an object with nothing', { members: [{ value: null }] }],
    ['no list', { members: { value: ID } }],
    ['too long a name', { displayName: 'x'.repeat(201) }],
  ])('of a group, with %s', async (_what, more) => {
    const json = { displayName: 'A group', ...more };
    expect(isDescribed('ScimGroupInput', json)).toBe(false);
    expect((await admin.post('/scim/v2/Groups', { json })).status).toBe(400);
  });

  it.each<[string, object]>([
    ['a truth in place of an address', { emails: [true] }],
    ['nothing in place of an address', { emails: [null] }],
    ['a number as the value of an address', { emails: [{ value: 5 }] }],
    ['too long an address', { emails: [{ value: `${'x'.repeat(250)}@example.com` }] }],
    ['a given name that is a truth', { name: { givenName: true } }],
    ['a formatted name that is an object', { name: { formatted: {} } }],
    ['too long a family name', { name: { familyName: 'x'.repeat(201) } }],
    ['a truth that is none', { active: 'maybe' }],
    ['too long an external id', { externalId: 'x'.repeat(201) }],
  ])('of a user, with %s', async (_what, more) => {
    const json = { userName: 'refused@example.com', ...more };
    expect(isDescribed('ScimUserInput', json)).toBe(false);
    expect((await admin.post('/scim/v2/Users', { json })).status).toBe(400);
  });

  it.each<[string, unknown]>([
    ['no operation', {}],
    ['an operation that is none', { op: 'move', path: 'active' }],
    ['too long a path', { op: 'replace', path: 'x'.repeat(501), value: true }],
  ])('of a change, with %s', async (_what, operation) => {
    const json = { Operations: [operation] };
    expect(isDescribed('ScimPatch', json)).toBe(false);
    const { id } = await userOf({ userName: `changed-${Math.random()}@example.com` });
    expect((await admin.call('PATCH', `/scim/v2/Users/${id}`, { json })).status).toBe(400);
  });
});

async function userOf(json: object): Promise<{ id: string; [name: string]: unknown }> {
  expect(isDescribed('ScimUserInput', json)).toBe(true);
  const { status, body } = await admin.post('/scim/v2/Users', { json });
  expect(status).toBe(201);
  return body as { id: string };
}

describe('a body that the document describes is taken', () => {
  it('of a user, with names as long as it says, counted in characters', async () => {
    const name = PERSON.repeat(200);
    const names = { givenName: name, familyName: name, formatted: null };
    const userName = `${PERSON.repeat(254 - '@example.com'.length)}@example.com`;
    const user = { userName, externalId: name, name: names, emails: [{ value: 'long@example.com', primary: true }] };
    // A name that is made of parts is cut to what is kept of one.
    expect(await userOf(user)).toMatchObject({ displayName: name, userName, name: { givenName: name } });
    expect(await userOf({ userName: 'y'.repeat(230), emails: ['y@example.com'] })).toMatchObject({
      displayName: 'y'.repeat(200),
    });
  });

  it('of a user whose display name cannot be seen: the parts of the name are shown', async () => {
    const user = { userName: 'unseen@example.com', displayName: '\u0001', name: { givenName: 'Una' } };
    expect(await userOf(user)).toMatchObject({ displayName: 'Una' });
  });

  it('of a group, with members by their ids alone or as values, in any case', async () => {
    const [one, two] = [await userOf({ userName: 'one@example.com' }), await userOf({ userName: 'two@example.com' })];
    const json = { displayName: PERSON.repeat(200), members: [one.id, { value: two.id.toUpperCase(), display: 5 }] };
    expect(isDescribed('ScimGroupInput', json)).toBe(true);
    const { status, body } = await admin.post('/scim/v2/Groups', { json });
    expect(status).toBe(201);
    expect((body as { members: { value: string }[] }).members.map(({ value }) => value).sort()).toEqual(
      [one.id, two.id].sort(),
    );
  });

  it.each(['True', 'false', true, null])('of a user who is active: %s', async (active) => {
    await userOf({ userName: `active-${typeof active}-${String(active)}@example.com`, active });
  });
});
