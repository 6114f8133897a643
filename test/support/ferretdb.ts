import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

const run = promisify(execFile);

const SOURCE = fileURLToPath(new URL('./ferretdb', import.meta.url));
const CACHE = fileURLToPath(new URL('../../node_modules/.cache/candor-ferretdb', import.meta.url));
const BUILD_MS = 10 * 60_000;

/** A FerretDB v1 of our own over SQLite in a temporary directory. */
export interface FerretDb {
  readonly url: string;
  close(): Promise<void>;
}

/** Builds FerretDB from its Go module (minutes the first time, cached afterwards); undefined, said loudly, without go. */
export async function buildFerretDb(): Promise<string | undefined> {
  const binary = join(CACHE, process.platform === 'win32' ? 'ferretdb.exe' : 'ferretdb');
  try {
    await mkdir(CACHE, { recursive: true });
    await run('go', ['build', '-buildvcs=false', '-o', binary, '.'], { cwd: SOURCE, timeout: BUILD_MS });
    return binary;
  } catch (error) {
    const reason = error instanceof Error ? error.message.split('\n', 3).join(' ') : String(error);
    process.stderr.write(`\n*** SKIPPED: the contract on FerretDB, for it cannot be built here (${reason}).\n\n`);
    return undefined;
  }
}

/** Starts the built binary; it ends with its standard input, so that it never outlives the test. */
export async function startFerretDb(binary: string): Promise<FerretDb> {
  const data = await mkdtemp(join(tmpdir(), 'candor-ferretdb-'));
  const server = spawn(binary, [data], { cwd: data, stdio: ['pipe', 'pipe', 'ignore'] });
  const exited = once(server, 'exit');
  const lines = createInterface({ input: server.stdout });
  const first: unknown = await Promise.race([
    once(lines, 'line').then(([line]) => line as unknown),
    exited.then(() => undefined),
  ]);
  if (typeof first !== 'string') throw new Error('FerretDB ended at its start');
  return {
    url: first,
    async close() {
      server.stdin.end();
      await exited;
      await rm(data, { recursive: true, force: true });
    },
  };
}
