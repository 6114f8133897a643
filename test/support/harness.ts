import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { embeddedConfig, startCandor } from '@candor/embedded';
import { silentLogger } from '@candor/runtime';
import { clientsOf, type JoinedSystem } from './system-clients.js';

/** A system of the suite's own. */
export interface TestSystem extends JoinedSystem {
  dataDir: string;
  /** Makes the first person an administrator, once; of the first start. */
  firstAdminLink: string | undefined;
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
      // What is tested here is the system; the engine's own tests read evidence twice.
      CANDOR_ANSWER_READING: 'once',
      // On a busy or slow machine calls take longer than clients would wait.
      CANDOR_DEADLINE_SECONDS: '90',
      // Nobody answers there: tests ask no servers of others.
      CANDOR_DNS_SERVERS: '127.0.0.1:9',
      // Tests call and poll faster than clients; those of the limits set their own.
      CANDOR_RATE_PER_MINUTE: '100000',
      CANDOR_INSIGHTS_RATE_PER_MINUTE: '100000',
      ...environment,
    }),
    silentLogger(),
  );
  return {
    ...(await clientsOf(candor.url, key)),
    dataDir,
    firstAdminLink: candor.firstAdminLink,
    close: async () => {
      await candor.close();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}
