import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Api, ApiResponse } from '../support/api.js';
import { startSystem, type TestSystem } from '../support/harness.js';

interface Organization {
  id: string;
  name: string;
  tenant_name: string;
  slug: string;
  hd: string[];
  logo_url: string | null;
  parent_id: string | null;
  is_current: boolean;
}

let system: TestSystem;
beforeAll(async () => {
  system = await startSystem();
});
afterAll(() => system.close());

let sessions = 0;
const inNewSession = (): Api => system.api.with({ 'x-session-id': `session-${++sessions}` });
const create = (api: Api, json: object): Promise<ApiResponse> => api.post('/v1/organizations/tenant/create', { json });
const current = async (api: Api): Promise<string | null> =>
  (await api.get('/v1/questionnaire/list')).headers.get('x-organization-id');
const list = async (api: Api): Promise<Organization[]> =>
  (await api.get('/v1/organizations/tenant/list')).body as Organization[];

describe('a child organization', () => {
  it('is created under the parent, and the session is switched to it until it is switched back', async () => {
    const api = inNewSession();
    const parent = await current(api);
    const { body } = await create(api, { name: 'Child One', hd: ['One.Example', 'one.example'] });
    const child = body as Organization;
    expect(child).toMatchObject({
      name: 'Child One',
      tenant_name: 'Child One',
      slug: 'child-one',
      hd: ['one.example'],
      logo_url: null,
      parent_id: parent,
      is_current: true,
    });
    expect(await current(api)).toBe(child.id);
    expect((await list(api)).find(({ is_current: is }) => is)?.id).toBe(child.id);

    const back = await api.post('/v1/organizations/tenant/switch', { json: { organization_id: parent } });
    expect(back.body).toMatchObject({ id: parent, is_current: true });
    expect(await current(api)).toBe(parent);
  });

  it('is renamed, as the default one is: what is not sent stays, null removes, and a taken slug is refused', async () => {
    const api = inNewSession();
    const parent = (await list(api))[0]!;
    const child = (await create(api, { name: 'Renamed', logo_url: 'https://old.example/l.png' })).body as Organization;
    const change = (id: string, json: object): Promise<ApiResponse> =>
      api.call('PATCH', `/v1/organizations/tenant/${id}`, { json });
    const brand = { accent_color: '#AA3300', intro: 'News of the house.' };
    expect((await change(child.id, { tenant_name: 'The Renamed', slug: 'renamed-now', ...brand })).body).toMatchObject({
      name: 'Renamed',
      tenant_name: 'The Renamed',
      slug: 'renamed-now',
      logo_url: 'https://old.example/l.png',
      accent_color: '#aa3300',
      intro: 'News of the house.',
    });
    expect((await change(child.id, { logo_url: null, intro: null })).body).toMatchObject({
      logo_url: null,
      intro: null,
      accent_color: '#aa3300',
    });
    expect((await change(parent.id, { name: 'Harbor Metrics' })).body).toMatchObject({ name: 'Harbor Metrics' });
    expect((await api.get('/v1/session')).body).toMatchObject({
      organization: { name: 'Renamed', accent_color: '#aa3300', logo_url: null, intro: null },
    });
    expect((await change(parent.id, { slug: 'renamed-now' })).body).toMatchObject({ code: 'tenant_name_taken' });
    for (const wrong of [
      { name: ' ' },
      { slug: 'No Slug' },
      { accent_color: 'red' },
      { logo_url: 'ftp://x.example' },
    ]) {
      expect((await change(parent.id, wrong)).status).toBe(422);
    }
    const nowhere = '00000000-0000-4000-8000-000000000000';
    expect((await change(nowhere, { name: 'x' })).status).toBe(404);
    expect((await change(nowhere, { name: '' })).status).toBe(404);
  });

  it('is switched to in one session only', async () => {
    const [api, other] = [inNewSession(), inNewSession()];
    const parent = await current(other);
    const child = (await create(api, { name: 'Child Two' })).body as Organization;
    expect(await current(api)).toBe(child.id);
    expect(await current(other)).toBe(parent);
    expect(await current(system.api)).toBe(parent);
  });

  it('created from a child is its sibling', async () => {
    const api = inNewSession();
    const first = (await create(api, { name: 'Child Three' })).body as Organization;
    const second = (await create(api, { name: 'Child Four' })).body as Organization;
    expect(second.parent_id).toBe(first.parent_id);
  });

  it('may be chosen for one call, which leaves the session as it was', async () => {
    const api = inNewSession();
    const parent = await current(api);
    const child = (await create(inNewSession(), { name: 'Child Five' })).body as Organization;
    expect(await current(api.with({ 'x-organization-id': child.id }))).toBe(child.id);
    expect(await current(api)).toBe(parent);
  });

  it('has a tenant name that is unique', async () => {
    await create(inNewSession(), { name: 'Child Six', tenant_name: 'six' });
    const { status } = await create(inNewSession(), { name: 'Another', tenant_name: 'six' });
    expect(status).toBe(409);
  });
});

describe('switching', () => {
  it.each(['44444444-4444-4444-8444-444444444444', 'nonsense'])(
    'to an unknown organization is a 404: %s',
    async (id) => {
      const { status, body } = await system.api.post('/v1/organizations/tenant/switch', {
        json: { organization_id: id },
      });
      expect([status, (body as { code: string }).code]).toEqual([404, 'organization_not_found']);
      expect((await system.api.get('/v1/questionnaire/list', { headers: { 'x-organization-id': id } })).status).toBe(
        404,
      );
    },
  );

  it('to nothing is a 422', async () => {
    expect((await system.api.post('/v1/organizations/tenant/switch')).status).toBe(422);
  });
});
