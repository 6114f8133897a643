import { ConfigError, loadConfig, type Environment } from '@candor/runtime';
import { describe, expect, it } from '@jest/globals';
import { z } from 'zod';
import { draftingOf, endpointOf, engineVariables } from './engine-config.js';

const schema = z.object(engineVariables);
const endpoint = (environment: Environment) => endpointOf(loadConfig(schema, environment));
const mistake = (environment: Environment): string => {
  try {
    endpoint(environment);
  } catch (error) {
    if (error instanceof ConfigError) return error.message;
    throw error;
  }
  return '';
};

describe('the endpoint that the variables name', () => {
  it('is none for the local engine, and OpenAI’s own otherwise, unless told', () => {
    expect(draftingOf(loadConfig(schema, {}))).toBeUndefined();
    expect(draftingOf(loadConfig(schema, { CANDOR_ANSWER_ENGINE: 'openai', OPENAI_API_KEY: 'k' }))).toMatchObject({
      baseUrl: 'https://api.openai.com/v1',
      model: 'gpt-4.1-mini',
      apiKey: 'k',
      concurrency: 8,
      dialect: { structure: 'json_schema', limit: 'max_completion_tokens' },
    });
  });

  it.each([
    ['ollama', 'http://127.0.0.1:11434/v1'],
    ['vllm', 'http://127.0.0.1:8000/v1'],
    ['lmstudio', 'http://127.0.0.1:1234/v1'],
  ])('is at home for %s, without a key', (preset, baseUrl) => {
    const found = endpoint({ CANDOR_ENGINE_PRESET: preset, OPENAI_MODEL: 'm' });
    expect(found).toMatchObject({ baseUrl, apiKey: undefined, model: 'm' });
    const elsewhere = { CANDOR_ENGINE_PRESET: preset, OPENAI_MODEL: 'm', OPENAI_BASE_URL: 'http://gpu:9/v1/' };
    expect(endpoint(elsewhere).baseUrl).toBe('http://gpu:9/v1');
  });

  it('is a deployment of Azure, by its path and version, or the plain form where the address says so', () => {
    const azure = { CANDOR_ENGINE_PRESET: 'azure', OPENAI_API_KEY: 'k', OPENAI_MODEL: 'my model' };
    const base = 'https://acme.openai.azure.com/';
    expect(endpoint({ ...azure, OPENAI_BASE_URL: base })).toMatchObject({
      baseUrl: 'https://acme.openai.azure.com/openai/deployments/my%20model',
      azure: { apiVersion: '2024-10-21' },
    });
    const versioned = { ...azure, OPENAI_BASE_URL: base, OPENAI_API_VERSION: '2025-01-01-preview' };
    expect(endpoint(versioned).azure).toEqual({ apiVersion: '2025-01-01-preview' });
    expect(endpoint({ ...azure, OPENAI_BASE_URL: `${base}openai/v1/` })).toMatchObject({
      baseUrl: 'https://acme.openai.azure.com/openai/v1',
      azure: { apiVersion: undefined },
    });
  });

  it.each<[Environment, RegExp]>([
    [{}, /^OPENAI_API_KEY: must be set when CANDOR_ANSWER_ENGINE is openai .* preset custom\)$/],
    [{ CANDOR_ENGINE_PRESET: 'olama' }, /^CANDOR_ENGINE_PRESET: must be one of openai, azure, ollama,/],
    [{ CANDOR_ENGINE_PRESET: 'ollama' }, /^OPENAI_MODEL: must be set, to a model that "ollama list" shows$/],
    [
      { CANDOR_ENGINE_PRESET: 'azure' },
      /^OPENAI_BASE_URL: must be set, to the address of the resource.*\nOPENAI_MODEL: must be set, to the name of the deployment\nOPENAI_API_KEY: must be set/,
    ],
    [{ CANDOR_ENGINE_PRESET: 'custom', OPENAI_MODEL: 'm' }, /^OPENAI_BASE_URL: must be set, with its version path$/],
    [{ OPENAI_API_KEY: 'k', OPENAI_BASE_URL: 'ftp://x' }, /^OPENAI_BASE_URL: must be an http or https URL$/],
    [{ OPENAI_API_KEY: 'k', OPENAI_PRICE_INPUT: '0.4' }, /^OPENAI_PRICE_INPUT and OPENAI_PRICE_OUTPUT: set both/],
    [{ OPENAI_API_KEY: 'k', OPENAI_PRICE_INPUT: 'a lot' }, /^OPENAI_PRICE_INPUT: must be a price/],
    [{ OPENAI_API_KEY: 'k', OPENAI_TIMEOUT_SECONDS: '0' }, /^OPENAI_TIMEOUT_SECONDS: /],
  ])('is refused in words that say what to do: %j', (environment, words) => {
    expect(mistake(environment)).toMatch(words);
  });

  it('is refused without telling the key', () => {
    expect(mistake({ OPENAI_API_KEY: 'sk-puffin\u2013key', OPENAI_BASE_URL: 'nowhere' })).not.toContain('puffin');
  });

  it('has prices, deadlines and proxies as they are given', () => {
    const found = endpoint({
      OPENAI_API_KEY: 'k',
      OPENAI_PRICE_INPUT: '0.40',
      OPENAI_PRICE_OUTPUT: '1.60',
      OPENAI_TIMEOUT_SECONDS: '60',
      HTTPS_PROXY: 'http://proxy:3128',
      NO_PROXY: '.internal',
    });
    expect(found).toMatchObject({
      prices: { input: 0.4, output: 1.6, currency: 'USD' },
      timeoutMs: 60_000,
      batchMs: 300_000,
      proxies: { https: 'http://proxy:3128', http: undefined, except: '.internal' },
    });
  });
});
