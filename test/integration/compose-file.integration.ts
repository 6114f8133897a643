import { execFile, execFileSync } from 'node:child_process';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { parse } from 'yaml';

const run = promisify(execFile);
const root = join(dirname(fileURLToPath(import.meta.url)), '..', '..');
const BUILD_MS = 5 * 60_000;

/** `docker compose` reads files by a Go library, which is built here; undefined, said loudly, where it cannot be. */
async function buildReader(): Promise<string | undefined> {
  const cache = join(root, 'node_modules/.cache/candor-compose-v2');
  const binary = join(cache, 'compose-v2');
  try {
    await mkdir(cache, { recursive: true });
    const cwd = join(root, 'test/support/compose-v2');
    await run('go', ['build', '-buildvcs=false', '-o', binary, '.'], { cwd, timeout: BUILD_MS });
    return binary;
  } catch (error) {
    const reason = error instanceof Error ? error.message.split('\n', 3).join(' ') : String(error);
    process.stderr.write(`\n*** SKIPPED: the compose file as docker compose reads it (${reason}).\n\n`);
    return undefined;
  }
}

/** The older docker-compose; false, said loudly, where it is not. */
function older(): boolean {
  try {
    execFileSync('docker-compose', ['version'], { stdio: 'ignore' });
    return true;
  } catch {
    process.stderr.write('\n*** SKIPPED: the compose file as docker-compose 1.29 reads it, for it is not here.\n\n');
    return false;
  }
}

const reader = await buildReader();
const withNew = reader === undefined ? it.skip : it;
const withOlder = older() ? it : it.skip;

describe('docker-compose.yml', () => {
  let folder: string;
  let text: string;
  let services: string[];
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'candor-compose-'));
    text = await readFile(join(root, 'docker-compose.yml'), 'utf8');
    services = Object.keys((parse(text, { merge: true }) as { services: object }).services).sort();
  });
  afterAll(() => rm(folder, { recursive: true }));

  /** What a reader says of a file with this text. */
  async function read(content: string, command: string, args: string[]): Promise<string[]> {
    const file = join(folder, 'docker-compose.yml');
    await writeFile(file, content);
    const { stdout } = await run(command, [...args.map((one) => one.replace('FILE', file))], { cwd: folder });
    return stdout.trim().split('\n').sort();
  }

  withNew('is read by docker compose, which refuses a wrong field', async () => {
    expect(await read(text, reader ?? '', ['FILE'])).toEqual(services);
    const wrong = text.replace('mem_limit: 384m', 'memlimit: 384m');
    await expect(read(wrong, reader ?? '', ['FILE'])).rejects.toThrow(/memlimit/);
  });

  withOlder('is read by docker-compose 1.29, which refuses a wrong field', async () => {
    const args = ['-f', 'FILE', '--profile', 'admin', '--profile', 'mail', 'config', '--services'];
    expect(await read(text, 'docker-compose', args)).toEqual(services);
    const wrong = text.replace('mem_limit: 384m', 'memlimit: 384m');
    await expect(read(wrong, 'docker-compose', args)).rejects.toThrow(/memlimit/);
  });
});
