import { join } from 'node:path';
import { ConfigError, connectMongo, createLogger, Shutdown, startRpcServer, systemClock } from '@candor/runtime';
import { TenantClient } from './clients/tenant.js';
import { composeTrustPortal } from './compose.js';
import { readConfig } from './config.js';
import { mailOptions } from './mail-options.js';

/** The trust portal service as a process of its own: config, compose, listen, drain. */
async function main(): Promise<void> {
  const config = readConfig();
  const logger = createLogger('trust-portal', config.LOG_LEVEL);
  const shutdown = new Shutdown(logger);
  shutdown.onSignals();

  const mongo = await connectMongo(config.MONGODB_URL, 'candor-trust-portal');
  shutdown.add('database', () => mongo.close());
  const tenant = new TenantClient(config.CANDOR_TENANT_ADDRESS, config.CANDOR_SERVICE_TOKEN);
  shutdown.add('tenant client', () => {
    tenant.close();
    return Promise.resolve();
  });
  const mail = mailOptions(
    {
      smtpUrl: config.SMTP_URL,
      outbox: join(config.CANDOR_DATA_DIR, 'outbox'),
      from: config.MAIL_FROM,
      publicUrl: config.CANDOR_PUBLIC_URL,
      poolSize: config.CANDOR_MAIL_POOL,
      ...(config.CANDOR_MAIL_PER_SECOND === undefined ? {} : { perSecond: config.CANDOR_MAIL_PER_SECOND }),
    },
    (organizationId) => tenant.portalOf(organizationId),
    logger,
  );
  const service = await composeTrustPortal({ db: mongo.db('candor_trust_portal'), clock: systemClock, logger, mail });
  await service.start();
  shutdown.add('trust-portal', () => service.close());
  const server = await startRpcServer({
    services: service.rpc,
    token: config.CANDOR_SERVICE_TOKEN,
    logger,
    address: config.CANDOR_TRUST_PORTAL_ADDRESS,
  });
  shutdown.add('rpc server', () => server.close());
  process.stdout.write(`trust-portal ready on ${server.address}\n`);
}

main().catch((error: unknown) => {
  const text = error instanceof ConfigError ? error.message : error instanceof Error ? error.stack : undefined;
  process.stderr.write(`${text ?? 'unknown error'}\n`);
  process.exit(1);
});
