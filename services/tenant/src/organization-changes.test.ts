import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Organization, UpdateOrganizationRequest } from '@candor/proto/candor/tenant/v1/tenant';
import { DEFAULT_ORGANIZATION_ID } from './bootstrap.js';
import { BOOTSTRAP_KEY, startInstallation, type Installation, type Replica } from './tenant.fixture.js';

describe('an organization', () => {
  let installation: Installation;
  let one: Replica;
  beforeAll(async () => {
    installation = await startInstallation();
    one = await installation.replica();
    await one.service.bootstrap();
  });
  afterAll(() => installation.close());

  const change = async (
    organizationId: string,
    request: Omit<UpdateOrganizationRequest, 'organizationId'>,
    key = BOOTSTRAP_KEY,
  ): Promise<Organization> => {
    const caller = await one.callerFor(key);
    return one.tenant.updateOrganization({ organizationId, ...request }, { caller, requestId: 'r' });
  };
  const create = async (name: string): Promise<Organization> => {
    const caller = await one.callerFor(BOOTSTRAP_KEY, name);
    const request = { name, tenantName: '', hd: [], sessionId: name };
    return one.tenant.createOrganization(request, { caller, requestId: 'r' });
  };
  const found = async (tenantName: string): Promise<string | undefined> =>
    (await one.service.findPortal(tenantName))?.organizationId;
  const issue = async (organizationId: string, role: string): Promise<string> => {
    const caller = { ...(await one.callerFor(BOOTSTRAP_KEY)), organizationId };
    return (await one.keys.issueKey({ name: 'key', role, scopes: [] }, { caller, requestId: 'r' })).key;
  };

  it('is renamed, the default one too; what is not given stays, and an empty text removes', async () => {
    const whole = {
      name: 'Harbor  Metrics',
      displayName: 'Harbor Metrics GmbH',
      hd: { names: ['Harbor.Example'] },
      logoUrl: 'https://harbor.example/logo.png',
      accentColor: '#AA3300',
      intro: ' News. ',
    };
    expect(await change(DEFAULT_ORGANIZATION_ID, whole)).toMatchObject({
      name: 'Harbor Metrics',
      displayName: 'Harbor Metrics GmbH',
      hd: ['harbor.example'],
      tenantName: 'default',
      logoUrl: 'https://harbor.example/logo.png',
      accentColor: '#aa3300',
      intro: 'News.',
    });
    expect(await change(DEFAULT_ORGANIZATION_ID, { approversOnly: true })).toMatchObject({ approversOnly: true });
    const again = await change(DEFAULT_ORGANIZATION_ID, { logoUrl: '', accentColor: '', intro: '' });
    expect(again.approversOnly).toBe(true);
    expect(again).toMatchObject({ name: 'Harbor Metrics', hd: ['harbor.example'] });
    expect([again.logoUrl, again.accentColor, again.intro]).toEqual([undefined, undefined, undefined]);
    expect(await one.service.portalOf(DEFAULT_ORGANIZATION_ID)).toMatchObject({ name: 'Harbor Metrics' });
  });

  it('lets people of its domains join as what it says, never as administrators, and never without domains', async () => {
    const child = await create('Joined');
    expect(child.joinByDomain).toEqual({ allowed: false, role: 'MEMBER' });
    const joinByDomain = { allowed: true, role: 'VIEWER' };
    const refused = { kind: 'invalid', errors: [{ path: 'join_by_domain' }] };
    await expect(change(child.id, { joinByDomain })).rejects.toMatchObject(refused);
    expect(await change(child.id, { joinByDomain, hd: { names: ['harbor.example'] } })).toMatchObject({ joinByDomain });
    expect(await change(child.id, { name: 'Still joined' })).toMatchObject({ joinByDomain });
    await expect(change(child.id, { hd: { names: [] } })).rejects.toMatchObject(refused);
    await expect(change(child.id, { joinByDomain: { allowed: true, role: 'ADMIN' } })).rejects.toMatchObject({
      errors: [{ path: 'join_by_domain.role' }],
    });
  });

  it('keeps its name across a restart: a start makes the default one only once', async () => {
    await change(DEFAULT_ORGANIZATION_ID, { name: 'Kept' });
    const two = await installation.replica();
    await two.service.bootstrap();
    expect(await two.service.portalOf(DEFAULT_ORGANIZATION_ID)).toMatchObject({ name: 'Kept' });
  });

  it('goes on being found by the addresses that it had, which nobody else gets', async () => {
    const moved = await create('Moved');
    expect(await change(moved.id, { tenantName: 'moved-away' })).toMatchObject({ tenantName: 'moved-away' });
    expect(await change(moved.id, { tenantName: 'further' })).toMatchObject({ tenantName: 'further' });
    expect(await Promise.all(['moved', 'moved-away', 'further'].map(found))).toEqual([moved.id, moved.id, moved.id]);
    expect((await create('Moved')).tenantName).toBe('moved-2');
    const other = await create('Other');
    const taken = { kind: 'conflict', code: 'tenant_name_taken' };
    await expect(change(other.id, { tenantName: 'moved' })).rejects.toMatchObject(taken);
    await expect(change(other.id, { tenantName: 'further' })).rejects.toMatchObject(taken);
    expect(await found('other')).toBe(other.id);
    expect(await change(moved.id, { tenantName: 'moved' })).toMatchObject({ tenantName: 'moved' });
  });

  it('is changed by admins of the parent and its own, by nobody else', async () => {
    const [child, sibling] = [await create('Child'), await create('Sibling')];
    const own = await issue(child.id, 'ADMIN');
    expect(await change(child.id, { name: 'By its own' }, own)).toMatchObject({ name: 'By its own' });
    for (const other of [sibling.id, DEFAULT_ORGANIZATION_ID]) {
      await expect(change(other, { name: 'No' }, own)).rejects.toMatchObject({ kind: 'not_found' });
    }
    const member = await issue(child.id, 'MEMBER');
    await expect(change(child.id, { name: 'No' }, member)).rejects.toMatchObject({ kind: 'forbidden' });
  });

  it.each([
    { path: 'name', request: { name: ' ' } },
    { path: 'tenant_name', request: { displayName: 'x'.repeat(101) } },
    { path: 'slug', request: { tenantName: 'Not a slug' } },
    { path: 'hd.0', request: { hd: { names: ['no_domain'] } } },
    { path: 'logo_url', request: { logoUrl: 'javascript:alert(1)' } },
    { path: 'accent_color', request: { accentColor: 'red;}' } },
    { path: 'intro', request: { intro: 'x'.repeat(601) } },
  ])('takes no wrong $path', async ({ path, request }) => {
    await expect(change(DEFAULT_ORGANIZATION_ID, request)).rejects.toMatchObject({
      kind: 'invalid',
      errors: [{ path }],
    });
  });

  it('says in the log which fields were changed, not what they hold', async () => {
    const caller = await one.callerFor(BOOTSTRAP_KEY);
    await change(DEFAULT_ORGANIZATION_ID, { intro: 'secret plans' });
    const asked = { limit: 100, offset: 0, action: 'organization.updated', targetId: DEFAULT_ORGANIZATION_ID };
    const { entries } = await one.audit.listAudit(asked, { caller, requestId: 'r' });
    expect(entries.map(({ details }) => details)).toContainEqual(expect.objectContaining({ fields: 'intro' }));
    expect(JSON.stringify(entries)).not.toContain('secret plans');
  });
});
