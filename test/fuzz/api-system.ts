import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { randomBytes } from 'node:crypto';
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { OpenApiDocument } from '../support/openapi-checker.js';
import { projectRoot } from '../support/managed-process.js';

const READY_MS = 60_000;
/** So much of the newest log is kept, in characters. */
const MOST_LOGGED = 2_000_000;

export interface FuzzedSystem {
  url: string;
  /** Admin key of the default organization. */
  key: string;
  document: OpenApiDocument;
  /** Whether the process still runs. */
  running(): boolean;
  /** What the process has logged of a request that failed inside. */
  loggedOf(requestId: string): string;
  /** Milliseconds that its threads have waited for a processor, all together. */
  waitedMs(): Promise<number>;
  close(): Promise<void>;
}

/**
 * Starts the embedded system as a process of its own, whose event loop is watched: `stoodStill` is told of each time that it
 * worked for too long in one turn, in milliseconds.
 */
export async function startFuzzed(
  environment: Record<string, string>,
  stoodStill: (ms: number) => void,
): Promise<FuzzedSystem> {
  const dataDir = await mkdtemp(join(tmpdir(), 'candor-fuzz-'));
  const key = `cnd_fuzz0000_${randomBytes(24).toString('hex')}`;
  const watch = new URL('stalls.mjs', import.meta.url).href;
  const child = spawn(process.execPath, ['--import', watch, join(projectRoot, 'deploy/embedded/dist/main.js')], {
    env: {
      ...process.env,
      CANDOR_DATA_DIR: dataDir,
      CANDOR_HTTP_PORT: '0',
      CANDOR_HTTP_HOST: '127.0.0.1',
      CANDOR_INTERNAL_PORT: '0',
      CANDOR_BOOTSTRAP_API_KEY: key,
      // Nothing listens there: the fuzzer calls nobody outside.
      CANDOR_SLACK_API_URL: 'http://127.0.0.1:9/',
      LOG_LEVEL: 'error',
      // Nobody answers there: made-up domains are looked up nowhere.
      CANDOR_DNS_SERVERS: '127.0.0.1:9',
      ...environment,
    },
    stdio: ['ignore', 'pipe', 'inherit', 'ipc'],
  });
  const kill = (): boolean => child.kill('SIGKILL');
  process.once('exit', kill);
  const ended = once(child, 'exit');
  let output = '';
  const url = await new Promise<string>((resolve, reject) => {
    const late = setTimeout(() => reject(new Error(`the system is not ready: ${output}`)), READY_MS);
    child.stdout?.setEncoding('utf8').on('data', (text: string) => {
      output = (output + text).slice(-MOST_LOGGED);
      const address = /ready on (http:\S+)/.exec(output)?.[1];
      if (address === undefined) return;
      clearTimeout(late);
      resolve(address);
    });
    void ended.then(() => reject(new Error(`the system ended before it was ready: ${output}`)));
  });
  child.on('message', (message: { stoodStillMs?: number }) => {
    if (message.stoodStillMs !== undefined) stoodStill(message.stoodStillMs);
  });
  const document = (await (await fetch(`${url}/openapi.json`)).json()) as OpenApiDocument;
  return {
    url,
    key,
    document,
    running: () => child.exitCode === null && child.signalCode === null,
    loggedOf: (requestId) =>
      output
        .split('\n')
        .filter((line) => line.includes(requestId))
        .join('\n    ')
        .slice(0, 4_000),
    waitedMs: () => waitedMs(child.pid ?? 0),
    close: async () => {
      child.kill('SIGTERM');
      await ended;
      process.removeListener('exit', kill);
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}

/** What Linux tells of a process's threads; elsewhere 0. */
async function waitedMs(pid: number): Promise<number> {
  try {
    const threads = await readdir(`/proc/${pid}/task`);
    const texts = await Promise.all(
      threads.map((thread) => readFile(`/proc/${pid}/task/${thread}/schedstat`, 'utf8').catch(() => '0 0')),
    );
    return texts.reduce((sum, text) => sum + Number(text.split(' ')[1]) / 1e6, 0);
  } catch {
    return 0;
  }
}
