import { readFileSync } from 'node:fs';
import { describe, expect, it } from '@jest/globals';
import { parse } from 'yaml';
import { engineVariables } from '../services/questionnaire/src/answering/engine-config.js';
import { PRESET_NAMES } from '../services/questionnaire/src/answering/endpoint/presets.js';

const read = (path: string): string => readFileSync(new URL(`../${path}`, import.meta.url), 'utf8');
const names = Object.keys(engineVariables);
/** A secret is given as a file. */
const orFile = (given: readonly string[], name: string): boolean =>
  given.includes(name) || given.includes(`${name}_FILE`);

describe('the variables of the endpoint', () => {
  it('are given to both processes that answer by docker-compose.yml', () => {
    const { services } = parse(read('docker-compose.yml'), { merge: true }) as {
      services: Record<string, { environment?: Record<string, string> }>;
    };
    for (const service of ['questionnaire', 'worker']) {
      const given = Object.keys(services[service]?.environment ?? {});
      expect(names.filter((name) => !orFile(given, name))).toEqual([]);
    }
  });

  it('may be set by an operator of Kubernetes, the key as a secret', () => {
    const { configMapGenerator } = parse(read('deploy/kubernetes/base/kustomization.yaml')) as {
      configMapGenerator: { literals: string[] }[];
    };
    const literals = configMapGenerator.flatMap((one) => one.literals).map((line) => line.split('=')[0] ?? '');
    const secrets = [...read('deploy/kubernetes/base/worker.yaml').matchAll(/name: (\w+_FILE)/g)].map(
      ([, name = '']) => name,
    );
    expect(names.filter((name) => !orFile([...literals, ...secrets], name))).toEqual([]);
    expect(literals).not.toContain('OPENAI_API_KEY');
  });

  it('are explained in the README, with every preset', () => {
    const rows = read('README.md')
      .split('\n')
      .filter((line) => line.startsWith('| `'));
    expect(names.filter((name) => !rows.some((row) => row.split('|')[1]?.includes(`\`${name}\``)))).toEqual([]);
    const row = rows.find((line) => line.includes('`CANDOR_ENGINE_PRESET`')) ?? '';
    expect(PRESET_NAMES.filter((name) => !row.includes(name))).toEqual([]);
  });
});
