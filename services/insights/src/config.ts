import { brokerConfig, loadConfig, processEnvironment, serviceConfig, type Environment } from '@candor/runtime';
import { z } from 'zod';

/** The insights process; the database is `candor_insights`. */
export const insightsConfig = serviceConfig(9468).extend({
  ...brokerConfig,
  /** host:port of the gRPC server. */
  CANDOR_INSIGHTS_ADDRESS: z.string().default('0.0.0.0:50054'),
  /** host:port of the questionnaire service, whose engine answers what is asked. */
  CANDOR_QUESTIONNAIRE_ADDRESS: z.string().default('127.0.0.1:50052'),
});

export const readConfig = (environment: Environment = processEnvironment()) => loadConfig(insightsConfig, environment);
