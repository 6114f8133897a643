import { execFile, spawn, type ChildProcess } from 'node:child_process';
import { createWriteStream, existsSync } from 'node:fs';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { freePort } from './ports.js';
import { eventually } from './poll.js';

const run = promisify(execFile);

const SERVER = '/usr/lib/rabbitmq/bin/rabbitmq-server';
const READY_MS = 60_000;

/** A broker of our own: Debian's rabbitmq-server on the loopback address, in a data directory of its own. */
export interface RabbitMq {
  /** The same over restarts. */
  url: string;
  /** Starts it again after `stop` or `kill`; resolves when it takes connections. */
  start(): Promise<void>;
  /** Ends it in good order. */
  stop(): Promise<void>;
  /** kill -9. */
  kill(): Promise<void>;
  /** Ends it and removes its data. */
  close(): Promise<void>;
}

/**
 * Whether the broker can be had here: Debian's package is there, or can be installed because we are root. Says on
 * standard error why not.
 */
export async function rabbitMqAvailable(): Promise<boolean> {
  if (existsSync(SERVER)) return true;
  let reason = 'no rabbitmq-server, and only root can install it';
  if (process.getuid?.() === 0 && existsSync('/usr/bin/apt-get')) {
    try {
      // Everything bound to loopback is ours; Debian's own service must not start.
      const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive', RUNLEVEL: '1' };
      await run('apt-get', ['update', '-qq'], { env });
      await run('apt-get', ['install', '-y', '-qq', '--no-install-recommends', 'rabbitmq-server'], { env });
      if (existsSync(SERVER)) return true;
      reason = `the package has no ${SERVER}`;
    } catch (error) {
      reason = `could not install rabbitmq-server: ${error instanceof Error ? error.message : 'unknown error'}`;
    }
  }
  process.stderr.write(`\n*** SKIPPED: everything on RabbitMQ, for it cannot be had here (${reason}).\n\n`);
  return false;
}

/** Starts a broker on free ports; 5 to 6 seconds until it is ready. */
export async function startRabbitMq(): Promise<RabbitMq> {
  const dir = await mkdtemp(join(tmpdir(), 'candor-rabbitmq-'));
  const [port, epmdPort, distributionPort] = [await freePort(), await freePort(), await freePort()];
  await mkdir(join(dir, 'home'));
  await writeFile(join(dir, 'enabled_plugins'), '[].\n');
  await writeFile(
    join(dir, 'rabbitmq.conf'),
    [
      `listeners.tcp.1 = 127.0.0.1:${port}`,
      'log.console = true',
      'log.console.level = warning',
      'log.file = false',
      'disk_free_limit.absolute = 50MB',
      // Preallocated; the default is half a gigabyte.
      'raft.wal_max_size_bytes = 16777216',
      '',
    ].join('\n'),
  );
  // After a start the broker may dead-letter into a queue that is not up yet, and tries again only after this time; its
  // default is three minutes. A delayed retry comes that much later then.
  await writeFile(
    join(dir, 'advanced.config'),
    '[{rabbit, [{dead_letter_worker_publisher_confirm_timeout, 5000}]}].\n',
  );
  const env = {
    PATH: process.env['PATH'],
    HOME: join(dir, 'home'),
    RABBITMQ_NODENAME: `candor${port}@localhost`,
    RABBITMQ_CONFIG_FILE: join(dir, 'rabbitmq.conf'),
    RABBITMQ_ADVANCED_CONFIG_FILE: join(dir, 'advanced.config'),
    RABBITMQ_ENABLED_PLUGINS_FILE: join(dir, 'enabled_plugins'),
    RABBITMQ_MNESIA_BASE: join(dir, 'mnesia'),
    RABBITMQ_LOG_BASE: join(dir, 'log'),
    RABBITMQ_PID_FILE: join(dir, 'pid'),
    // Makes the start script become the broker instead of its parent, so that a signal meets the broker.
    RUNNING_UNDER_SYSTEMD: 'true',
    RABBITMQ_DIST_PORT: String(distributionPort),
    ERL_EPMD_ADDRESS: '127.0.0.1',
    ERL_EPMD_PORT: String(epmdPort),
    // No busy waiting: the tests share the machine's cores with it.
    RABBITMQ_SERVER_ADDITIONAL_ERL_ARGS:
      '-kernel inet_dist_use_interface {127,0,0,1} +sbwt none +sbwtdcpu none +sbwtdio none',
  };
  let server: ChildProcess | undefined;

  const start = async (): Promise<void> => {
    const child = spawn(SERVER, [], { env, stdio: ['ignore', 'pipe', 'pipe'] });
    server = child;
    const log = createWriteStream(join(dir, 'out'), { flags: 'a' });
    child.stdout.pipe(log, { end: false });
    child.stderr.pipe(log, { end: false });
    await eventually(
      'RabbitMQ takes connections',
      async () => {
        if (child.exitCode !== null) throw new Error(`RabbitMQ ended: ${await lastLines(join(dir, 'out'))}`);
        return speaksAmqp(port);
      },
      READY_MS,
      100,
    );
  };
  const end = async (signal: 'SIGTERM' | 'SIGKILL'): Promise<void> => {
    const child = server;
    server = undefined;
    if (!child || child.exitCode !== null || child.signalCode !== null) return;
    const ended = new Promise((resolve) => child.once('exit', resolve));
    child.kill(signal);
    const forced = setTimeout(() => child.kill('SIGKILL'), 20_000);
    await ended;
    clearTimeout(forced);
  };
  const close = async (): Promise<void> => {
    await end('SIGTERM');
    await run('epmd', ['-port', String(epmdPort), '-kill'], { env }).catch(() => undefined);
    await rm(dir, { recursive: true, force: true, maxRetries: 3 });
  };
  // A test run that ends early must not leave a broker behind.
  process.once('exit', () => server?.kill('SIGKILL'));
  try {
    await start();
  } catch (error) {
    await close();
    throw error;
  }
  return {
    url: `amqp://guest:guest@127.0.0.1:${port}`,
    start,
    stop: () => end('SIGTERM'),
    kill: () => end('SIGKILL'),
    close,
  };
}

/** The listener is up before the broker is: only an answer to the protocol header says that it is ready. */
function speaksAmqp(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1', () => socket.write('AMQP\0\0\x09\x01'));
    const end = (answered: boolean): void => {
      socket.destroy();
      resolve(answered);
    };
    socket
      .once('data', () => end(true))
      .once('error', () => end(false))
      .once('close', () => end(false));
    socket.setTimeout(1000, () => end(false));
  });
}

const lastLines = async (file: string): Promise<string> =>
  (await readFile(file, 'utf8').catch(() => '')).trim().split('\n').slice(-5).join('\n');
