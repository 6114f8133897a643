import { ConfigError } from '@candor/runtime';
import { z } from 'zod';
import { checkModels } from './reading/model-files.js';

/** Which engine answers, and where the other one is; the same variables in every process that answers. */
export const engineVariables = {
  /** local (offline, no key) or openai (any compatible endpoint; falls back to local question by question). */
  CANDOR_ANSWER_ENGINE: z.enum(['local', 'openai']).default('local'),
  OPENAI_API_KEY: z.string().optional(),
  /** Base URL with its version path. */
  OPENAI_BASE_URL: z
    .url({ protocol: /^https?$/, error: 'must be an http or https URL' })
    .default('https://api.openai.com/v1'),
  OPENAI_MODEL: z.string().default('gpt-4.1-mini'),
  /** Requests at a time of one process; what the account's limits allow, divided by the workers. */
  OPENAI_CONCURRENCY: z.coerce.number().int().min(1).max(1000).default(8),
};

export interface EngineVariables {
  CANDOR_ANSWER_ENGINE: 'local' | 'openai';
  OPENAI_API_KEY?: string | undefined;
  OPENAI_BASE_URL: string;
  OPENAI_MODEL: string;
  OPENAI_CONCURRENCY: number;
}

export interface DraftingOptions {
  baseUrl: string;
  apiKey: string;
  model: string;
  /** Requests at a time. */
  concurrency: number;
}

/**
 * Where drafts come from; undefined for the local engine. Throws when the endpoint is asked for and has no key, and when the
 * models are missing: both engines read with them, and none answers worse in silence.
 */
export function draftingOf(config: EngineVariables): DraftingOptions | undefined {
  checkModels();
  if (config.CANDOR_ANSWER_ENGINE === 'local') return undefined;
  if (config.OPENAI_API_KEY === undefined) {
    throw new ConfigError([
      'OPENAI_API_KEY: must be set when CANDOR_ANSWER_ENGINE is openai (any text for an endpoint without keys)',
    ]);
  }
  return {
    baseUrl: config.OPENAI_BASE_URL,
    apiKey: config.OPENAI_API_KEY,
    model: config.OPENAI_MODEL,
    concurrency: config.OPENAI_CONCURRENCY,
  };
}
