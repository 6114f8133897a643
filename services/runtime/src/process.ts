import type { Db, MongoClient } from 'mongodb';
import { AmqpBus } from './bus/amqp.js';
import { InProcessBus } from './bus/in-process.js';
import type { Bus } from './bus/job.js';
import { systemClock, type Clock } from './clock.js';
import { processEnvironment } from './config.js';
import { armKills } from './failpoints.js';
import type { Dependency } from './health.js';
import { startInternalServer } from './internal-server.js';
import { createLogger, type Logger } from './logger.js';
import type { Meter } from './meter.js';
import { processMetrics } from './metrics.js';
import { connectMongo } from './mongo.js';
import type { ServiceConfig } from './process-config.js';
import { unknownVariables } from './known-variables.js';
import { endStart } from './start-failure.js';
import { startRpcServer } from './rpc/server.js';
import type { ComposedService } from './service.js';
import { Shutdown } from './shutdown.js';
import { tracingSettings } from './tracing/config.js';
import { startTracing } from './tracing/tracing.js';

/** What a process is given to compose its service from. */
export interface ProcessParts {
  db: Db;
  bus: Bus;
  clock: Clock;
  logger: Logger;
  meter: Meter;
  shutdown: Shutdown;
}

export interface ProcessOptions<Config extends ServiceConfig> {
  /** "tenant"; also in logs and in the broker's and database's lists of connections. */
  name: string;
  readConfig: () => Config;
  /** The service's own database. */
  database: string;
  compose: (parts: ProcessParts, config: Config) => Promise<ComposedService>;
  /** host:port of the gRPC server; absent for a process that takes jobs only. */
  rpcAddress?: (config: Config) => string;
}

const MONGO_AGAIN_MS = 1000;

/**
 * A service as a process of its own: config, logs, /readyz, database (waited for), bus (connects by itself), compose,
 * start, gRPC server. SIGTERM and SIGINT drain it: no new calls and jobs, those in hand end, then connections close, and
 * it exits 0. Prints one line on standard output when it is ready. A start that fails exits 1 with its reason.
 */
export function runProcess<Config extends ServiceConfig & { RABBITMQ_URL?: string }>(
  options: ProcessOptions<Config>,
): void {
  run(options).catch((error: unknown) => endStart(error, options.readConfig));
}

async function run<Config extends ServiceConfig & { RABBITMQ_URL?: string }>({
  name,
  readConfig,
  database,
  compose,
  rpcAddress,
}: ProcessOptions<Config>): Promise<void> {
  const config = readConfig();
  armKills(config.CANDOR_FAILPOINT);
  const logger = createLogger(name, config.LOG_LEVEL);
  for (const line of unknownVariables(processEnvironment())) logger.warn(line);
  const shutdown = new Shutdown(logger, config.CANDOR_GRACE_SECONDS * 1000);
  shutdown.onSignals();
  shutdown.add('traces', await startTracing({ ...tracingSettings(config), service: name, logger }));

  const metrics = processMetrics();
  const dependencies: Dependency[] = [{ name: 'start', check: () => Promise.resolve(false) }];
  const internal = await startInternalServer({
    port: config.CANDOR_INTERNAL_PORT,
    host: config.CANDOR_INTERNAL_HOST,
    dependencies: () => dependencies,
    metrics: metrics.registry,
  });
  shutdown.add('internal server', () => internal.close());

  const mongo = await waitForMongo(config.MONGODB_URL, name, logger);
  shutdown.add('database', () => mongo.close());
  const observe = metrics.attempts;
  const bus: Bus =
    config.RABBITMQ_URL === undefined
      ? new InProcessBus({ logger, observe })
      : new AmqpBus({ url: config.RABBITMQ_URL, name: `candor ${name}`, logger, observe });
  shutdown.add('bus', () => bus.close());
  metrics.watch(bus);

  const db = mongo.db(database);
  const service = await compose({ db, bus, clock: systemClock, logger, meter: metrics.meter, shutdown }, config);
  shutdown.add(name, () => service.close());
  shutdown.add('jobs in hand', () => bus.drain());
  await service.start();
  let ready = `${name} ready`;
  if (rpcAddress) {
    const server = await startRpcServer({
      services: service.rpc,
      token: config.CANDOR_SERVICE_TOKEN,
      logger,
      address: rpcAddress(config),
      observe: metrics.calls,
      dependencies: service.dependencies,
    });
    shutdown.add('rpc server', () => server.close());
    ready += ` on ${server.address}`;
  }
  dependencies.splice(0, 1, ...service.dependencies);
  process.stdout.write(`${ready} (internal ${internal.url})\n`);
}

/** The database may start after us, or be away just now. */
async function waitForMongo(url: string, name: string, logger: Logger): Promise<MongoClient> {
  for (;;) {
    try {
      return await connectMongo(url, `candor-${name}`);
    } catch (error) {
      // A URL that is wrong stays wrong.
      if (!(error instanceof Error) || error.name === 'MongoParseError' || error.name === 'MongoAPIError') throw error;
      logger.warn({ error: error.message }, 'the database is out of reach');
      await new Promise((resolve) => setTimeout(resolve, MONGO_AGAIN_MS));
    }
  }
}
