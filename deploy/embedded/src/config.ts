import { loadConfig, processEnvironment, wholeNumber, type Environment } from '@candor/runtime';
import { mailVariables } from '@candor/runtime/mail';
import { edgeConfig } from '@candor/gateway/config';
import { engineVariables } from '@candor/questionnaire/answering/engine-config';
import { ocrVariables } from '@candor/questionnaire/documents/ocr/ocr-config';
import { keptVersionsVariables } from '@candor/questionnaire/store/kept-versions-config';
import { slackVariables } from '@candor/insights/config';
import { oidcVariables, signInVariables, webhookVariables } from '@candor/tenant/config';
import { domainVariables } from '@candor/trust-portal/config';
import { z } from 'zod';

const calls = wholeNumber(0, 1_000_000);

/** All of Candor in one process. */
export const embeddedConfig = edgeConfig.extend({
  ...engineVariables,
  ...ocrVariables,
  ...keptVersionsVariables,
  ...webhookVariables,
  ...mailVariables,
  ...signInVariables,
  ...oidcVariables,
  ...slackVariables,
  ...domainVariables,
  /** Questionnaires of one organization that may be under way; further uploads get 503. */
  CANDOR_MAX_PENDING_UPLOADS: wholeNumber(1, 1_000_000).default(1000),
  /** Folder of the embedded database, and of the files beside it. */
  CANDOR_DATA_DIR: z.string().default('./data'),
  /** A MongoDB server to use instead of the embedded database. */
  MONGODB_URL: z.string().optional(),
  /** A RabbitMQ server to use instead of the in-process bus. */
  RABBITMQ_URL: z.string().optional(),
  /** The first admin key of the default organization, exactly; made and printed once when absent. */
  CANDOR_BOOTSTRAP_API_KEY: z.string().min(16, 'must have at least 16 characters').optional(),
  /** How late a scheduled notification may still be sent, hours; later it fails. */
  CANDOR_SCHEDULE_MAX_LATE_HOURS: wholeNumber(1, 8760).default(24),
  /** Calls of the insights list a key has in a minute, and how many more in a burst. */
  CANDOR_INSIGHTS_RATE_PER_MINUTE: calls.default(100),
  CANDOR_INSIGHTS_RATE_BURST: calls.default(20),
  /** The same for all other calls. */
  CANDOR_RATE_PER_MINUTE: calls.default(1000),
  CANDOR_RATE_BURST: calls.default(200),
});
export type EmbeddedConfig = z.output<typeof embeddedConfig>;

export const readConfig = (environment: Environment = processEnvironment()): Readonly<EmbeddedConfig> =>
  loadConfig(embeddedConfig, environment);

/** Where people reach this installation, without a slash at the end. */
export const publicUrlOf = ({ CANDOR_PUBLIC_URL: url, CANDOR_HTTP_PORT: port }: Readonly<EmbeddedConfig>): string =>
  url?.replace(/(?<!\/)\/+$/, '') ?? `http://localhost:${port}`;
