// Imports a CSV file of 100,000 subscribers into the embedded system, and prints how long it took and how far the memory of
// the process rose.
//
//   npm run bench:import [-- --rows 100000]
//
// Every 100th row is no address and every 1,000th comes twice: the report must say so. Memory is the resident set, sampled
// every 20 ms.
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { Candor } from '../kill/candor.mjs';

const { values } = parseArgs({ options: { rows: { type: 'string' } } });
const ROWS = Number(values.rows ?? 100_000);
const SUBSCRIBERS = '/v1/trustportal/updates/subscribers';

const folder = await mkdtemp(join(tmpdir(), 'candor-import-'));
const candor = new Candor(folder);

const residentMb = async () => {
  const status = await readFile(`/proc/${candor.pid}/status`, 'utf8');
  return Number(/VmRSS:\s+(\d+) kB/.exec(status)[1]) / 1024;
};

const lines = ['email,name,categories'];
let wrong = 0;
let twice = 0;
for (let i = 1; i <= ROWS; i++) {
  if (i % 1000 === 0) {
    lines.push(`READER${i - 1}@example.com,Again,`);
    twice++;
  } else if (i % 100 === 0) {
    lines.push(`reader${i},No address,`);
    wrong++;
  } else lines.push(`reader${i}@example.com,"Reader, number ${i}",`);
}
const csv = lines.join('\n');

async function imported() {
  const form = new FormData();
  form.set('file', new Blob([csv], { type: 'text/csv' }), 'subscribers.csv');
  const began = performance.now();
  const report = await candor.call(`${SUBSCRIBERS}/import?status=confirmed`, { method: 'POST', body: form });
  return { report, seconds: (performance.now() - began) / 1000 };
}

let failed = false;
const check = (holds, what) => {
  if (!holds) failed = true;
  console.log(`${holds ? 'ok  ' : 'FAIL'} ${what}`);
};

try {
  await candor.start();
  const before = await residentMb();
  let peak = before;
  const sampling = setInterval(() => void residentMb().then((mb) => (peak = Math.max(peak, mb))), 20);
  const first = await imported();
  clearInterval(sampling);
  const { rejected, ...report } = first.report;
  console.log(
    `${ROWS} rows (${(csv.length / 1e6).toFixed(1)} MB) in ${first.seconds.toFixed(1)} s: ${JSON.stringify(report)}`,
  );
  console.log(`resident: ${before.toFixed(0)} MB before, ${peak.toFixed(0)} MB at most`);
  const fresh = ROWS - wrong - twice;
  check(report.imported === fresh && report.duplicates === twice, 'every new address is there once');
  check(report.rejected_total === wrong && rejected.length === Math.min(wrong, 1000), 'what was refused is reported');
  check(
    rejected.every(({ row, code }) => code === 'invalid_email' && row % 100 === 1),
    'by the rows of the file',
  );
  const again = await imported();
  console.log(`once more in ${again.seconds.toFixed(1)} s`);
  check(again.report.imported === 0, 'once more adds nothing');
  check((await candor.call(`${SUBSCRIBERS}?page_size=1`)).total === fresh, 'the list counts them');
} finally {
  await candor.kill('SIGTERM');
  await rm(folder, { recursive: true, force: true });
}
process.exit(failed ? 1 : 0);
