import { runProcess } from '@candor/runtime';
import { composeInsights } from './compose.js';
import { readConfig } from './config.js';

/** The insights service as a process of its own. */
runProcess({
  name: 'insights',
  readConfig,
  database: 'candor_insights',
  rpcAddress: (config) => config.CANDOR_INSIGHTS_ADDRESS,
  compose: ({ db, clock, logger }) => composeInsights({ db, clock, logger }),
});
