import { runProcess } from '@candor/runtime';
import { EngineClient } from './clients/engine.js';
import { PeopleClient } from './clients/people.js';
import { QuestionnairesClient } from './clients/questionnaires.js';
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
    const questionnaires = new QuestionnairesClient(config.CANDOR_QUESTIONNAIRE_ADDRESS, config.CANDOR_SERVICE_TOKEN);
    const people = new PeopleClient(config.CANDOR_TENANT_ADDRESS, config.CANDOR_SERVICE_TOKEN);
    shutdown.add('clients', () => {
      engine.close();
      people.close();
      questionnaires.close();
      return Promise.resolve();
    });
    const slack = {
      apiUrl: config.CANDOR_SLACK_API_URL,
      publicUrl: config.CANDOR_PUBLIC_URL.replace(/(?<!\/)\/+$/, ''),
      questionnaires,
      sealingKey: config.CANDOR_SEALING_KEY ?? config.CANDOR_SERVICE_TOKEN,
    };
    return composeInsights({ db, bus, engine, people, slack, clock, logger, meter });
  },
});
