import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ManagedProcess } from '../support/managed-process.js';

export interface Target {
  url: string;
  /** Admin key of the parent organization. */
  key: string;
  close(): Promise<void>;
}

/** Starts everything in one process on a free port and an empty folder, with the limits that an installation has. */
export async function startTarget(): Promise<Target> {
  const folder = await mkdtemp(join(tmpdir(), 'candor-conformance-'));
  const key = `cnd_conform0_${randomBytes(24).toString('hex')}`;
  const environment = {
    CANDOR_DATA_DIR: join(folder, 'data'),
    CANDOR_HTTP_PORT: '0',
    CANDOR_HTTP_HOST: '127.0.0.1',
    CANDOR_INTERNAL_PORT: '0',
    CANDOR_BOOTSTRAP_API_KEY: key,
    LOG_LEVEL: 'warn',
  };
  const system = new ManagedProcess('candor', 'deploy/embedded/dist/main.js', environment, join(folder, 'log'));
  const url = /https?:\/\/\S+/.exec(await system.start())?.[0] ?? '';
  return {
    url,
    key,
    close: async () => {
      await system.stop();
      await rm(folder, { recursive: true, force: true });
    },
  };
}
