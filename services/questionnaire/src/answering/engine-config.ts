import { ConfigError } from '@candor/runtime';
import { z } from 'zod';
import { AZURE_API_VERSION, PRESET_NAMES, PRESETS, type Dialect, type PresetName } from './endpoint/presets.js';
import type { ProxyRules } from './endpoint/proxy.js';
import { checkModels } from './reading/model-files.js';

const address = z.url({ protocol: /^https?$/, error: 'must be an http or https URL' });
const price = z
  .string()
  .regex(/^\d{1,6}(?:\.\d{1,6})?$/, 'must be a price of a million tokens, as 0.40')
  .transform(Number)
  .optional();

/** Which engine answers, and where the other one is; the same variables in every process that answers. */
export const engineVariables = {
  /** local (offline, no key) or openai (any compatible endpoint; falls back to local question by question). */
  CANDOR_ANSWER_ENGINE: z.enum(['local', 'openai'], { error: 'must be local or openai' }).default('local'),
  /** Whether the second judge reads the likeliest evidence again: more right answers, for several times the work of the processor. */
  CANDOR_ANSWER_READING: z.enum(['twice', 'once'], { error: 'must be twice or once' }).default('twice'),
  /** Whose endpoint it is: sets the address, what the server is known to take, and whether it needs a key. */
  CANDOR_ENGINE_PRESET: z.enum(PRESET_NAMES, { error: `must be one of ${PRESET_NAMES.join(', ')}` }).default('openai'),
  OPENAI_API_KEY: z
    .string()
    .regex(/^[!-~]+$/, 'must have no spaces and no letters outside of ASCII')
    .optional(),
  /** Base URL with its version path; of Azure that of the resource. */
  OPENAI_BASE_URL: address.optional(),
  /** Of Azure the name of the deployment. */
  OPENAI_MODEL: z.string().optional(),
  /** Azure alone. */
  OPENAI_API_VERSION: z
    .string()
    .regex(/^[\w.-]{1,40}$/, 'must be a version as 2024-10-21')
    .optional(),
  /** Requests at a time of one process; what the account's limits allow, divided by the workers. */
  OPENAI_CONCURRENCY: z.coerce.number().int().min(1).max(1000).optional(),
  /** Of one reply, its further tries included, seconds. */
  OPENAI_TIMEOUT_SECONDS: z.coerce.number().int().min(1).max(300).default(30),
  /** Of a batch of up to 50 questions, seconds; what is not begun by then, the local engine answers. */
  OPENAI_BATCH_SECONDS: z.coerce.number().int().min(10).max(600).default(300),
  /** Of a million tokens that are sent, and that are written; absent: no cost is told. */
  OPENAI_PRICE_INPUT: price,
  OPENAI_PRICE_OUTPUT: price,
  /** Of the prices. */
  OPENAI_PRICE_CURRENCY: z
    .string()
    .regex(/^[A-Z]{3}$/, 'must be a code of three letters, as USD')
    .default('USD'),
  /** The usual variables of proxies; loopback addresses are reached without. */
  HTTPS_PROXY: address.optional(),
  HTTP_PROXY: address.optional(),
  NO_PROXY: z.string().optional(),
};

export type EngineVariables = z.output<z.ZodObject<typeof engineVariables>>;

/** What a million tokens cost. */
export interface Prices {
  input: number;
  output: number;
  currency: string;
}

/** Where drafts come from. What is absent is as with OpenAI's own endpoint. */
export interface DraftingOptions {
  baseUrl: string;
  /** Undefined for an endpoint without keys. */
  apiKey?: string | undefined;
  model: string;
  /** Requests at a time. */
  concurrency: number;
  dialect?: Dialect;
  azure?: { apiVersion: string | undefined } | undefined;
  /** Of one reply, milliseconds. */
  timeoutMs?: number;
  /** Of a batch, milliseconds. */
  batchMs?: number;
  proxies?: ProxyRules;
  prices?: Prices | undefined;
}

/**
 * Where drafts come from; undefined for the local engine. Throws with a line for each thing that the preset needs and that is
 * not set, and when the models are missing: both engines read with them, and none answers worse in silence.
 */
export function draftingOf(config: EngineVariables): DraftingOptions | undefined {
  checkModels();
  return config.CANDOR_ANSWER_ENGINE === 'local' ? undefined : endpointOf(config);
}

/** The endpoint that the variables name, whichever engine answers. Throws `ConfigError` for what is missing. */
export function endpointOf(config: EngineVariables): DraftingOptions {
  const name = config.CANDOR_ENGINE_PRESET;
  const preset = PRESETS[name];
  const given = config.OPENAI_BASE_URL ?? preset.baseUrl;
  const model = config.OPENAI_MODEL ?? preset.model;
  const { OPENAI_PRICE_INPUT: input, OPENAI_PRICE_OUTPUT: output } = config;
  const mistakes = [
    ...(given === undefined ? [`OPENAI_BASE_URL: must be set, ${ADDRESSES[name] ?? 'with its version path'}`] : []),
    ...(model === undefined
      ? [`OPENAI_MODEL: must be set, ${MODELS[name] ?? 'to a model that the endpoint has'}`]
      : []),
    ...(preset.needsKey && config.OPENAI_API_KEY === undefined
      ? [
          `OPENAI_API_KEY: must be set when CANDOR_ANSWER_ENGINE is openai and CANDOR_ENGINE_PRESET is ${name} (for an endpoint without keys choose the preset custom)`,
        ]
      : []),
    ...((input === undefined) !== (output === undefined)
      ? ['OPENAI_PRICE_INPUT and OPENAI_PRICE_OUTPUT: set both, or neither']
      : []),
  ];
  if (given === undefined || model === undefined || mistakes.length > 0) throw new ConfigError(mistakes);
  return {
    ...placeOf(name, given, model, config.OPENAI_API_VERSION),
    apiKey: config.OPENAI_API_KEY,
    model,
    concurrency: config.OPENAI_CONCURRENCY ?? preset.concurrency,
    dialect: preset.dialect,
    timeoutMs: config.OPENAI_TIMEOUT_SECONDS * 1000,
    batchMs: config.OPENAI_BATCH_SECONDS * 1000,
    proxies: { https: config.HTTPS_PROXY, http: config.HTTP_PROXY, except: config.NO_PROXY },
    prices:
      input === undefined || output === undefined
        ? undefined
        : { input, output, currency: config.OPENAI_PRICE_CURRENCY },
  };
}

const ADDRESSES: Partial<Record<PresetName, string>> = {
  azure: 'to the address of the resource, as https://NAME.openai.azure.com',
};
const MODELS: Partial<Record<PresetName, string>> = {
  azure: 'to the name of the deployment',
  ollama: 'to a model that "ollama list" shows',
  vllm: 'to the name under which vLLM serves the model',
  lmstudio: 'to the identifier that LM Studio shows for the model',
};

/** Azure has a form of its own, in which the deployment is part of the path, and since lately the plain one under /openai/v1. */
function placeOf(
  name: PresetName,
  given: string,
  model: string,
  apiVersion: string | undefined,
): Pick<DraftingOptions, 'baseUrl' | 'azure'> {
  const baseUrl = given.replace(/(?<!\/)\/+$/, '');
  if (name !== 'azure') return { baseUrl };
  if (baseUrl.endsWith('/openai/v1')) return { baseUrl, azure: { apiVersion } };
  const root = baseUrl.replace(/\/openai$/, '');
  return {
    baseUrl: `${root}/openai/deployments/${encodeURIComponent(model)}`,
    azure: { apiVersion: apiVersion ?? AZURE_API_VERSION },
  };
}
