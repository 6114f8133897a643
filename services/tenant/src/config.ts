import { loadConfig, processEnvironment, serviceConfig, wholeNumber, type Environment } from '@candor/runtime';
import { z } from 'zod';

const calls = wholeNumber(0, 1_000_000);

/** The tenant process; the database is `candor_tenant`. */
export const tenantConfig = serviceConfig(9465).extend({
  /** host:port of the gRPC server. */
  CANDOR_TENANT_ADDRESS: z.string().default('0.0.0.0:50051'),
  /** The first admin key of the default organization, exactly; made and printed once when absent. */
  CANDOR_BOOTSTRAP_API_KEY: z.string().min(16, 'must have at least 16 characters').optional(),
  /** Calls of the insights list a key has in a minute, and how many more in a burst. */
  CANDOR_INSIGHTS_RATE_PER_MINUTE: calls.default(100),
  CANDOR_INSIGHTS_RATE_BURST: calls.default(20),
  /** The same for all other calls. */
  CANDOR_RATE_PER_MINUTE: calls.default(1000),
  CANDOR_RATE_BURST: calls.default(200),
});

export const readConfig = (environment: Environment = processEnvironment()) => loadConfig(tenantConfig, environment);
