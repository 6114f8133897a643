import { inTime, isLocal, outboxTransport, smtpTransport } from '@candor/runtime/mail';
import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { adminCall, startInstallation, type Installation } from '../trust-portal.fixture.js';
import { SendingReplicas } from './delivery.fixture.js';

describe('whether mails reach anybody', () => {
  let installation: Installation;
  const replicas = new SendingReplicas(() => installation);
  beforeAll(async () => {
    installation = await startInstallation();
  });
  afterEach(() => replicas.close());
  afterAll(() => installation.close());

  it('they do when the mail server takes the log-in, and a test mail arrives', async () => {
    const server = await replicas.smtp();
    const replica = await replicas.start({ transport: smtpTransport({ url: server.url, poolSize: 2 }) });
    const state = await replica.portal.getMailState({}, adminCall());
    expect(state).toMatchObject({ hasServer: true, works: true, linksAreLocal: false });
    expect([state.reason, state.publicUrl]).toEqual([undefined, 'https://trust.example.com']);
    expect((await replica.portal.sendTestMail({ to: 'me@example.com' }, adminCall())).state).toBe('delivered');
    expect(server.received.map(({ to }) => to)).toEqual(['me@example.com']);
    const refused = await replica.portal.sendTestMail({ to: 'refuse@example.com' }, adminCall());
    expect(refused).toMatchObject({ state: 'failed', reason: expect.stringContaining('not here') as unknown });
  });

  it('they do not when the server is gone: the reason is told, and a test mail fails', async () => {
    const server = await replicas.smtp();
    await server.close();
    const replica = await replicas.start({ transport: smtpTransport({ url: server.url, poolSize: 2 }) });
    const state = await replica.portal.getMailState({}, adminCall());
    expect(state).toMatchObject({ hasServer: true, works: false });
    expect(state.reason).toMatch(/ECONNREFUSED|connect/i);
    expect((await replica.portal.sendTestMail({ to: 'me@example.com' }, adminCall())).state).toBe('failed');
  });

  it('they do not without a server: a test mail is kept in the outbox', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'candor-outbox-'));
    replicas.closeLater(() => rm(folder, { recursive: true, force: true }));
    const transport = outboxTransport(folder);
    const replica = await replicas.start({ transport, publicUrl: 'http://localhost:8080' });
    const state = await replica.portal.getMailState({}, adminCall());
    expect(state).toMatchObject({ hasServer: false, works: false, linksAreLocal: true });
    expect(state.reason).toContain('SMTP_URL');
    expect((await replica.portal.sendTestMail({ to: 'me@example.com' }, adminCall())).state).toBe('kept');
    expect(await readdir(folder)).toHaveLength(1);
  });

  it('is told to admins alone', async () => {
    const replica = await installation.replica();
    replicas.closeLater(() => replica.close());
    const call = adminCall();
    const member = { ...call, caller: { ...call.caller, role: 'MEMBER' as const } };
    await expect(replica.portal.getMailState({}, member)).rejects.toMatchObject({ kind: 'forbidden' });
    const test = replica.portal.sendTestMail({ to: 'me@example.com' }, member);
    await expect(test).rejects.toMatchObject({ kind: 'forbidden' });
  });
});

it('a server that never answers is given up', async () => {
  expect(await inTime(new Promise<undefined>(() => undefined), 'late', 10)).toBe('late');
});

it.each([
  ['http://localhost:8080', true],
  ['http://127.0.0.1', true],
  ['http://[::1]:8080', true],
  ['http://0.0.0.0', true],
  ['http://candor.localhost', true],
  ['https://trust.example.com', false],
  ['http://10.0.0.5', false],
  ['https://localhost.example.com', false],
])('an address that only the machine itself can open: %s, %s', (url, local) => {
  expect(isLocal(url)).toBe(local);
});
