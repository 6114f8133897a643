import { execFileSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { parse } from 'yaml';
import { JOBS as OF_INSIGHTS } from '../services/insights/src/jobs.js';
import { JOBS as OF_QUESTIONNAIRES } from '../services/questionnaire/src/jobs/catalogue.js';
import { JOBS as OF_TENANT } from '../services/tenant/src/jobs.js';
import { JOBS as OF_TRUST_PORTAL } from '../services/trust-portal/src/jobs.js';
import { CONFIGS, forgottenBy, mistakesOf } from './support/configs.js';

interface Service {
  environment?: Record<string, string>;
  secrets?: string[];
  read_only?: boolean;
  cap_drop?: string[];
  security_opt?: string[];
  mem_limit?: string;
  cpus?: number;
  pids_limit?: number;
  restart?: string;
  networks?: string[];
  ports?: string[];
  image: string;
  healthcheck?: object;
  depends_on?: Record<string, { condition: string }>;
}
interface ComposeFile {
  services: Record<string, Service>;
  secrets: Record<string, { file: string }>;
  networks: Record<string, { internal?: boolean } | null>;
}

const root = join(dirname(fileURLToPath(import.meta.url)), '..');
const compose = parse(readFileSync(join(root, 'docker-compose.yml'), 'utf8'), { merge: true }) as ComposeFile;
const processes = Object.entries(compose.services).filter(([name]) => name in CONFIGS);

let secrets: string;
beforeAll(() => {
  secrets = mkdtempSync(join(tmpdir(), 'candor-secrets-'));
  execFileSync('sh', [join(root, 'deploy/docker/secrets.sh'), secrets]);
});
afterAll(() => rmSync(secrets, { recursive: true }));

/** A value as a container gets it when the operator sets nothing, with the secrets where they are here. */
const asGiven = (value: string | number): string =>
  String(value)
    .replace(/\$\{\w+:-([^}]*)\}/g, '$1')
    .replace('/run/secrets', secrets);

describe('docker-compose.yml', () => {
  it('has every process of Candor', () => {
    expect(processes.map(([name]) => name).sort()).toEqual(Object.keys(CONFIGS).sort());
  });

  it('gives each process what it reads, and nothing that it does not know', () => {
    const found = processes.flatMap(([name, { environment = {} }]) => {
      const given = Object.fromEntries(Object.entries(environment).map(([key, value]) => [key, asGiven(value)]));
      return mistakesOf(name, given).map((mistake) => `${name}: ${mistake}`);
    });
    expect(found).toEqual([]);
  });

  it('lets operators set whatever a process reads, secrets by file', () => {
    // A collector of traces stands on a network that operators add with an override file.
    const traces = ['OTEL_EXPORTER_OTLP_ENDPOINT', 'OTEL_TRACES_SAMPLER_ARG'];
    const forgotten = processes.flatMap(([name, { environment = {} }]) =>
      forgottenBy(name, Object.keys(environment), traces),
    );
    expect(forgotten).toEqual([]);
  });

  it('gives each service the secrets that it is told to read, and no other', () => {
    for (const [name, { environment = {}, secrets: listed = [] }] of processes) {
      const read = Object.values(environment).flatMap((value) => /^\/run\/secrets\/(\w+)$/.exec(value)?.[1] ?? []);
      expect([name, ...listed.toSorted()]).toEqual([name, ...read.sort()]);
    }
    const used = new Set(Object.values(compose.services).flatMap(({ secrets: listed = [] }) => listed));
    expect(Object.keys(compose.secrets).sort()).toEqual([...used].sort());
    expect(Object.keys(compose.secrets).sort()).toEqual(readdirSync(secrets).sort());
  });

  it('bounds and locks down each process', () => {
    for (const [name, service] of processes) {
      expect([name, service]).toEqual([
        name,
        expect.objectContaining({
          read_only: true,
          cap_drop: ['ALL'],
          security_opt: ['no-new-privileges:true'],
          restart: 'unless-stopped',
          mem_limit: expect.stringMatching(/^\d+[mg]$/),
          cpus: expect.any(Number),
          pids_limit: expect.any(Number),
        }),
      ]);
    }
  });

  it('publishes the gateway alone, on this machine alone unless told otherwise, and keeps it from the databases', () => {
    const published = Object.entries(compose.services).filter(([, { ports = [] }]) => ports.length > 0);
    expect(published.map(([name]) => name).sort()).toEqual(['gateway', 'mail']);
    for (const [, { ports = [] }] of published) expect(ports.map(asGiven)[0]).toMatch(/^127\.0\.0\.1:/);
    expect(compose.services['gateway']?.networks).not.toContain('data');
    expect(compose.networks['data']).toEqual({ internal: true });
    expect(compose.networks['services']).toEqual({ internal: true });
  });

  it('starts nothing before what it needs is healthy', () => {
    for (const [name, { depends_on: needed = {} }] of processes) {
      const conditions = Object.values(needed).map(({ condition }) => condition);
      expect([name, ...new Set(conditions)]).toEqual([name, 'service_healthy']);
    }
  });

  it('pins every image of others', () => {
    const others = Object.values(compose.services).filter(({ image }) => !image.startsWith('candor/'));
    for (const { image } of others) expect(image).toMatch(/:v?\d+\.\d+\.\d+$/);
    const bases = readFileSync(join(root, 'deploy/docker/Dockerfile'), 'utf8').match(/^ARG \w+_IMAGE=.*$/gm) ?? [];
    expect(bases).toHaveLength(2);
    for (const base of bases) expect(base).toMatch(/:\d+\.\d+\.\d+-bookworm(-slim)?$/);
  });
});

describe('the Dockerfile', () => {
  it('installs from the manifests of every workspace, before anything else', () => {
    const { workspaces } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { workspaces: string[] };
    const text = readFileSync(join(root, 'deploy/docker/Dockerfile'), 'utf8');
    const copied = [...text.matchAll(/^COPY (\S+)\/package\.json (\S+)\/$/gm)];
    expect(copied.map(([, from, to]) => [from, to])).toEqual(copied.map(([, from]) => [from, from]));
    expect(copied.map(([, from]) => from).sort()).toEqual(workspaces.toSorted());
  });
});

describe('the secrets', () => {
  it('are made once, differ, and stand in a folder for the owner alone', () => {
    const before = readdirSync(secrets).map((name) => readFileSync(join(secrets, name), 'utf8'));
    execFileSync('sh', [join(root, 'deploy/docker/secrets.sh'), secrets]);
    expect(readdirSync(secrets).map((name) => readFileSync(join(secrets, name), 'utf8'))).toEqual(before);
    const filled = before.filter(Boolean);
    expect(new Set(filled).size).toBe(filled.length);
    expect(statSync(secrets).mode & 0o777).toBe(0o700);
  });

  it('of an installation from before sealing keys keep what the service token sealed', () => {
    const old = mkdtempSync(join(tmpdir(), 'candor-secrets-'));
    writeFileSync(join(old, 'service_token'), 'the token of an earlier release');
    execFileSync('sh', [join(root, 'deploy/docker/secrets.sh'), old]);
    expect(readFileSync(join(old, 'sealing_key'), 'utf8')).toBe('the token of an earlier release');
    rmSync(old, { recursive: true });
  });

  it('of an installation from before every service had queues make the users of the broker that it lacks', () => {
    const old = mkdtempSync(join(tmpdir(), 'candor-secrets-'));
    writeFileSync(join(old, 'rabbitmq_url_insights'), 'amqp://candor-insights:kept@rabbitmq:5672/candor');
    writeFileSync(
      join(old, 'rabbitmq_definitions'),
      '{ "users": [{ "name": "candor-insights", "password": "kept" }] }',
    );
    execFileSync('sh', [join(root, 'deploy/docker/secrets.sh'), old]);
    const { users } = JSON.parse(readFileSync(join(old, 'rabbitmq_definitions'), 'utf8')) as {
      users: { name: string; password: string }[];
    };
    expect(users).toContainEqual({ name: 'candor-insights', password: 'kept', tags: '' });
    expect(users.map(({ name }) => name)).toEqual(expect.arrayContaining(['candor-tenant', 'candor-trust_portal']));
    rmSync(old, { recursive: true });
  });

  it('let each user of the broker at the queues of its own service only', () => {
    const { users, permissions } = JSON.parse(readFileSync(join(secrets, 'rabbitmq_definitions'), 'utf8')) as {
      users: { name: string; password: string }[];
      permissions: { user: string; configure: string }[];
    };
    for (const { name, password } of users) {
      const url = readFileSync(join(secrets, `rabbitmq_url_${name.replace('candor-', '')}`), 'utf8');
      expect(url).toBe(`amqp://${name}:${password}@rabbitmq:5672/candor`);
    }
    const may = (user: string, queue: string): boolean =>
      permissions.some((one) => one.user === `candor-${user}` && new RegExp(one.configure).test(queue));
    const names = (jobs: Record<string, { name: string }>): string[] => Object.values(jobs).map(({ name }) => name);
    const jobs: Record<string, string[]> = {
      questionnaire: names(OF_QUESTIONNAIRES),
      insights: names(OF_INSIGHTS),
      tenant: names(OF_TENANT),
      trust_portal: names(OF_TRUST_PORTAL),
    };
    for (const user of Object.keys(jobs)) {
      const within = Object.values(jobs)
        .flat()
        .filter((name) => may(user, name));
      expect([user, ...within]).toEqual([user, ...(jobs[user] ?? [])]);
    }
    expect([may('questionnaire', 'candor'), may('questionnaire', 'questionnaire.extract.retry.1')]).toEqual([
      true,
      true,
    ]);
    expect([may('questionnaire', 'knowledge.index_document'), may('questionnaire', 'insights.record')]).toEqual([
      true,
      false,
    ]);
    expect([may('insights', 'insights.record.dead'), may('insights', 'questionnaire.extract')]).toEqual([true, false]);
  });
});
