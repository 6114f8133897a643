import { connectMongo, createLogger, Shutdown, startRpcServer, systemClock } from '@candor/runtime';
import { composeTrustPortal } from './compose.js';
import { readConfig } from './config.js';

const config = readConfig();
const logger = createLogger('trust-portal', config.LOG_LEVEL);
const shutdown = new Shutdown(logger);
shutdown.onSignals();

const mongo = await connectMongo(config.MONGODB_URL, 'candor-trust-portal');
shutdown.add('database', () => mongo.close());
const service = await composeTrustPortal({ db: mongo.db('candor_trust_portal'), clock: systemClock, logger });
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
