import { runProcess } from '@candor/runtime';
import { EngineClient } from './clients/engine.js';
import { composeInsights } from './compose.js';
import { readConfig } from './config.js';

/** The insights service as a process of its own. */
runProcess({
  name: 'insights',
  readConfig,
  database: 'candor_insights',
  rpcAddress: (config) => config.CANDOR_INSIGHTS_ADDRESS,
  compose({ db, bus, clock, logger, meter, shutdown }, config) {
    const engine = new EngineClient(config.CANDOR_QUESTIONNAIRE_ADDRESS, config.CANDOR_SERVICE_TOKEN);
    shutdown.add('engine client', () => {
      engine.close();
      return Promise.resolve();
    });
    return composeInsights({ db, bus, engine, clock, logger, meter });
  },
});
