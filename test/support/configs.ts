import { loadConfig, type Environment } from '@candor/runtime';
import type { z } from 'zod';
import { gatewayConfig } from '../../gateway/src/config.js';
import { insightsConfig } from '../../services/insights/src/config.js';
import { questionnaireConfig, workerConfig } from '../../services/questionnaire/src/config.js';
import { tenantConfig } from '../../services/tenant/src/config.js';
import { trustPortalConfig } from '../../services/trust-portal/src/config.js';

/** What each process reads of its environment, by the name that deployments give it. */
export const CONFIGS: Record<string, z.ZodObject> = {
  gateway: gatewayConfig,
  tenant: tenantConfig,
  questionnaire: questionnaireConfig,
  worker: workerConfig,
  'trust-portal': trustPortalConfig,
  insights: insightsConfig,
};

/** Variables that the process does not know, and the mistakes that would keep it from starting. */
export function mistakesOf(process: string, environment: Environment): string[] {
  const schema = CONFIGS[process];
  if (!schema) return [`${process} is no process`];
  const unknown = Object.keys(environment).filter((name) => !(name.replace(/_FILE$/, '') in schema.shape));
  try {
    loadConfig(schema, environment);
    return unknown.map((name) => `${name} is unknown`);
  } catch (error) {
    return [...unknown.map((name) => `${name} is unknown`), error instanceof Error ? error.message : 'unknown error'];
  }
}

/** Variables that are no operator's to set in a container, by what fixes them instead. */
const FIXED = {
  'the image': ['CANDOR_INTERNAL_PORT', 'CANDOR_INTERNAL_HOST', 'CANDOR_DATA_DIR'],
  'ports and probes': ['CANDOR_HTTP_PORT', 'CANDOR_HTTP_HOST', 'CANDOR_PORTAL_HOST', 'CANDOR_PORTAL_PORT'],
  'the time that a container has to stop': ['CANDOR_GRACE_SECONDS'],
  'tests alone': ['CANDOR_FAILPOINT'],
  'a collector of traces, which operators add with a patch of their own': ['OTEL_EXPORTER_OTLP_HEADERS'],
};

/** Variables whose value opens something. */
const SECRET = /_(KEY|SECRET|TOKEN|PASSWORD)$|^(MONGODB|RABBITMQ|SMTP)_URL$/;

/**
 * What a deployment forgets: variables of the process that nobody can set there, and secrets that no file can give.
 * `given`: the names that the deployment sets or takes from the operator; `besides`: names that it rightly leaves out.
 */
export function forgottenBy(process: string, given: readonly string[], besides: readonly string[] = []): string[] {
  const known = Object.keys(CONFIGS[process]?.shape ?? {});
  const fixed = [
    ...Object.values(FIXED).flat(),
    ...besides,
    `CANDOR_${process.toUpperCase().replace('-', '_')}_ADDRESS`,
  ];
  return known
    .filter((name) => !fixed.includes(name))
    .flatMap((name) => {
      if (SECRET.test(name)) return given.includes(`${name}_FILE`) ? [] : [`${process}: ${name}_FILE`];
      return given.includes(name) ? [] : [`${process}: ${name}`];
    });
}
