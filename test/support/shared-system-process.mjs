// The one system that end-to-end suites of a run share, as a process of its own: node shared-system-process.mjs FOLDER RUNNER-PID
// It tells where it is in FOLDER/address.json, and ends with the run.
import { randomBytes } from 'node:crypto';
import { renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { embeddedConfig, startCandor } from '../../deploy/embedded/dist/index.js';
import { silentLogger } from '../../services/runtime/dist/index.js';

const [folder = '', runner = ''] = process.argv.slice(2);
const LOOKS_EVERY_MS = 1000;

const key = `cnd_e2e00000_${randomBytes(24).toString('hex')}`;
const dataDir = join(folder, 'data');
const candor = await startCandor(
  embeddedConfig.parse({
    CANDOR_DATA_DIR: dataDir,
    CANDOR_HTTP_PORT: '0',
    CANDOR_HTTP_HOST: '127.0.0.1',
    CANDOR_INTERNAL_PORT: '0',
    CANDOR_BOOTSTRAP_API_KEY: key,
    LOG_LEVEL: 'silent',
    // Tests call and poll faster than clients.
    CANDOR_RATE_PER_MINUTE: '1000000',
    CANDOR_INSIGHTS_RATE_PER_MINUTE: '1000000',
  }),
  silentLogger(),
);

let ending;
const end = () => {
  ending ??= candor.close().then(() => {
    rmSync(folder, { recursive: true, force: true });
    process.exit(0);
  });
};
process.once('SIGTERM', end);
// A run that is broken off ends nothing by itself.
setInterval(() => {
  try {
    process.kill(Number(runner), 0);
  } catch {
    end();
  }
}, LOOKS_EVERY_MS);

// Whoever finds the file finds all of it.
const told = join(folder, 'address.json');
writeFileSync(`${told}.new`, JSON.stringify({ url: candor.url, key, dataDir, pid: process.pid }));
renameSync(`${told}.new`, told);
