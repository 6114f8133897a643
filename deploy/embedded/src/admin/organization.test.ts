import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { startEmbeddedMongo, type EmbeddedMongo } from '@candor/embedded-mongo';
import { connectMongo, InProcessBus, silentLogger, systemClock } from '@candor/runtime';
import { composeTenant, DEFAULT_ORGANIZATION_ID, type ComposedTenant } from '@candor/tenant';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { TenantOperator } from '../clients/tenant.js';
import { updateOrganization } from './organization.js';

describe('the admin command update-organization', () => {
  let folder: string;
  let database: EmbeddedMongo;
  let tenant: ComposedTenant;
  let operator: TenantOperator;
  let closeMongo: () => Promise<void>;
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'candor-admin-'));
    database = await startEmbeddedMongo({ dataDir: folder });
    const mongo = await connectMongo(database.url, 'admin-test');
    closeMongo = () => mongo.close();
    const logger = silentLogger();
    const bus = new InProcessBus({ logger });
    tenant = await composeTenant({ db: mongo.db('candor_tenant'), bus, clock: systemClock, logger });
    operator = await TenantOperator.open(tenant, 'a token that is long enough', silentLogger());
    await tenant.bootstrap();
  });
  afterAll(async () => {
    await operator.close();
    await closeMongo();
    await database.close();
    await rm(folder, { recursive: true, force: true });
  });

  it('renames the default organization, whose portal is then found by both names', async () => {
    const args = ['--name', 'Harbor Metrics', '--slug', 'harbor', '--accent-color', '#5B21B6', '--intro', 'Our news.'];
    const changed = await updateOrganization(operator, args, DEFAULT_ORGANIZATION_ID);
    expect(changed).toMatchObject({ id: DEFAULT_ORGANIZATION_ID, name: 'Harbor Metrics', tenantName: 'harbor' });
    for (const name of ['harbor', 'default']) {
      expect(await tenant.findPortal(name)).toMatchObject({
        name: 'Harbor Metrics',
        tenantName: 'harbor',
        accentColor: '#5b21b6',
        intro: 'Our news.',
      });
    }
  });

  it('moves its days to another time zone, and takes none that nobody knows', async () => {
    await updateOrganization(operator, ['--time-zone', 'Pacific/Kiritimati'], DEFAULT_ORGANIZATION_ID);
    expect(await tenant.timeZoneOf(DEFAULT_ORGANIZATION_ID)).toBe('Pacific/Kiritimati');
    const wrong = updateOrganization(operator, ['--time-zone', 'Mars/Base'], DEFAULT_ORGANIZATION_ID);
    await expect(wrong).rejects.toMatchObject({ kind: 'invalid', errors: [{ path: 'time_zone' }] });
  });

  it('says what is wrong, and changes nothing when nothing is given', async () => {
    const wrong = updateOrganization(operator, ['--accent-color', 'red'], DEFAULT_ORGANIZATION_ID);
    await expect(wrong).rejects.toMatchObject({ kind: 'invalid', errors: [{ path: 'accent_color' }] });
    expect(await updateOrganization(operator, [], DEFAULT_ORGANIZATION_ID)).toBeUndefined();
  });
});
