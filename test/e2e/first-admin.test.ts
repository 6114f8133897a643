import { execFile } from 'node:child_process';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { Browserlike } from '../support/browserlike.js';
import { startSystem, type TestSystem } from '../support/harness.js';

const ADMIN = join(
  dirname(fileURLToPath(import.meta.url)),
  '..',
  '..',
  'deploy',
  'embedded',
  'dist',
  'admin',
  'main.js',
);

describe('the first person of an installation', () => {
  let system: TestSystem;
  beforeAll(async () => {
    system = await startSystem({ CANDOR_PASSWORD_SIGN_IN: 'true' });
  }, 60_000);
  afterAll(() => system.close());

  const person = { name: 'Ann', email: 'ann@example.com', password: 'correct horse battery' };

  it('becomes an administrator by the link of the first start, once', async () => {
    const [page, code] = (system.firstAdminLink ?? '').split('#first-admin=');
    expect(page).toBe(`${system.url}/console`);
    const one = new Browserlike(system.url);
    expect(await one.post('/auth/first-admin', { ...person, code, password: 'short' })).toMatchObject({
      status: 422,
      body: { errors: [{ path: 'password' }] },
    });
    expect(await one.post('/auth/first-admin', { ...person, code })).toMatchObject({
      status: 200,
      body: { return_to: null },
    });
    expect((await one.get('/v1/session')).body).toMatchObject({
      role: 'ADMIN',
      user: { name: 'Ann' },
      sign_in: { method: 'link' },
    });
    const again = await new Browserlike(system.url).post('/auth/first-admin', { ...person, code });
    expect([again.status, again.body]).toMatchObject([401, { code: 'sign_in_link_ended' }]);
    const { password, email } = person;
    expect((await new Browserlike(system.url).post('/auth/password', { email, password })).status).toBe(200);
  });

  it('and others are made by the operator, whose link signs them in once', async () => {
    const env = { PATH: process.env['PATH'], CANDOR_DATA_DIR: system.dataDir, CANDOR_PUBLIC_URL: system.url };
    const create = (...args: string[]) =>
      promisify(execFile)(process.execPath, [ADMIN, 'create-user', ...args], { env });
    const { stdout } = await create('--email', 'bo@example.com', '--name', 'Bo', '--role', 'MEMBER');
    const code = /\/console#sign-in-mail=([\w-]+)/.exec(stdout)?.[1];
    const one = new Browserlike(system.url);
    expect((await one.post('/auth/mail/redeem', { code })).status).toBe(200);
    expect((await one.get('/v1/session')).body).toMatchObject({ role: 'MEMBER', user: { email: 'bo@example.com' } });
    expect((await one.post('/auth/mail/redeem', { code })).status).toBe(401);
    await expect(create('--email', 'bo@example.com', '--name', 'Bo')).rejects.toMatchObject({
      stderr: expect.stringContaining('has this email address'),
    });
  }, 60_000);
});
