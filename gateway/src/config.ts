import { baseConfig, namesByHost, port, wholeNumber } from '@candor/runtime';
import { z } from 'zod';

/** What the REST edge itself reads; the embedded process reads the same. */
export const edgeConfig = baseConfig.extend({
  /** TCP port of the public API; 0 takes any free one. */
  CANDOR_HTTP_PORT: port.default(8080),
  /** Address that the public API listens on; absent: all of them. */
  CANDOR_HTTP_HOST: z.string().optional(),
  /** TCP port of /metrics; 0 takes any free one. */
  CANDOR_INTERNAL_PORT: port.default(9464),
  /** Address that /metrics listens on. */
  CANDOR_INTERNAL_HOST: z.string().default('127.0.0.1'),
  /** Largest file of an upload, in megabytes of 1024 × 1024 bytes. */
  CANDOR_MAX_UPLOAD_MB: wholeNumber(1, 10_000).default(100),
  /** Seconds that the services have to answer a call; then it is answered with 503. Uploads, exports and engines have more. */
  CANDOR_DEADLINE_SECONDS: wholeNumber(1, 300).default(15),
  /** Calls, and among them requests that send a file, that are taken at once; further ones get 503. */
  CANDOR_MAX_CALLS_AT_ONCE: wholeNumber(1, 100_000).default(1000),
  CANDOR_MAX_UPLOADS_AT_ONCE: wholeNumber(1, 10_000).default(100),
  /** Origins whose pages may call the API, separated by commas ("https://app.example.com"), or "*"; absent: none. */
  CANDOR_CORS_ORIGINS: z
    .string()
    .default('')
    .transform((text) =>
      text
        .split(',')
        .map((origin) => origin.trim().replace(/\/$/, ''))
        .filter(Boolean),
    )
    .refine(
      (origins) => origins.every((origin) => origin === '*' || /^https?:\/\/[^/\s]+$/.test(origin)),
      'must be "*" or origins such as https://app.example.com, separated by commas',
    )
    .transform((origins) => (origins.includes('*') ? ('*' as const) : origins)),
  /** Proxies in front of the gateway that say from which address a client comes (X-Forwarded-For); 0: none is believed. */
  CANDOR_TRUSTED_PROXIES: wholeNumber(0, 10).default(0),
  /** Hosts that show a trust portal, each with the portal's name ("trust.acme.example=acme"), separated by commas; absent: none. */
  CANDOR_PORTAL_DOMAINS: namesByHost,
  /** Address by which clients reach the API, for the OpenAPI document; absent: the address that served the document. */
  CANDOR_PUBLIC_URL: z.url({ protocol: /^https?$/, error: 'must be an http or https URL' }).optional(),
});
export type EdgeConfig = Readonly<z.output<typeof edgeConfig>>;

const address = z
  .string()
  .regex(/^(dns:\/\/\/)?([^\s:/]+|\[[0-9a-fA-F:]+\]):\d+$/, 'must be host:port or dns:///host:port');

/** The gateway as a process of its own. */
export const gatewayConfig = edgeConfig.extend({
  /** gRPC addresses (host:port, all of whose addresses are called in turn) of the services. */
  CANDOR_TENANT_ADDRESS: address.default('127.0.0.1:50051'),
  CANDOR_QUESTIONNAIRE_ADDRESS: address.default('127.0.0.1:50052'),
  CANDOR_TRUST_PORTAL_ADDRESS: address.default('127.0.0.1:50053'),
  CANDOR_INSIGHTS_ADDRESS: address.default('127.0.0.1:50054'),
  /** Where the trust portal service serves the public pages. */
  CANDOR_PORTAL_URL: z.url({ protocol: /^http$/, error: 'must be an http URL' }).default('http://127.0.0.1:8081'),
  /** Secret that the services and the gateway share; also as CANDOR_SERVICE_TOKEN_FILE. */
  CANDOR_SERVICE_TOKEN: z.string({ error: 'is required' }).min(16, 'must have at least 16 characters'),
});
export type GatewayConfig = Readonly<z.output<typeof gatewayConfig>>;
