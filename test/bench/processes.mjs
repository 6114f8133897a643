// The embedded system as a process of its own, and what it takes of the machine.
import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Arguments that make node watch its event loop, for `loopDelay`. */
export const WATCHED = ['--import', new URL('loop-delay.mjs', import.meta.url).href];

/**
 * Starts a program of node and gives its process and the address that it prints; it must print one within a minute.
 * `loopDelay` tells of one that is WATCHED how late its event loop was since it was last asked, in milliseconds.
 */
export async function startProgram(args, environment = {}) {
  const child = spawn(process.execPath, args, {
    env: { ...process.env, ...environment },
    stdio: ['ignore', 'pipe', 'inherit', 'ipc'],
  });
  const ended = new Promise((resolve) => child.once('exit', resolve));
  const url = await new Promise((resolve, reject) => {
    let text = '';
    const late = setTimeout(() => reject(new Error(`it is not ready: ${text}`)), 60_000);
    child.stdout.setEncoding('utf8').on('data', (chunk) => {
      text += chunk;
      const address = /https?:\/\/[\w.:[\]]+/.exec(text)?.[0];
      if (!address) return;
      clearTimeout(late);
      resolve(address);
    });
    void ended.then((code) => reject(new Error(`it ended with ${code}: ${text}`)));
  });
  const stop = async () => {
    child.kill('SIGTERM');
    await ended;
  };
  const loopDelay = () =>
    new Promise((resolve, reject) => {
      child.once('message', resolve);
      child.send('loop delay', (error) => error && reject(error));
    });
  return { pid: child.pid, url, stop, loopDelay };
}

/** How late the event loop was, as figures. */
export const delayFigures = ({ p99, longest }) => [
  { what: 'event-loop delay, p99', value: p99, unit: 'ms' },
  { what: 'event-loop delay, longest', value: longest, unit: 'ms' },
];

/** The whole system, embedded, on a data folder of its own; with a call of its API that fails on every other status than 200. */
export async function startCandor(environment = {}) {
  const dataDir = await mkdtemp(join(tmpdir(), 'candor-bench-'));
  const key = `cnd_bench000_${randomBytes(24).toString('hex')}`;
  const main = new URL('../../deploy/embedded/dist/main.js', import.meta.url).pathname;
  const program = await startProgram([...WATCHED, main], {
    CANDOR_DATA_DIR: dataDir,
    CANDOR_HTTP_PORT: '0',
    CANDOR_HTTP_HOST: '127.0.0.1',
    CANDOR_INTERNAL_PORT: '0',
    CANDOR_BOOTSTRAP_API_KEY: key,
    CANDOR_RATE_PER_MINUTE: '1000000',
    CANDOR_INSIGHTS_RATE_PER_MINUTE: '1000000',
    LOG_LEVEL: 'error',
    ...environment,
  });
  const call = async (path, init = {}) => {
    const response = await fetch(program.url + path, { ...init, headers: { 'x-api-key': key, ...init.headers } });
    const text = await response.text();
    if (response.status !== 200) throw new Error(`${path}: ${response.status} ${text.slice(0, 300)}`);
    return JSON.parse(text);
  };
  const stop = async () => {
    await program.stop();
    await rm(dataDir, { recursive: true, force: true });
  };
  return { ...program, key, dataDir, call, stop };
}

/** Polls a questionnaire until nothing is left to wait for; its overview. */
export async function processed(call, id, everyMs = 50) {
  const deadline = Date.now() + 180_000;
  for (;;) {
    const overview = await call(`/v1/questionnaire/${id}/overview`);
    if (!overview.should_poll) return overview;
    if (Date.now() > deadline) throw new Error(`not processed: ${JSON.stringify(overview)}`);
    await new Promise((resolve) => setTimeout(resolve, everyMs));
  }
}

/** Resident bytes of a process and its descendants. */
export async function residentBytes(pid) {
  let total = 0;
  try {
    const status = await readFile(`/proc/${pid}/status`, 'utf8');
    total = Number(/VmRSS:\s+(\d+) kB/.exec(status)?.[1] ?? 0) * 1024;
    for (const task of await readdir(`/proc/${pid}/task`)) {
      const children = await readFile(`/proc/${pid}/task/${task}/children`, 'utf8').catch(() => '');
      for (const child of children.trim().split(/\s+/).filter(Boolean)) total += await residentBytes(child);
    }
  } catch (error) {
    if (error.code !== 'ENOENT' && error.code !== 'ESRCH') throw error;
  }
  return total;
}

/** The most that a process ever had resident, bytes; its descendants are not in it. */
export async function peakBytes(pid) {
  const status = await readFile(`/proc/${pid}/status`, 'utf8');
  return Number(/VmHWM:\s+(\d+) kB/.exec(status)?.[1] ?? NaN) * 1024;
}

/** Samples resident bytes until it is stopped; `peak` is the most since it was last reset. */
export function sampler(pid) {
  const state = { peak: 0, stopped: false };
  const loop = (async () => {
    while (!state.stopped) {
      state.peak = Math.max(state.peak, await residentBytes(pid));
      await new Promise((resolve) => setTimeout(resolve, 10));
    }
  })();
  return { reset: () => (state.peak = 0), peak: () => state.peak, stop: () => ((state.stopped = true), loop) };
}

/** CPU seconds of each thread of a process and its descendants so far, by the thread's name and id. */
export async function threadSeconds(pid, into = new Map()) {
  try {
    for (const task of await readdir(`/proc/${pid}/task`)) {
      const text = await readFile(`/proc/${pid}/task/${task}/stat`, 'utf8');
      const fields = text.slice(text.lastIndexOf(')') + 2).split(' ');
      const name = text.slice(text.indexOf('(') + 1, text.lastIndexOf(')'));
      into.set(`${name} ${task}`, (Number(fields[11]) + Number(fields[12])) / 100);
      const children = await readFile(`/proc/${pid}/task/${task}/children`, 'utf8').catch(() => '');
      for (const child of children.trim().split(/\s+/).filter(Boolean)) await threadSeconds(child, into);
    }
  } catch (error) {
    if (error.code !== 'ENOENT' && error.code !== 'ESRCH') throw error;
  }
  return into;
}
