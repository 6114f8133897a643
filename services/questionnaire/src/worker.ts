import { runProcess } from '@candor/runtime';
import { readWorkerConfig } from './config.js';
import { composeProcess } from './process-parts.js';

/** Takes the questionnaire service's jobs; run as many as the work needs. */
runProcess({
  name: 'questionnaire-worker',
  readConfig: readWorkerConfig,
  database: 'candor_questionnaire',
  compose: (parts, config) => composeProcess(parts, config, true),
});
