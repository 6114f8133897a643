import { loadConfig, port, processEnvironment, serviceConfig, wholeNumber, type Environment } from '@candor/runtime';
import { mailVariables } from '@candor/runtime/mail';
import { z } from 'zod';

/** The trust portal process; the database is `candor_trust_portal`. */
export const trustPortalConfig = serviceConfig(9467).extend({
  /** host:port of the gRPC server. */
  CANDOR_TRUST_PORTAL_ADDRESS: z.string().default('0.0.0.0:50053'),
  /** host:port of the tenant service, which knows the names of organizations. */
  CANDOR_TENANT_ADDRESS: z.string().default('127.0.0.1:50051'),
  /** host:port of the questionnaire service, whose library portals publish answers from. */
  CANDOR_QUESTIONNAIRE_ADDRESS: z.string().default('127.0.0.1:50052'),
  /** host:port of the insights service, which keeps what visitors asked. */
  CANDOR_INSIGHTS_ADDRESS: z.string().default('127.0.0.1:50054'),
  /** Address and TCP port that the public pages listen on, for the gateway. */
  CANDOR_PORTAL_HOST: z.string().default('0.0.0.0'),
  CANDOR_PORTAL_PORT: port.default(8081),
  /** Where customers reach the public pages. */
  CANDOR_PUBLIC_URL: z.url({ protocol: /^https?$/ }).default('http://localhost:8080'),
  ...mailVariables,
  /** How late a scheduled notification may still be sent, hours; later it fails. */
  CANDOR_SCHEDULE_MAX_LATE_HOURS: wholeNumber(1, 8760).default(24),
  /** The outbox is the folder `outbox` in it. */
  CANDOR_DATA_DIR: z.string().default('./data'),
});

export const readConfig = (environment: Environment = processEnvironment()) =>
  loadConfig(trustPortalConfig, environment);
