import { baseConfig, loadConfig, processEnvironment, type Environment } from '@candor/runtime';
import { z } from 'zod';

/** The insights process. */
export const insightsConfig = baseConfig.extend({
  /** The database server; the database is `candor_insights`. */
  MONGODB_URL: z.string().min(1, 'must be set for a process of its own'),
  /** Shared by the services and the gateway. */
  CANDOR_SERVICE_TOKEN: z.string().min(16, 'must have at least 16 characters'),
  /** host:port of the gRPC server. */
  CANDOR_INSIGHTS_ADDRESS: z.string().default('0.0.0.0:50054'),
});

export const readConfig = (environment: Environment = processEnvironment()) => loadConfig(insightsConfig, environment);
