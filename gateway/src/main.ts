import {
  createLogger,
  endStart,
  loadConfig,
  processEnvironment,
  Shutdown,
  startTracing,
  systemClock,
  tracingSettings,
  unknownVariables,
} from '@candor/runtime';
import { composeGateway } from './compose.js';
import { gatewayConfig } from './config.js';

const readConfig = () => loadConfig(gatewayConfig, processEnvironment());

/** The gateway as a process of its own: config, compose, listen, drain. */
async function main(): Promise<void> {
  const config = readConfig();
  const logger = createLogger('gateway', config.LOG_LEVEL);
  for (const line of unknownVariables(processEnvironment())) logger.warn(line);
  const shutdown = new Shutdown(logger);
  shutdown.onSignals();
  shutdown.add('traces', await startTracing({ ...tracingSettings(config), service: 'gateway', logger }));
  const gateway = composeGateway({
    config,
    addresses: {
      tenant: config.CANDOR_TENANT_ADDRESS,
      questionnaire: config.CANDOR_QUESTIONNAIRE_ADDRESS,
      trustPortal: config.CANDOR_TRUST_PORTAL_ADDRESS,
      insights: config.CANDOR_INSIGHTS_ADDRESS,
    },
    portalUrl: config.CANDOR_PORTAL_URL,
    token: config.CANDOR_SERVICE_TOKEN,
    logger,
    clock: systemClock,
  });
  shutdown.add('service clients', () => gateway.close());
  const internal = await gateway.listenInternal();
  shutdown.add('internal server', () => internal.close());
  const server = await gateway.listen();
  shutdown.add('public server', () => server.close());
  process.stdout.write(`Candor gateway is ready at ${server.url}\n`);
}

main().catch((error: unknown) => endStart(error, readConfig));
