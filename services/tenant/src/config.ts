import {
  brokerConfig,
  ConfigError,
  loadConfig,
  processEnvironment,
  serviceConfig,
  wholeNumber,
  type Environment,
} from '@candor/runtime';
import { mailVariables } from '@candor/runtime/mail';
import { z } from 'zod';
import type { WebhookOptions } from './compose.js';
import type { JoiningOptions } from './joining.js';
import { isNetwork } from './webhooks/address-guard.js';

const calls = wholeNumber(0, 1_000_000);

/** Of outgoing webhooks. */
export const webhookVariables = {
  /** Networks that webhooks may reach though they are private, separated by commas: "10.1.0.0/16, fd00::/8". */
  CANDOR_WEBHOOK_PRIVATE_NETWORKS: z
    .string()
    .transform((text) => text.split(',').map((one) => one.trim()))
    .refine((networks) => networks.every(isNetwork), 'must be networks as 10.1.0.0/16, separated by commas')
    .optional(),
  /** Seconds before the 2nd, 3rd, … attempt at a webhook, separated by commas; after the last one it is given up. */
  CANDOR_WEBHOOK_RETRY_SECONDS: z
    .string()
    .regex(/^\d+(\.\d+)?(\s*,\s*\d+(\.\d+)?)*$/, 'must be seconds separated by commas')
    .transform((text) => text.split(',').map((one) => Number(one) * 1000))
    .optional(),
};

/** Of people who sign in. */
export const signInVariables = {
  /** true: people may sign in by password, besides mailed links and API keys. */
  CANDOR_PASSWORD_SIGN_IN: z
    .enum(['true', 'false'], 'must be true or false')
    .default('false')
    .transform((text) => text === 'true'),
};

/** Of the sign-in provider of all organizations that have none of their own, and of secrets of others. */
export const oidcVariables = {
  /** Address of an OpenID provider, as it names itself; private networks too. With it come client id and secret. */
  CANDOR_OIDC_ISSUER: z.url({ protocol: /^https?$/, error: 'must be an http or https URL' }).optional(),
  CANDOR_OIDC_CLIENT_ID: z.string().min(1).optional(),
  CANDOR_OIDC_CLIENT_SECRET: z.string().min(1).optional(),
  /** On the button: "Sign in with …"; the host of the issuer when absent. */
  CANDOR_OIDC_NAME: z.string().max(100).optional(),
  /** What the provider is asked for, separated by blanks. */
  CANDOR_OIDC_SCOPES: z
    .string()
    .default('openid email profile')
    .transform((text) => text.split(/\s+/).filter(Boolean))
    .refine((scopes) => scopes.includes('openid'), 'must name the scope openid'),
  /** What secrets of others, such as providers', are sealed with in the database; whoever changes it enters them anew. */
  CANDOR_SEALING_KEY: z.string().min(16, 'must have at least 16 characters').optional(),
};

interface OidcVariables {
  CANDOR_OIDC_ISSUER?: string | undefined;
  CANDOR_OIDC_CLIENT_ID?: string | undefined;
  CANDOR_OIDC_CLIENT_SECRET?: string | undefined;
  CANDOR_OIDC_NAME?: string | undefined;
  CANDOR_OIDC_SCOPES: string[];
  CANDOR_SEALING_KEY?: string | undefined;
}

/** The options that the variables stand for; `sealingKey`: when none is set. Throws a line that says what is missing. */
export function oidcOptions(config: OidcVariables, sealingKey: string | undefined): JoiningOptions {
  const { CANDOR_OIDC_ISSUER: issuer, CANDOR_OIDC_CLIENT_ID: clientId } = config;
  const { CANDOR_OIDC_CLIENT_SECRET: clientSecret, CANDOR_OIDC_NAME: name } = config;
  const key = config.CANDOR_SEALING_KEY ?? sealingKey;
  const sealing = key === undefined ? {} : { sealingKey: key };
  if (issuer === undefined && clientId === undefined && clientSecret === undefined) return sealing;
  if (issuer === undefined || clientId === undefined || clientSecret === undefined) {
    throw new ConfigError([
      'CANDOR_OIDC_ISSUER, CANDOR_OIDC_CLIENT_ID and CANDOR_OIDC_CLIENT_SECRET go together: set all three, or none.',
    ]);
  }
  const shown = name ?? new URL(issuer).hostname;
  return { ...sealing, oidc: { issuer, clientId, clientSecret, name: shown, scopes: config.CANDOR_OIDC_SCOPES } };
}

/** The options that the variables stand for. */
export const webhookOptions = (config: {
  CANDOR_WEBHOOK_PRIVATE_NETWORKS?: string[] | undefined;
  CANDOR_WEBHOOK_RETRY_SECONDS?: number[] | undefined;
}): WebhookOptions => ({
  ...(config.CANDOR_WEBHOOK_PRIVATE_NETWORKS && { privateNetworks: config.CANDOR_WEBHOOK_PRIVATE_NETWORKS }),
  ...(config.CANDOR_WEBHOOK_RETRY_SECONDS && { retryAfterMs: config.CANDOR_WEBHOOK_RETRY_SECONDS }),
});

/** The tenant process; the database is `candor_tenant`. */
export const tenantConfig = serviceConfig(9465).extend({
  ...brokerConfig,
  ...webhookVariables,
  ...mailVariables,
  ...signInVariables,
  ...oidcVariables,
  /** Where people reach the console, which the links in mails lead to. */
  CANDOR_PUBLIC_URL: z.url({ protocol: /^https?$/ }).default('http://localhost:8080'),
  /** The folder `outbox` in it holds the mails while there is no mail server. */
  CANDOR_DATA_DIR: z.string().default('./data'),
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
