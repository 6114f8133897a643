import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { newId } from '@candor/runtime';
import { startInstallation, type Installation, type Replica } from '../trust-portal.fixture.js';
import { PortalMailStore } from './portal-mails.js';
import { SystemScope } from './system-scope.js';

let installation: Installation;
let replica: Replica;
beforeAll(async () => {
  installation = await startInstallation();
  replica = await installation.replica({});
});
afterAll(() => installation.close());

it('measures emails about documents that wait, by how long the oldest has been due', async () => {
  const mails = new PortalMailStore(replica.db);
  const now = 2_000_000_000_000_000;
  for (const at of [now - 5_000_000, now - 90_000_000, now + 60_000_000]) {
    await mails.insert(newId(), { id: newId(), kind: 'confirm', email: 'a@b.example', about: newId() }, at);
  }
  const work = await new SystemScope(replica.db).openWork(now);
  expect(work.find(({ job }) => job === 'trust-portal.document-email')).toEqual({
    job: 'trust-portal.document-email',
    count: 2,
    oldestMs: 90_000,
  });
});
