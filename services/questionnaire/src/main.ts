import { runProcess } from '@candor/runtime';
import { readConfig } from './config.js';
import { composeProcess } from './process-parts.js';

/** The questionnaire service's calls as a process of their own; its jobs are taken by worker.ts. */
runProcess({
  name: 'questionnaire',
  readConfig,
  database: 'candor_questionnaire',
  rpcAddress: (config) => config.CANDOR_QUESTIONNAIRE_ADDRESS,
  compose: (parts, config) => composeProcess(parts, config, false),
});
