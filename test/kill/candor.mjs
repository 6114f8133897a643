// The whole of Candor as one process, to be killed and started again on the same data.
import { spawn } from 'node:child_process';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const main = join(dirname(fileURLToPath(import.meta.url)), '..', '..', 'deploy', 'embedded', 'dist', 'main.js');

export class Candor {
  key = `cnd_killtest_${'k'.repeat(43)}`;
  url = '';
  #folder;
  #environment;
  #child;

  constructor(folder, environment = {}) {
    this.#folder = folder;
    this.#environment = environment;
  }

  get pid() {
    return this.#child?.pid;
  }

  /** Resolves when it says that it is ready. */
  async start() {
    const child = spawn(process.execPath, [main], {
      stdio: ['ignore', 'pipe', 'inherit'],
      env: {
        ...process.env,
        CANDOR_HTTP_PORT: '0',
        CANDOR_HTTP_HOST: '127.0.0.1',
        CANDOR_INTERNAL_PORT: '0',
        CANDOR_DATA_DIR: join(this.#folder, 'data'),
        CANDOR_BOOTSTRAP_API_KEY: this.key,
        CANDOR_RATE_PER_MINUTE: '100000',
        LOG_LEVEL: process.env.LOG_LEVEL ?? 'error',
        ...this.#environment,
      },
    });
    this.#child = child;
    this.url = await new Promise((resolve, reject) => {
      let output = '';
      child.stdout.on('data', (chunk) => {
        output += chunk;
        const ready = /is ready on (\S+)/.exec(output);
        if (ready) resolve(ready[1].replace('0.0.0.0', '127.0.0.1'));
      });
      child.once('exit', (code) => reject(new Error(`Candor did not start (exit ${code})`)));
    });
  }

  /** Resolves when it is gone. */
  async kill(signal) {
    const child = this.#child;
    if (!child || child.exitCode !== null || child.signalCode !== null) return;
    const gone = new Promise((resolve) => child.once('exit', resolve));
    child.kill(signal);
    await gone;
  }

  /** The JSON of a call with the admin key, or its bytes; throws what is not 2xx. */
  async call(path, { bytes, ...init } = {}) {
    const response = await fetch(this.url + path, { ...init, headers: { 'X-API-Key': this.key, ...init.headers } });
    if (!response.ok) throw new Error(`${response.status} ${path}: ${await response.text()}`);
    return bytes ? Buffer.from(await response.arrayBuffer()) : response.json();
  }
}
