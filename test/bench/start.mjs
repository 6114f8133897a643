// Starts the embedded system again and again and prints how long it takes until it says that it is ready.
//
//   node test/bench/start.mjs [--times 5] [--max-ms 2000]
//
// From its built files (`tsc -b` first), on an empty data folder and then on the same one again. Wall-clock milliseconds,
// from the start of the process; and the resident memory of all its processes ten seconds after it was ready. Beside it, in
// turns, a server of node that answers one text.
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { quantile, tellFigures } from './figures.mjs';
import { residentBytes, startProgram } from './processes.mjs';

const { values } = parseArgs({ options: { times: { type: 'string' }, 'max-ms': { type: 'string' } } });
const times = Number(values.times ?? 5);

const IDLE_MS = 10_000;
const MB = 1024 * 1024;
const main = new URL('../../deploy/embedded/dist/main.js', import.meta.url).pathname;
const HELLO =
  "const s=require('node:http').createServer((q,r)=>r.end('hello'));s.listen(0,()=>console.log('http://127.0.0.1:'+s.address().port))";

/** Milliseconds until the program prints its address, and then what `look` says of it. */
async function startOnce(args, environment, look = () => undefined) {
  const began = performance.now();
  const program = await startProgram(args, environment);
  const took = performance.now() - began;
  try {
    return { took, seen: await look(program) };
  } finally {
    await program.stop();
  }
}

const idle = async ({ pid }) => {
  await new Promise((resolve) => setTimeout(resolve, IDLE_MS));
  return (await residentBytes(pid)) / MB;
};

const [empty, again, hello, memory, helloMemory] = [[], [], [], [], []];
for (let time = 0; time < times; time++) {
  const dataDir = await mkdtemp(join(tmpdir(), 'candor-bench-start-'));
  const environment = {
    CANDOR_DATA_DIR: dataDir,
    CANDOR_HTTP_PORT: '0',
    CANDOR_INTERNAL_PORT: '0',
    LOG_LEVEL: 'error',
  };
  try {
    empty.push((await startOnce([main], environment)).took);
    const { took, seen } = await startOnce([main], environment, idle);
    again.push(took);
    memory.push(seen);
    const bare = await startOnce(['-e', HELLO], {}, idle);
    hello.push(bare.took);
    helloMemory.push(bare.seen);
  } finally {
    await rm(dataDir, { recursive: true, force: true });
  }
}
const line = (name, took, unit) =>
  `${name}: median ${quantile(took).toFixed(0)} ${unit}, ${Math.min(...took).toFixed(0)} to ${Math.max(...took).toFixed(0)} ${unit}`;
console.log(line('on an empty folder', empty, 'ms'));
console.log(line('on its own data', again, 'ms'));
console.log(line('hello world', hello, 'ms'));
console.log(line('idle memory', memory, 'MB'));
console.log(line('idle memory of hello world', helloMemory, 'MB'));
tellFigures('start of the whole embedded system; idle memory', 'node hello-world server', [
  { what: '× hello world, time to ready', value: quantile(empty) / quantile(hello), unit: '×' },
  { what: 'to ready on an empty folder', value: quantile(empty) / 1000, unit: 's', most: 1.5 },
  { what: 'to ready on its own data', value: quantile(again) / 1000, unit: 's', most: 1.5 },
  { what: 'idle memory', value: quantile(memory), unit: 'MB', most: 180 },
  { what: 'idle memory of hello world', value: quantile(helloMemory), unit: 'MB' },
]);
if (values['max-ms'] !== undefined && Math.max(quantile(empty), quantile(again)) > Number(values['max-ms']))
  process.exitCode = 1;
