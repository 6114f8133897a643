import { execFile } from 'node:child_process';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
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

describe('a sign-in link', () => {
  let system: TestSystem;
  beforeAll(async () => {
    system = await startSystem();
  }, 60_000);
  afterAll(() => system.close());

  /** What `npm run admin -- sign-in-link` prints while Candor runs. */
  async function link(...args: string[]): Promise<{ url: string; code: string }> {
    const env = { PATH: process.env['PATH'], CANDOR_DATA_DIR: system.dataDir, CANDOR_PUBLIC_URL: system.url };
    const { stdout } = await promisify(execFile)(process.execPath, [ADMIN, 'sign-in-link', ...args], { env });
    const [url = ''] = stdout.split('\n');
    return { url, code: url.split('#sign-in=')[1] ?? '' };
  }
  const signIn = (code: unknown) =>
    system.api.with({ 'x-api-key': '' }).post('/v1/session/sign-in', { json: { code } });

  it('of the admin command leads to the console and holds no key; its code is exchanged for one, once', async () => {
    const { url, code } = await link('--role', 'VIEWER');
    expect(url).toBe(`${system.url}/console#sign-in=${code}`);
    expect(code).toMatch(/^[\w-]{22}$/);
    const { status, body } = await signIn(code);
    const { key, role, expires_at: ends } = body as { key: string; role: string; expires_at: string };
    expect([status, role]).toEqual([200, 'VIEWER']);
    expect(Date.parse(ends) - Date.now()).toBeLessThanOrEqual(12 * 3600e3);
    expect((await system.api.with({ 'x-api-key': key }).get('/v1/session')).body).toMatchObject({ role: 'VIEWER' });
    expect(await signIn(code)).toMatchObject({ status: 401, body: { code: 'sign_in_link_ended' } });
    const { body: log } = await system.api.get('/v1/audit-log?limit=10');
    expect(JSON.stringify(log)).toContain('"name":"Sign-in link"');
    expect(JSON.stringify(log)).not.toContain(code);
  }, 60_000);

  it('is refused for what it is when it is none', async () => {
    expect(await signIn('AAAAAAAAAAAAAAAAAAAAAA')).toMatchObject({ status: 401 });
    expect(await signIn('')).toMatchObject({ status: 422 });
    expect(await signIn(7)).toMatchObject({ status: 422 });
    expect(await signIn('x'.repeat(5000))).toMatchObject({ status: 422 });
    // A key of the call's own changes nothing, nor does the wish for a repeat.
    const repeated = system.api
      .with({ 'idempotency-key': 'one' })
      .post('/v1/session/sign-in', { json: { code: 'no' } });
    expect(await repeated).toMatchObject({ status: 401, body: { code: 'sign_in_link_ended' } });
  });
});
