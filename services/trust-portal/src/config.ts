import { baseConfig, loadConfig, processEnvironment, type Environment } from '@candor/runtime';
import { z } from 'zod';

/** The trust portal process. */
export const trustPortalConfig = baseConfig.extend({
  /** The database server; the database is `candor_trust_portal`. */
  MONGODB_URL: z.string().min(1, 'must be set for a process of its own'),
  /** Shared by the services and the gateway. */
  CANDOR_SERVICE_TOKEN: z.string().min(16, 'must have at least 16 characters'),
  /** host:port of the gRPC server. */
  CANDOR_TRUST_PORTAL_ADDRESS: z.string().default('0.0.0.0:50053'),
});

export const readConfig = (environment: Environment = processEnvironment()) =>
  loadConfig(trustPortalConfig, environment);
