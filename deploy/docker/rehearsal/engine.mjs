// A Docker engine of the rehearsal's own, and the commands that are given to it.
import { spawn, spawnSync } from 'node:child_process';
import { openSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';

const READY_MS = 30_000;

/** Starts dockerd with its data in `data` and its socket in `work`; resolves to what commands need and what ends it. */
export async function startEngine(work, data) {
  spawnSync('ip', ['link', 'set', 'lo', 'up']);
  const socket = join(work, 'docker.sock');
  const log = join(work, 'dockerd.log');
  const args = ['--data-root', data, '--exec-root', join(work, 'exec'), '--pidfile', join(work, 'dockerd.pid')];
  const engine = spawn('dockerd', [...args, '--host', `unix://${socket}`], {
    stdio: ['ignore', openSync(log, 'a'), openSync(log, 'a')],
  });
  const env = { ...process.env, DOCKER_HOST: `unix://${socket}`, DOCKER_BUILDKIT: '0' };
  const docker = commandIn(env, 'docker');
  const deadline = Date.now() + READY_MS;
  while (docker.try('info').status !== 0) {
    if (engine.exitCode !== null || Date.now() > deadline)
      throw new Error(`the engine did not start:\n${readFileSync(log, 'utf8').slice(-3000)}`);
    await wait(200);
  }
  return {
    env,
    docker,
    async close() {
      if (engine.exitCode !== null) return;
      const ended = new Promise((resolve) => engine.once('exit', resolve));
      engine.kill('SIGTERM');
      await ended;
    },
  };
}

/** `command` as a function of its arguments that returns its output and throws what it said when it fails. */
export function commandIn(env, command, cwd) {
  const attempt = (...args) =>
    spawnSync(command, args, {
      env,
      cwd,
      encoding: 'utf8',
      maxBuffer: 256 * 1024 * 1024,
      stdio: ['ignore', 'pipe', 'pipe'],
    });
  const run = (...args) => {
    const { status, stdout, stderr, error } = attempt(...args);
    if (error) throw error;
    if (status !== 0)
      throw new Error(`${command} ${args.join(' ')} failed (${status}):\n${`${stdout}${stderr}`.slice(-4000)}`);
    return stdout;
  };
  run.try = attempt;
  return run;
}
