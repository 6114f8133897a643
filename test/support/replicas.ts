import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { embeddedConfig, startCandor, type RunningCandor } from '@candor/embedded';
import { startEmbeddedMongo } from '@candor/embedded-mongo';
import { silentLogger } from '@candor/runtime';
import { Api } from './api.js';
import { OpenApiChecker, type OpenApiDocument } from './openapi-checker.js';

export interface Replicas {
  /** Of the database that they share. */
  databaseUrl: string;
  /** Address of one of them. */
  url(index: number): string;
  /** Calls one of them with the admin key of the default organization. */
  api(index: number): Api;
  /** Ends one and starts it again. */
  restart(index: number): Promise<void>;
  close(): Promise<void>;
}

/** Several whole systems, each with a gateway of its own, over one database. */
export async function startReplicas(count: number, environment: Record<string, string> = {}): Promise<Replicas> {
  const dataDir = await mkdtemp(join(tmpdir(), 'candor-test-'));
  const key = `cnd_e2e00000_${randomBytes(24).toString('hex')}`;
  const database = await startEmbeddedMongo({ dataDir: join(dataDir, 'database') });
  const start = (index: number): Promise<RunningCandor> =>
    startCandor(
      embeddedConfig.parse({
        MONGODB_URL: database.url,
        CANDOR_DATA_DIR: join(dataDir, String(index)),
        CANDOR_HTTP_PORT: '0',
        CANDOR_HTTP_HOST: '127.0.0.1',
        CANDOR_INTERNAL_PORT: '0',
        CANDOR_BOOTSTRAP_API_KEY: key,
        LOG_LEVEL: 'silent',
        ...environment,
      }),
      silentLogger(),
    );
  const running: RunningCandor[] = [];
  // One after the other: the first makes the default organization and its key.
  for (let index = 0; index < count; index++) running.push(await start(index));
  const document = (await (await fetch(`${running[0]?.url}/openapi.json`)).json()) as OpenApiDocument;
  const checker = new OpenApiChecker(document);
  const at = (index: number): RunningCandor => {
    const replica = running[index];
    if (!replica) throw new Error(`there is no replica ${index}`);
    return replica;
  };
  return {
    databaseUrl: database.url,
    url: (index) => at(index).url,
    api: (index) => new Api(at(index).url, { 'x-api-key': key }, checker),
    restart: async (index) => {
      await at(index).close();
      running[index] = await start(index);
    },
    close: async () => {
      for (const replica of running) await replica.close();
      await database.close();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}
