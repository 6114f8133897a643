import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { embeddedConfig, startCandor } from '@candor/embedded';
import { silentLogger } from '@candor/runtime';
import { Api } from './api.js';
import { OpenApiChecker, type OpenApiDocument } from './openapi-checker.js';

export interface TestSystem {
  url: string;
  dataDir: string;
  /** Admin key of the default organization. */
  key: string;
  /** Makes the first person an administrator, once; of the first start. */
  firstAdminLink: string | undefined;
  document: OpenApiDocument;
  /** Calls with the admin key in the default organization; every response is checked against the OpenAPI document. */
  api: Api;
  /** The same key in a new child organization. */
  inNewOrganization(name: string): Promise<Api>;
  close(): Promise<void>;
}

/**
 * Starts everything in this process on free ports and a data directory of its own (or the one that `environment` names);
 * `close` removes the directory.
 */
export async function startSystem(environment: Record<string, string> = {}): Promise<TestSystem> {
  const dataDir = environment['CANDOR_DATA_DIR'] ?? (await mkdtemp(join(tmpdir(), 'candor-test-')));
  const key = environment['CANDOR_BOOTSTRAP_API_KEY'] ?? `cnd_e2e00000_${randomBytes(24).toString('hex')}`;
  const candor = await startCandor(
    embeddedConfig.parse({
      CANDOR_DATA_DIR: dataDir,
      CANDOR_HTTP_PORT: '0',
      CANDOR_HTTP_HOST: '127.0.0.1',
      CANDOR_INTERNAL_PORT: '0',
      CANDOR_BOOTSTRAP_API_KEY: key,
      LOG_LEVEL: 'silent',
      // Tests call and poll faster than clients; those of the limits set their own.
      CANDOR_RATE_PER_MINUTE: '100000',
      CANDOR_INSIGHTS_RATE_PER_MINUTE: '100000',
      ...environment,
    }),
    silentLogger(),
  );
  const document = (await (await fetch(`${candor.url}/openapi.json`)).json()) as OpenApiDocument;
  const api = new Api(candor.url, { 'x-api-key': key }, new OpenApiChecker(document));
  let organizations = 0;
  return {
    url: candor.url,
    dataDir,
    key,
    firstAdminLink: candor.firstAdminLink,
    document,
    api,
    inNewOrganization: async (name) => {
      // In a session of its own: creating an organization moves the session to it.
      const creator = api.with({ 'x-session-id': `create-${++organizations}` });
      const created = await creator.post('/v1/organizations/tenant/create', { json: { name } });
      return api.with({ 'x-organization-id': (created.body as { id: string }).id });
    },
    close: async () => {
      await candor.close();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}
