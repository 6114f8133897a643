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
