// Compares how long the API takes to refuse an unknown key and a known key with a wrong secret: whoever asks must not learn
// from the clock which identifiers exist.
//
//   npm run bench:keys [-- --calls 3000]
//
// Sent in turns, one at a time, each key once (refusals are not remembered). Printed are medians, their difference, and the
// difference of two halves of one kind, which is what chance alone makes here.
import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { Agent, get } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';

const { values } = parseArgs({ options: { calls: { type: 'string' } } });
const CALLS = Number(values.calls ?? 3000);
const WARM_UP = 500;
const ID = 'bench000';

const agent = new Agent({ keepAlive: true, maxSockets: 1 });

function refused(url, key) {
  return new Promise((resolve, reject) => {
    const sent = process.hrtime.bigint();
    get(url, { agent, headers: { 'x-api-key': key } }, (response) => {
      response.resume();
      response.on('end', () => {
        const micros = Number(process.hrtime.bigint() - sent) / 1000;
        if (response.statusCode === 401) resolve(micros);
        else reject(new Error(`expected 401, got ${response.statusCode}`));
      });
    }).on('error', reject);
  });
}

const median = (times) => [...times].sort((a, b) => a - b)[Math.floor(times.length / 2)];
const secret = () => randomBytes(32).toString('base64url');
const KINDS = {
  'unknown key': () => `cnd_${randomBytes(4).toString('hex')}_${secret()}`,
  'wrong secret': () => `cnd_${ID}_${secret()}`,
};

const folder = await mkdtemp(join(tmpdir(), 'candor-bench-'));
const candor = spawn(process.execPath, [new URL('../../deploy/embedded/dist/main.js', import.meta.url).pathname], {
  env: {
    ...process.env,
    CANDOR_DATA_DIR: folder,
    CANDOR_HTTP_PORT: '0',
    CANDOR_HTTP_HOST: '127.0.0.1',
    CANDOR_INTERNAL_PORT: '0',
    CANDOR_BOOTSTRAP_API_KEY: `cnd_${ID}_${secret()}`,
    LOG_LEVEL: 'warn',
  },
  stdio: ['ignore', 'pipe', 'inherit'],
});
try {
  const address = await new Promise((resolve, reject) => {
    let printed = '';
    candor.stdout.on('data', (chunk) => {
      printed += chunk;
      const found = /http:\/\/[\d.]+:\d+/.exec(printed)?.[0];
      if (found) resolve(found);
    });
    candor.once('exit', (code) => reject(new Error(`ended with ${code}: ${printed}`)));
  });
  const url = `${address}/v1/questionnaire/list`;
  const times = Object.fromEntries(Object.keys(KINDS).map((kind) => [kind, []]));
  for (let n = 0; n < WARM_UP + CALLS; n++)
    for (const [kind, key] of Object.entries(KINDS)) {
      const time = await refused(url, key());
      if (n >= WARM_UP) times[kind].push(time);
    }
  for (const [kind, list] of Object.entries(times))
    console.log(`${kind}: median ${median(list).toFixed(0)} µs of ${list.length} calls`);
  const [unknown, wrong] = Object.values(times);
  const halves = [0, 1].map((half) => median(unknown.filter((_time, i) => i % 2 === half)));
  console.log(
    `difference ${(median(wrong) - median(unknown)).toFixed(0)} µs; of two halves of one kind ${(halves[1] - halves[0]).toFixed(0)} µs`,
  );
} finally {
  candor.kill('SIGTERM');
  await new Promise((resolve) => candor.once('exit', resolve));
  await rm(folder, { recursive: true, force: true });
}
process.exit();
