import { ConfigError, connectMongo, createLogger, Shutdown, startRpcServer, systemClock } from '@candor/runtime';
import { composeTenant } from './compose.js';
import { readConfig } from './config.js';

/** The tenant service as a process of its own: config, compose, listen, drain. */
async function main(): Promise<void> {
  const config = readConfig();
  const logger = createLogger('tenant', config.LOG_LEVEL);
  const shutdown = new Shutdown(logger);
  shutdown.onSignals();

  const mongo = await connectMongo(config.MONGODB_URL, 'candor-tenant');
  shutdown.add('database', () => mongo.close());
  const service = await composeTenant({
    db: mongo.db('candor_tenant'),
    clock: systemClock,
    logger,
    rates: {
      insights: { perMinute: config.CANDOR_INSIGHTS_RATE_PER_MINUTE, burst: config.CANDOR_INSIGHTS_RATE_BURST },
      general: { perMinute: config.CANDOR_RATE_PER_MINUTE, burst: config.CANDOR_RATE_BURST },
    },
    ...(config.CANDOR_BOOTSTRAP_API_KEY === undefined ? {} : { bootstrapKey: config.CANDOR_BOOTSTRAP_API_KEY }),
  });
  const { key } = await service.bootstrap();
  if (key !== undefined) process.stdout.write(`Admin key of the default organization, shown once: ${key}\n`);
  await service.start();
  shutdown.add('tenant', () => service.close());
  const server = await startRpcServer({
    services: service.rpc,
    token: config.CANDOR_SERVICE_TOKEN,
    logger,
    address: config.CANDOR_TENANT_ADDRESS,
  });
  shutdown.add('rpc server', () => server.close());
  process.stdout.write(`tenant ready on ${server.address}\n`);
}

main().catch((error: unknown) => {
  const text = error instanceof ConfigError ? error.message : error instanceof Error ? error.stack : undefined;
  process.stderr.write(`${text ?? 'unknown error'}\n`);
  process.exit(1);
});
