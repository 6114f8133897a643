import { randomBytes } from 'node:crypto';
import { cp, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startEmbeddedMongo, type EmbeddedMongo } from '@candor/embedded-mongo';
import { ManagedProcess } from './managed-process.js';
import { freePort } from './ports.js';
import { startRabbitMq, type RabbitMq } from './rabbitmq.js';

/** Every service as a process of its own, on a database process and a broker that a test can stop as well. */
export interface Installation {
  /** Of the public API. */
  url: string;
  /** Admin key of the default organization. */
  key: string;
  mongoUrl: string;
  broker: RabbitMq;
  database: DatabaseProcess;
  tenant: ManagedProcess;
  questionnaire: ManagedProcess;
  trustPortal: ManagedProcess;
  insights: ManagedProcess;
  gateway: ManagedProcess;
  workers: ManagedProcess[];
  /** Where the logs of the processes are, until `close`. */
  folder: string;
  /** The internal port of a process by its name. */
  internal: Record<string, number>;
  /** Copies the logs to a folder that stays; its path. */
  keepLogs(): Promise<string>;
  close(): Promise<void>;
}

export interface DatabaseProcess {
  stop(): Promise<void>;
  kill(): Promise<void>;
  start(): Promise<void>;
  /** SIGSTOP and SIGCONT: it holds its connections and answers nothing in between. */
  pause(): void;
  resume(): void;
}

export interface InstallationOptions {
  workers?: number;
  environment?: Record<string, string>;
  /** Folder of the database; absent: in the installation's own. */
  dataDir?: string;
}

/** Starts an installation; about ten seconds. Logs go to files in its folder. */
export async function startInstallation({
  workers = 1,
  environment = {},
  dataDir,
}: InstallationOptions = {}): Promise<Installation> {
  const folder = await mkdtemp(join(tmpdir(), 'candor-installation-'));
  const closers: (() => Promise<unknown>)[] = [() => rm(folder, { recursive: true, force: true, maxRetries: 3 })];
  const close = async (): Promise<void> => {
    for (const closer of closers.splice(0).reverse()) await closer();
  };
  try {
    return await start({ folder, dataDir: dataDir ?? join(folder, 'data'), workers, environment }, closers, close);
  } catch (error) {
    await close();
    throw error;
  }
}

interface Plan {
  folder: string;
  dataDir: string;
  workers: number;
  environment: Record<string, string>;
}

async function start(
  { folder, dataDir, workers: workerCount, environment }: Plan,
  closers: (() => Promise<unknown>)[],
  close: () => Promise<void>,
): Promise<Installation> {
  const database = databaseProcess(dataDir, await freePort());
  await database.start();
  closers.push(() => database.stop());
  const broker = await startRabbitMq();
  closers.push(() => broker.close());

  const key = `cnd_process0_${randomBytes(24).toString('hex')}`;
  const [tenantAt, questionnaireAt, trustPortalAt, insightsAt, pagesAt, http] = await Promise.all([
    freePort(),
    freePort(),
    freePort(),
    freePort(),
    freePort(),
    freePort(),
  ]);
  const base = {
    LOG_LEVEL: 'info',
    MONGODB_URL: database.url,
    RABBITMQ_URL: broker.url,
    CANDOR_SERVICE_TOKEN: randomBytes(24).toString('hex'),
    CANDOR_TENANT_ADDRESS: `127.0.0.1:${tenantAt}`,
    CANDOR_QUESTIONNAIRE_ADDRESS: `127.0.0.1:${questionnaireAt}`,
    CANDOR_TRUST_PORTAL_ADDRESS: `127.0.0.1:${trustPortalAt}`,
    CANDOR_INSIGHTS_ADDRESS: `127.0.0.1:${insightsAt}`,
    CANDOR_PORTAL_HOST: '127.0.0.1',
    CANDOR_PORTAL_PORT: String(pagesAt),
    CANDOR_PORTAL_URL: `http://127.0.0.1:${pagesAt}`,
    CANDOR_HTTP_PORT: String(http),
    CANDOR_HTTP_HOST: '127.0.0.1',
    CANDOR_BOOTSTRAP_API_KEY: key,
    CANDOR_RATE_PER_MINUTE: '1000000',
    CANDOR_DATA_DIR: join(folder, 'outbox'),
    CANDOR_WORKER_THREADS: '1',
    CANDOR_ANSWER_READING: 'once',
    ...environment,
  };
  const internal: Record<string, number> = {};
  const managed = async (name: string, file: string): Promise<ManagedProcess> => {
    const port = await freePort();
    internal[name] = port;
    const environment = { ...base, CANDOR_INTERNAL_PORT: String(port) };
    const made = new ManagedProcess(name, file, environment, join(folder, `${name}.log`));
    closers.push(() => made.stop());
    return made;
  };
  const tenant = await managed('tenant', 'services/tenant/dist/main.js');
  const questionnaire = await managed('questionnaire', 'services/questionnaire/dist/main.js');
  const trustPortal = await managed('trust-portal', 'services/trust-portal/dist/main.js');
  const insights = await managed('insights', 'services/insights/dist/main.js');
  const workers: ManagedProcess[] = [];
  for (let n = 1; n <= workerCount; n++)
    workers.push(await managed(`worker-${n}`, 'services/questionnaire/dist/worker.js'));
  const gateway = await managed('gateway', 'gateway/dist/main.js');
  await Promise.all([tenant, questionnaire, trustPortal, insights, ...workers].map((one) => one.start()));
  await gateway.start();
  const url = `http://127.0.0.1:${http}`;
  const services = { tenant, questionnaire, trustPortal, insights, gateway, workers };
  const keepLogs = async (): Promise<string> => {
    const kept = await mkdtemp(join(tmpdir(), 'candor-logs-'));
    await cp(folder, kept, { recursive: true, filter: (path) => !path.includes('/data') });
    return kept;
  };
  return { url, key, mongoUrl: database.url, broker, database, ...services, folder, internal, keepLogs, close };
}

/** The embedded database's server as a process that can be ended and started again at the same address. */
function databaseProcess(dataDir: string, port: number): DatabaseProcess & { url: string } {
  let running: EmbeddedMongo | undefined;
  let expected = false;
  const stop = async (): Promise<void> => {
    expected = true;
    await running?.close();
    running = undefined;
  };
  const signal = (name: 'SIGSTOP' | 'SIGCONT'): void => {
    if (running?.pid !== undefined) process.kill(running.pid, name);
  };
  return {
    url: `mongodb://127.0.0.1:${port}/`,
    async start(): Promise<void> {
      expected = false;
      running = await startEmbeddedMongo({
        dataDir,
        mode: 'process',
        port,
        onFatal: (error) => {
          if (!expected) process.stderr.write(`the database ended: ${error.message}\n`);
        },
      });
    },
    stop,
    pause: () => signal('SIGSTOP'),
    resume: () => signal('SIGCONT'),
    async kill(): Promise<void> {
      expected = true;
      const pid = running?.pid;
      running = undefined;
      if (pid === undefined) return;
      process.kill(pid, 'SIGKILL');
      await ended(pid);
    },
  };
}

async function ended(pid: number): Promise<void> {
  for (;;) {
    try {
      process.kill(pid, 0);
    } catch {
      return;
    }
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
}
