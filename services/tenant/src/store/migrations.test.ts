import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { BOOTSTRAP_KEY, startInstallation, type Installation, type Replica } from '../tenant.fixture.js';
import { MIGRATIONS } from './migrations.js';

describe('addresses in the form of an earlier release', () => {
  let installation: Installation;
  let replica: Replica;
  beforeAll(async () => {
    installation = await startInstallation();
    replica = await installation.replica();
    await replica.service.bootstrap();
  });
  afterAll(() => installation.close());

  it('are unique whatever the spelling of their domain after the start, and nobody goes', async () => {
    const call = { caller: await replica.callerFor(BOOTSTRAP_KEY), requestId: 'r' };
    const create = (email: string) => replica.directory.createUser({ name: 'U', email, role: 'MEMBER' }, call);
    const users = replica.db.collection<{ _id: string; email_key: string }>('users');
    const ids: string[] = [];
    for (const [email, key] of [
      ['ann@xn--bcher-kva.example', 'ann@xn--bcher-kva.example'],
      ['bo@bücher.example', 'bo@bücher.example'],
      ['bo@other.example', 'bo@xn--bcher-kva.example'],
    ] as const) {
      const { id } = await create(email);
      await users.updateOne({ _id: id }, { $set: { email: key, email_key: key } });
      ids.push(id);
    }
    for (let run = 0; run < 2; run++) {
      for (const migration of MIGRATIONS) await migration.run(replica.db);
      const keys = await Promise.all(ids.map(async (_id) => (await users.findOne({ _id }))?.email_key));
      expect(keys).toEqual(['ann@bücher.example', 'bo@bücher.example', 'bo@xn--bcher-kva.example']);
    }
    for (const email of ['ann@bücher.example', 'ANN@xn--bcher-kva.example', 'bo@xn--bcher-kva.example'])
      await expect(create(email)).rejects.toMatchObject({ code: 'email_taken' });
  });
});
