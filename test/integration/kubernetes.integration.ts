import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { execFileSync } from 'node:child_process';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { parseAllDocuments } from 'yaml';
import { CONFIGS, forgottenBy, mistakesOf } from '../support/configs.js';
import {
  kubectlAvailable,
  render,
  validate,
  validatorAvailable,
  type KubernetesObject,
} from '../support/kubernetes.js';

/** The oldest and the newest version that the manifests promise to work on. */
const VERSIONS = ['1.29', '1.34'];
const OVERLAYS = ['dev', 'production'];

const root = join(dirname(fileURLToPath(import.meta.url)), '..', '..');
const rendering = kubectlAvailable();
const validating = rendering && (await validatorAvailable());
const whenRendered = rendering ? describe : describe.skip;
const whenValidated = validating ? describe : describe.skip;

interface Container {
  name: string;
  env?: { name: string; value: string }[];
  envFrom?: { configMapRef: { name: string } }[];
  args?: string[];
  resources: { requests: object; limits: { memory: string } };
  securityContext: object;
  ports?: { name: string; containerPort: number }[];
  livenessProbe?: object;
  readinessProbe?: object;
  startupProbe?: object;
}
interface PodSpec {
  serviceAccountName?: string;
  automountServiceAccountToken: boolean;
  securityContext: object;
  containers: Container[];
  topologySpreadConstraints?: object[];
  volumes: { name: string; projected?: { sources: { secret: { name: string } }[] } }[];
}

const podOf = (object: KubernetesObject): PodSpec => (object.spec?.['template'] as { spec: PodSpec }).spec;
const named = (objects: KubernetesObject[], kind: string): string[] =>
  objects.filter((one) => one.kind === kind).map(({ metadata }) => metadata.name);

const rendered: Record<string, { text: string; objects: KubernetesObject[] }> = {};
beforeAll(async () => {
  if (rendering) for (const overlay of OVERLAYS) rendered[overlay] = await render(overlay);
});
const objectsOf = (overlay: string): KubernetesObject[] => rendered[overlay]?.objects ?? [];
/** The settings that all processes are given. */
function settingsOf(overlay: string): Record<string, string> {
  const settings = objectsOf(overlay).find(
    ({ kind, metadata }) => kind === 'ConfigMap' && /^candor-/.test(metadata.name),
  );
  return (settings as { data?: Record<string, string> } | undefined)?.data ?? {};
}
const processesOf = (overlay: string): KubernetesObject[] =>
  objectsOf(overlay).filter(({ kind }) => kind === 'Deployment');

whenValidated.each(OVERLAYS)('the overlay %s', (overlay) => {
  it.each(VERSIONS)('is valid on Kubernetes %s, with no field that it does not know', async (version) => {
    expect(objectsOf(overlay).length).toBeGreaterThan(20);
    expect(await validate(rendered[overlay]?.text ?? '', version)).toBe('');
  });
});

whenValidated('the validation', () => {
  it.each([
    ['a field in the wrong case', /targetPort: http/, 'targetport: http', /targetport/],
    [
      'a field at the wrong place',
      /readOnlyRootFilesystem: true/,
      'readonlyRootFilesystem: true',
      /readonlyRootFilesystem/,
    ],
    ['a number where text must be', /terminationGracePeriodSeconds: 45/, 'terminationGracePeriodSeconds: soon', /soon/],
    [
      'a kind that does not exist',
      /kind: PodDisruptionBudget/,
      'kind: PodDisruptionBudgets',
      /PodDisruptionBudgets|budgets/i,
    ],
  ])('finds %s', async (_what, right, wrong, said) => {
    const { text = '' } = rendered['production'] ?? {};
    expect(text).toMatch(right);
    expect(await validate(text.replace(right, wrong), VERSIONS[0] ?? '')).toMatch(said);
  });
});

whenRendered.each(OVERLAYS)('each process of the overlay %s', (overlay) => {
  let secrets: string;
  const known = new Map<string, string[]>();
  beforeAll(() => {
    secrets = mkdtempSync(join(tmpdir(), 'candor-kubernetes-'));
    const folder = join(secrets, 'values');
    const printed = execFileSync('sh', [join(root, 'deploy/kubernetes/secrets.sh'), 'candor', folder], {
      encoding: 'utf8',
    });
    for (const document of parseAllDocuments(printed)) {
      const secret = document.toJS() as { metadata: { name: string }; data: Record<string, string> } | null;
      if (!secret) continue;
      known.set(secret.metadata.name, Object.keys(secret.data));
      for (const [key, value] of Object.entries(secret.data))
        writeFileSync(join(secrets, `${secret.metadata.name}.${key}`), Buffer.from(value, 'base64'));
    }
  });
  afterAll(() => rmSync(secrets, { recursive: true, force: true }));

  it('is there once', () => {
    expect(named(processesOf(overlay), 'Deployment').sort()).toEqual(Object.keys(CONFIGS).sort());
  });

  it('gets what it reads and starts with it', () => {
    const found = processesOf(overlay).flatMap((object) => {
      const { containers, volumes } = podOf(object);
      const sources = volumes.flatMap(({ projected }) => projected?.sources ?? []).map(({ secret }) => secret.name);
      const shape = CONFIGS[object.metadata.name]?.shape ?? {};
      const given = Object.fromEntries(Object.entries(settingsOf(overlay)).filter(([name]) => name in shape));
      for (const { name, value } of containers[0]?.env ?? []) {
        const secret = /^\/run\/secrets\/candor\/(.+)$/.exec(value)?.[1];
        const owner = sources.find((source) => known.get(source)?.includes(secret ?? ''));
        given[name] = secret === undefined ? value : join(secrets, `${owner}.${secret}`);
      }
      return mistakesOf(object.metadata.name, given).map((mistake) => `${object.metadata.name}: ${mistake}`);
    });
    expect(found).toEqual([]);
  });

  it('can be given whatever it reads, secrets by file', () => {
    const common = Object.keys(settingsOf(overlay));
    const forgotten = processesOf(overlay).flatMap((object) => {
      const own = podOf(object).containers[0]?.env?.map(({ name }) => name) ?? [];
      return forgottenBy(object.metadata.name, [...common, ...own]);
    });
    expect(forgotten).toEqual([]);
  });

  it('takes nothing from the common settings that no process knows', () => {
    const data = settingsOf(overlay);
    const variables = new Set(Object.values(CONFIGS).flatMap(({ shape }) => Object.keys(shape)));
    expect(Object.keys(data).length).toBeGreaterThan(5);
    expect(Object.keys(data).filter((name) => !variables.has(name))).toEqual([]);
  });

  it('is bounded, probed, locked down, spread, and has an account without rights', () => {
    for (const object of processesOf(overlay)) {
      const pod = podOf(object);
      expect(pod).toMatchObject({
        serviceAccountName: object.metadata.name,
        automountServiceAccountToken: false,
        securityContext: { runAsNonRoot: true, runAsUser: 1000, seccompProfile: { type: 'RuntimeDefault' } },
        containers: [
          {
            securityContext: {
              allowPrivilegeEscalation: false,
              readOnlyRootFilesystem: true,
              capabilities: { drop: ['ALL'] },
            },
            resources: {
              requests: { cpu: expect.any(String), memory: expect.any(String) },
              limits: { memory: expect.any(String) },
            },
          },
        ],
      });
      const [container] = pod.containers;
      for (const probe of [container?.livenessProbe, container?.readinessProbe, container?.startupProbe])
        expect(container?.ports?.map(({ name }) => name)).toContain(
          (probe as { httpGet: { port: string } }).httpGet.port,
        );
      expect(pod.topologySpreadConstraints).toHaveLength(2);
    }
  });

  it('may only be talked to by rule, and every rule and service names pods that are there', () => {
    const objects = objectsOf(overlay);
    const labels = processesOf(overlay).map(({ metadata }) => metadata.name);
    expect(named(objects, 'NetworkPolicy')).toContain('candor-nothing');
    for (const { kind, metadata, spec } of objects.filter(({ kind }) =>
      ['Service', 'NetworkPolicy', 'PodDisruptionBudget'].includes(kind),
    )) {
      const text = JSON.stringify(spec);
      const mentioned = [...text.matchAll(/"app.kubernetes.io\/name":"([\w-]+)"/g)].map(([, name]) => name ?? '');
      const wrong = mentioned.filter((name) => ![...labels, 'mongo', 'rabbitmq'].includes(name));
      expect([kind, metadata.name, wrong]).toEqual([kind, metadata.name, []]);
    }
  });
});

whenRendered('in production', () => {
  it('every process scales, may lose one pod at a time, and is called pod by pod over gRPC', () => {
    const objects = objectsOf('production');
    const names = Object.keys(CONFIGS).sort();
    expect(named(objects, 'HorizontalPodAutoscaler').sort()).toEqual(names);
    expect(named(objects, 'PodDisruptionBudget').sort()).toEqual(names);
    const headless = objects.filter(({ kind, spec }) => kind === 'Service' && spec?.['clusterIP'] === 'None');
    expect(headless.map(({ metadata }) => metadata.name).sort()).toEqual([
      'insights',
      'questionnaire',
      'tenant',
      'trust-portal',
    ]);
    const gateway = processesOf('production').find(({ metadata }) => metadata.name === 'gateway');
    const addresses = gateway ? podOf(gateway).containers[0]?.env?.filter(({ name }) => name.endsWith('_ADDRESS')) : [];
    expect(addresses?.map(({ value }) => /^dns:\/\/\/([\w-]+):5005\d$/.exec(value)?.[1]).sort()).toEqual(
      headless.map(({ metadata }) => metadata.name).sort(),
    );
    for (const object of processesOf('production')) expect(object.spec).not.toHaveProperty('replicas');
  });

  it('holds no secret', () => {
    expect(named(objectsOf('production'), 'Secret')).toEqual([]);
    expect(rendered['production']?.text).not.toMatch(/mongodb:\/\/\w+:\w+@/);
  });

  it('lets through an upload as large as the gateway takes', () => {
    const ingress = objectsOf('production').find(({ kind }) => kind === 'Ingress') as unknown as {
      metadata: { annotations: Record<string, string> };
    };
    const limit = Number.parseInt(
      ingress.metadata.annotations['nginx.ingress.kubernetes.io/proxy-body-size'] ?? '',
      10,
    );
    const { text = '' } = rendered['production'] ?? {};
    expect(limit).toBeGreaterThan(Number(/CANDOR_MAX_UPLOAD_MB: "(\d+)"/.exec(text)?.[1]));
  });
});

it('names of scripts in the manifests are those in the images', () => {
  const dockerfile = readFileSync(join(root, 'deploy/docker/Dockerfile'), 'utf8');
  const worker = readFileSync(join(root, 'deploy/kubernetes/base/worker.yaml'), 'utf8');
  const script = /args: \[(.+)\]/.exec(worker)?.[1] ?? '';
  expect(dockerfile).toContain(script);
  expect(basename(script)).toBe('worker.js');
});
