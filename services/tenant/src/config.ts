import { loadConfig, processEnvironment, serviceConfig, wholeNumber, type Environment } from '@candor/runtime';
import { mailVariables } from '@candor/runtime/mail';
import { z } from 'zod';
import type { WebhookOptions } from './compose.js';
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
  ...webhookVariables,
  ...mailVariables,
  ...signInVariables,
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
