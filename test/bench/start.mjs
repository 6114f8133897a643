// Starts the embedded system again and again and prints how long it takes until it says that it is ready.
//
//   node test/bench/start.mjs [--times 5] [--max-ms 2000]
//
// From its built files (`tsc -b` first), on an empty data folder and then on the same one again. Wall-clock milliseconds,
// from the start of the process.
import { spawn } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';

const { values } = parseArgs({ options: { times: { type: 'string' }, 'max-ms': { type: 'string' } } });
const times = Number(values.times ?? 5);

/** Milliseconds from the start of the process to its line that says that it is ready. */
async function startOnce(dataDir) {
  const began = performance.now();
  const child = spawn(process.execPath, ['deploy/embedded/dist/main.js'], {
    env: {
      ...process.env,
      CANDOR_DATA_DIR: dataDir,
      CANDOR_HTTP_PORT: '0',
      CANDOR_INTERNAL_PORT: '0',
      LOG_LEVEL: 'error',
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const ended = new Promise((resolve) => child.once('exit', resolve));
  let text = '';
  try {
    return await new Promise((resolve, reject) => {
      child.stdout.setEncoding('utf8').on('data', (chunk) => {
        text += chunk;
        if (text.includes('is ready')) resolve(performance.now() - began);
      });
      void ended.then((code) => reject(new Error(`ended with ${code} before it was ready: ${text}`)));
    });
  } finally {
    child.kill('SIGTERM');
    await ended;
  }
}

const median = (numbers) => numbers.toSorted((a, b) => a - b)[Math.floor(numbers.length / 2)];
const line = (name, took) =>
  `${name}: median ${median(took).toFixed(0)} ms, ${Math.min(...took).toFixed(0)} to ${Math.max(...took).toFixed(0)} ms`;

const empty = [];
const again = [];
for (let time = 0; time < times; time++) {
  const dataDir = await mkdtemp(join(tmpdir(), 'candor-bench-start-'));
  try {
    empty.push(await startOnce(dataDir));
    again.push(await startOnce(dataDir));
  } finally {
    await rm(dataDir, { recursive: true, force: true });
  }
}
console.log(line('on an empty folder', empty));
console.log(line('on its own data', again));
if (values['max-ms'] !== undefined && Math.max(median(empty), median(again)) > Number(values['max-ms']))
  process.exitCode = 1;
