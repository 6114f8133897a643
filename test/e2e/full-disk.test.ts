import { spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { eventually } from '../support/poll.js';

/** A disk of its own that a test can fill: a small one in memory, which only the process of the test sees. */
const DISK = ['-rm', 'sh', '-c', 'mount -t tmpfs -o size=48m tmpfs "$0" && exec "$@"'];
const PROGRAM = join(dirname(fileURLToPath(import.meta.url)), '..', '..', 'deploy', 'embedded', 'dist', 'main.js');
const KEY = 'cnd_fulldisk_a-key-of-this-test-and-of-no-other-one';

const folder = mkdtempSync(join(tmpdir(), 'candor-full-disk-'));
const canMount = spawnSync('unshare', [...DISK, folder, 'true']).status === 0;
const whereDisksCanBeMade = canMount ? describe : describe.skip;
if (!canMount) process.stderr.write('SKIPPED: a full disk, because no disk can be mounted here\n');

whereDisksCanBeMade('a disk that is full', () => {
  let candor: ChildProcess;
  let url = '';
  const filler = (): string => `/proc/${candor.pid}/root${folder}/filler`;

  beforeAll(async () => {
    const env = {
      PATH: process.env['PATH'] ?? '',
      LOG_LEVEL: 'silent',
      CANDOR_HTTP_HOST: '127.0.0.1',
      CANDOR_HTTP_PORT: '0',
      CANDOR_INTERNAL_PORT: '0',
      CANDOR_DATA_DIR: join(folder, 'data'),
      CANDOR_BOOTSTRAP_API_KEY: KEY,
    };
    candor = spawn('unshare', [...DISK, folder, process.execPath, PROGRAM], {
      env,
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    let output = '';
    candor.stdout?.on('data', (chunk: Buffer) => (output += chunk.toString()));
    await eventually('it is ready', () => Promise.resolve(output.includes('Candor is ready on')), 90_000);
    url = /ready on (\S+)/.exec(output)?.[1] ?? '';
  }, 100_000);

  afterAll(async () => {
    const ended = new Promise((resolve) => candor.once('exit', resolve));
    candor.kill('SIGTERM');
    await ended;
    rmSync(folder, { recursive: true, force: true });
  });

  const ready = async (): Promise<{ status: number; out: string[] }> => {
    const response = await fetch(`${url}/readyz`);
    const { dependencies } = (await response.json()) as { dependencies: { name: string; ready: boolean }[] };
    return { status: response.status, out: dependencies.filter((one) => !one.ready).map(({ name }) => name) };
  };
  const write = (n: number): Promise<Response> =>
    fetch(`${url}/v1/knowledge/answers`, {
      method: 'POST',
      headers: { 'x-api-key': KEY, 'content-type': 'application/json' },
      body: JSON.stringify({ question: `Who keeps the spare keys of room ${n}?`, answer: 'The porter. '.repeat(1500) }),
    });

  it('makes every service not ready while writes fail, says so to whoever writes, and ends by itself', async () => {
    expect(await ready()).toEqual({ status: 200, out: [] });
    // Until the disk takes no more.
    expect(() => {
      for (let n = 0; ; n++) writeFileSync(filler(), Buffer.alloc(64 * 1024), { flag: 'a' });
    }).toThrow(/ENOSPC/);
    const services = ['insights', 'questionnaire', 'tenant', 'trust-portal'];
    await eventually('nothing is ready', async () => (await ready()).out.sort().join() === services.join(), 30_000);
    let n = 0;
    let refused: Response | undefined;
    await eventually('a write is refused', async () => !(refused = await write(n++)).ok, 30_000);
    expect(refused?.status).toBe(503);
    expect(await refused?.json()).toMatchObject({ code: 'storage_full', detail: expect.stringMatching(/Make room/) });

    rmSync(filler());
    await eventually('all are ready', async () => (await ready()).status === 200, 30_000);
    expect((await write(n)).status).toBe(200);
  }, 120_000);
});
