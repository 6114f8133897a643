/** How a server wants to be asked. Found out by asking; a preset says where to begin. */
export interface Dialect {
  /** What holds a reply to the shape of a draft: a schema, "some JSON", or nothing but the words of the prompt. */
  structure: 'json_schema' | 'json_object' | 'text';
  /** The name that the bound on a reply's tokens has. */
  limit: 'max_completion_tokens' | 'max_tokens';
  /** Whether a temperature may be asked for. */
  temperature: boolean;
  /** Times the usual bound that a reply may need: models that think aloud use tokens before they answer. */
  room: 1 | 4;
}

export const PRESET_NAMES = ['openai', 'azure', 'ollama', 'vllm', 'lmstudio', 'custom'] as const;
export type PresetName = (typeof PRESET_NAMES)[number];

export interface Preset {
  /** Where it listens unless told otherwise; absent: the address must be given. */
  baseUrl?: string;
  /** The model that is asked unless told otherwise; absent: it must be given. */
  model?: string;
  needsKey: boolean;
  /** Requests at a time that such a server usually bears. */
  concurrency: number;
  dialect: Dialect;
}

const OF_OPENAI: Dialect = { structure: 'json_schema', limit: 'max_completion_tokens', temperature: true, room: 1 };
const OF_LOCAL_SERVERS: Dialect = { ...OF_OPENAI, limit: 'max_tokens' };

/** The version of Azure's interface that is asked for unless told otherwise; the first general one with schemas. */
export const AZURE_API_VERSION = '2024-10-21';

export const PRESETS: Readonly<Record<PresetName, Preset>> = {
  openai: {
    baseUrl: 'https://api.openai.com/v1',
    model: 'gpt-4.1-mini',
    needsKey: true,
    concurrency: 8,
    dialect: OF_OPENAI,
  },
  azure: { needsKey: true, concurrency: 8, dialect: OF_OPENAI },
  ollama: { baseUrl: 'http://127.0.0.1:11434/v1', needsKey: false, concurrency: 2, dialect: OF_LOCAL_SERVERS },
  vllm: { baseUrl: 'http://127.0.0.1:8000/v1', needsKey: false, concurrency: 16, dialect: OF_LOCAL_SERVERS },
  lmstudio: { baseUrl: 'http://127.0.0.1:1234/v1', needsKey: false, concurrency: 1, dialect: OF_LOCAL_SERVERS },
  custom: { needsKey: false, concurrency: 4, dialect: OF_OPENAI },
};
