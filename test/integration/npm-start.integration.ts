import { spawn, type ChildProcess } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, it } from '@jest/globals';
import { projectRoot } from '../support/managed-process.js';
import { eventually } from '../support/poll.js';

/** The first start may build. */
const PATIENCE_MS = 60_000;

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'candor-npm-start-'));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

interface Started {
  npm: ChildProcess;
  port: number;
  ended: Promise<unknown>;
}

/** `npm start` in a process group of its own, as a terminal has it; resolves when it is ready. */
async function npmStart(name: string, variables: Record<string, string> = {}): Promise<Started> {
  const npm = spawn('npm', ['start'], {
    cwd: projectRoot,
    detached: true,
    stdio: ['ignore', 'pipe', 'ignore'],
    env: {
      ...process.env,
      CANDOR_DATA_DIR: join(folder, name),
      CANDOR_HTTP_HOST: '127.0.0.1',
      LOG_LEVEL: 'silent',
      CANDOR_HTTP_PORT: '0',
      CANDOR_INTERNAL_PORT: '0',
      ...variables,
    },
  });
  const ended = new Promise((resolve) => npm.on('close', (code, signal) => resolve(code ?? signal)));
  let said = '';
  npm.stdout.on('data', (chunk: Buffer) => (said += chunk.toString()));
  const port = await eventually(
    'it is ready',
    () => Number(/ready on http:\/\/[^:\s]+:(\d+)/.exec(said)?.[1] ?? 0),
    PATIENCE_MS,
  );
  return { npm, port, ended };
}

const answers = (port: number): Promise<boolean> =>
  new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1', () => resolve(true));
    socket.on('connect', () => socket.destroy());
    socket.on('error', () => resolve(false));
  });

const isGone = (port: number): Promise<true> =>
  eventually('the program has ended', async () => ((await answers(port)) ? undefined : true), PATIENCE_MS);

describe('npm start', () => {
  it('leaves no program behind when npm is told to end, and its shell dies of that', async () => {
    const { npm, port, ended } = await npmStart('told');
    npm.kill('SIGTERM');
    await ended;
    await isGone(port);
  }, 120_000);

  it('leaves no program behind when Ctrl+C reaches npm and the program', async () => {
    const { npm, port, ended } = await npmStart('terminal');
    process.kill(-(npm.pid ?? 0), 'SIGINT');
    await ended;
    await isGone(port);
  }, 120_000);
});
