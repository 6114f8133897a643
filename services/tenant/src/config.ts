import { baseConfig, loadConfig, processEnvironment, type Environment } from '@candor/runtime';
import { z } from 'zod';

/** The tenant process. */
export const tenantConfig = baseConfig.extend({
  /** The database server; the database is `candor_tenant`. */
  MONGODB_URL: z.string().min(1, 'must be set for a process of its own'),
  /** Shared by the services and the gateway. */
  CANDOR_SERVICE_TOKEN: z.string().min(16, 'must have at least 16 characters'),
  /** host:port of the gRPC server. */
  CANDOR_TENANT_ADDRESS: z.string().default('0.0.0.0:50051'),
  /** The first admin key of the default organization, exactly; made and printed once when absent. */
  CANDOR_BOOTSTRAP_API_KEY: z.string().min(16, 'must have at least 16 characters').optional(),
});

export const readConfig = (environment: Environment = processEnvironment()) => loadConfig(tenantConfig, environment);
