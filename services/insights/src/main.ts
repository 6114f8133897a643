import { ConfigError, connectMongo, createLogger, Shutdown, startRpcServer, systemClock } from '@candor/runtime';
import { composeInsights } from './compose.js';
import { readConfig } from './config.js';

/** The insights service as a process of its own: config, compose, listen, drain. */
async function main(): Promise<void> {
  const config = readConfig();
  const logger = createLogger('insights', config.LOG_LEVEL);
  const shutdown = new Shutdown(logger);
  shutdown.onSignals();

  const mongo = await connectMongo(config.MONGODB_URL, 'candor-insights');
  shutdown.add('database', () => mongo.close());
  const service = await composeInsights({ db: mongo.db('candor_insights'), clock: systemClock, logger });
  await service.start();
  shutdown.add('insights', () => service.close());
  const server = await startRpcServer({
    services: service.rpc,
    token: config.CANDOR_SERVICE_TOKEN,
    logger,
    address: config.CANDOR_INSIGHTS_ADDRESS,
  });
  shutdown.add('rpc server', () => server.close());
  process.stdout.write(`insights ready on ${server.address}\n`);
}

main().catch((error: unknown) => {
  const text = error instanceof ConfigError ? error.message : error instanceof Error ? error.stack : undefined;
  process.stderr.write(`${text ?? 'unknown error'}\n`);
  process.exit(1);
});
