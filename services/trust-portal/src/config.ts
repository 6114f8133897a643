import { isIP } from 'node:net';
import {
  brokerConfig,
  loadConfig,
  namesByHost,
  port,
  processEnvironment,
  serviceConfig,
  wholeNumber,
  type Environment,
} from '@candor/runtime';
import { mailVariables } from '@candor/runtime/mail';
import { z } from 'zod';

/** "192.0.2.1", "192.0.2.1:5353" or "[2001:db8::1]:53". */
function isNameServer(text: string): boolean {
  const [, six, four, port = '53'] = /^(?:\[(.+)\]|([^:]+))(?::(\d+))?$/.exec(text) ?? [];
  return isIP(six ?? four ?? '') === (six === undefined ? 4 : 6) && Number(port) >= 1 && Number(port) <= 65_535;
}

/** How the domains that organizations give to their portals are proven. */
export const domainVariables = {
  /** Name servers that are asked for TXT records, by address, separated by commas; absent: those of the system. */
  CANDOR_DNS_SERVERS: z
    .string()
    .default('')
    .transform((text) =>
      text
        .split(',')
        .map((server) => server.trim())
        .filter(Boolean),
    )
    .refine(
      (servers) => servers.every(isNameServer),
      'must be addresses of name servers, such as 192.0.2.1 or 192.0.2.1:5353, separated by commas',
    ),
};

/** The trust portal process; the database is `candor_trust_portal`. */
export const trustPortalConfig = serviceConfig(9467).extend({
  ...brokerConfig,
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
  /** Where customers reach the public pages; absent: http://localhost:8080, and organizations' own domains do not count. */
  CANDOR_PUBLIC_URL: z.url({ protocol: /^https?$/ }).optional(),
  /** Hosts that show a trust portal, as the gateway has them. */
  CANDOR_PORTAL_DOMAINS: namesByHost,
  ...domainVariables,
  ...mailVariables,
  /** How late a scheduled notification may still be sent, hours; later it fails. */
  CANDOR_SCHEDULE_MAX_LATE_HOURS: wholeNumber(1, 8760).default(24),
  /** The outbox is the folder `outbox` in it. */
  CANDOR_DATA_DIR: z.string().default('./data'),
});

export const readConfig = (environment: Environment = processEnvironment()) =>
  loadConfig(trustPortalConfig, environment);
