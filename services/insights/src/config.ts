import { brokerConfig, loadConfig, processEnvironment, serviceConfig, type Environment } from '@candor/runtime';
import { z } from 'zod';

/** Of Slack. */
export const slackVariables = {
  /** Where Slack's API is, with a slash at the end; for a proxy in between, and for tests. */
  CANDOR_SLACK_API_URL: z
    .url({ protocol: /^https?$/, error: 'must be an http or https URL' })
    .default('https://slack.com/api/')
    .transform((url) => (url.endsWith('/') ? url : `${url}/`)),
};

/** The insights process; the database is `candor_insights`. */
export const insightsConfig = serviceConfig(9468).extend({
  ...brokerConfig,
  ...slackVariables,
  /** host:port of the gRPC server. */
  CANDOR_INSIGHTS_ADDRESS: z.string().default('0.0.0.0:50054'),
  /** host:port of the questionnaire service, whose engine answers what is asked. */
  CANDOR_QUESTIONNAIRE_ADDRESS: z.string().default('127.0.0.1:50052'),
  /** host:port of the tenant service, which knows organizations and people. */
  CANDOR_TENANT_ADDRESS: z.string().default('127.0.0.1:50051'),
  /** Where people reach the console, which the links in replies lead to. */
  CANDOR_PUBLIC_URL: z.url({ protocol: /^https?$/ }).default('http://localhost:8080'),
  /** What secrets of others, such as Slack's, are sealed with in the database; the same as the tenant service's. */
  CANDOR_SEALING_KEY: z.string().min(16, 'must have at least 16 characters').optional(),
});

export const readConfig = (environment: Environment = processEnvironment()) => loadConfig(insightsConfig, environment);
