import {
  isMailSender,
  loadConfig,
  port,
  processEnvironment,
  serviceConfig,
  wholeNumber,
  type Environment,
} from '@candor/runtime';
import { z } from 'zod';

/** The trust portal process; the database is `candor_trust_portal`. */
export const trustPortalConfig = serviceConfig(9467).extend({
  /** host:port of the gRPC server. */
  CANDOR_TRUST_PORTAL_ADDRESS: z.string().default('0.0.0.0:50053'),
  /** host:port of the tenant service, which knows the names of organizations. */
  CANDOR_TENANT_ADDRESS: z.string().default('127.0.0.1:50051'),
  /** Address and TCP port that the public pages listen on, for the gateway. */
  CANDOR_PORTAL_HOST: z.string().default('0.0.0.0'),
  CANDOR_PORTAL_PORT: port.default(8081),
  /** Where customers reach the public pages. */
  CANDOR_PUBLIC_URL: z.url({ protocol: /^https?$/ }).default('http://localhost:8080'),
  /** smtp://user:password@host:port or smtps://…; without it mails are written as files into the outbox. */
  SMTP_URL: z.url({ protocol: /^smtps?$/ }).optional(),
  MAIL_FROM: z
    .string()
    .refine(isMailSender, 'must be an address, or a name and the address as "Acme <security@acme.com>"')
    .default('Candor <no-reply@localhost>'),
  /** Connections to the mail server, and mails at once. */
  CANDOR_MAIL_POOL: wholeNumber(1, 100).default(20),
  /** Mails a second at most; absent: as fast as the server takes them. */
  CANDOR_MAIL_PER_SECOND: wholeNumber(1, 100_000).optional(),
  /** How late a scheduled notification may still be sent, hours; later it fails. */
  CANDOR_SCHEDULE_MAX_LATE_HOURS: wholeNumber(1, 8760).default(24),
  /** The outbox is the folder `outbox` in it. */
  CANDOR_DATA_DIR: z.string().default('./data'),
});

export const readConfig = (environment: Environment = processEnvironment()) =>
  loadConfig(trustPortalConfig, environment);
