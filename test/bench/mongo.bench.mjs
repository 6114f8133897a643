#!/usr/bin/env node
// Speed of the embedded database through the driver, in a process of its own: `npm run bench:mongo [-- --documents=100000]`.
// Prints the median of the rounds against each bar, the disk's fsyncs per second beside the inserts, and the server's
// peak memory. MONGODB_URL measures another server instead (without its memory).
import { randomUUID } from 'node:crypto';
import { closeSync, fdatasyncSync, mkdtempSync, openSync, readFileSync, rmSync, statSync, writeSync } from 'node:fs';
import { loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { MongoClient } from 'mongodb';
import { startEmbeddedMongo } from '../../deploy/embedded/mongo/dist/index.js';

const documents = Number(
  process.argv.find((argument) => argument.startsWith('--documents='))?.split('=')[1] ?? 100_000,
);
const IN_FLIGHT = 16;
const ROUNDS = 5;
const ROUND_MS = 2000;

function median(values) {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)];
}

/** fsyncs per second of the disk that holds `directory`, each after a write of 4 KiB as SQLite's log makes them. */
function fsyncRate(directory) {
  const file = join(directory, 'fsync-probe');
  const handle = openSync(file, 'w');
  const page = Buffer.alloc(4096, 1);
  const started = performance.now();
  let count = 0;
  while (performance.now() - started < 1000) {
    writeSync(handle, page);
    fdatasyncSync(handle);
    count++;
  }
  closeSync(handle);
  rmSync(file);
  return Math.round((count / (performance.now() - started)) * 1000);
}

/** Milliseconds of CPU that a process has used; undefined where /proc is not. */
function cpuMs(pid) {
  try {
    const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1].split(' ');
    return (Number(fields[11]) + Number(fields[12])) * 10;
  } catch {
    return undefined;
  }
}

let cpuNote = '';

/** Operations per second with 16 in flight: the median of the rounds, after a warm-up. */
async function rate(operation) {
  const rates = [];
  const [serverBefore, clientBefore] = [cpuMs(server.pid), cpuMs(process.pid)];
  let n = 0;
  for (let round = 0; round <= ROUNDS; round++) {
    const started = performance.now();
    let done = 0;
    const lane = async () => {
      while (performance.now() - started < ROUND_MS) {
        await operation(n++);
        done++;
      }
    };
    await Promise.all(Array.from({ length: IN_FLIGHT }, lane));
    if (round > 0) rates.push((done / (performance.now() - started)) * 1000);
  }
  // What a shared machine gives in operations per second says little; the CPU of one operation says what an idle one would.
  if (serverBefore !== undefined) {
    const perOperation = (before, now) => Math.round(((now - before) * 1000) / n);
    cpuNote = `CPU µs an operation: server ${perOperation(serverBefore, cpuMs(server.pid))}, client ${perOperation(clientBefore, cpuMs(process.pid))}`;
  }
  return Math.round(median(rates));
}

/** Milliseconds of one call at a time: the median of 15, after a warm-up. */
async function duration(operation) {
  const times = [];
  for (let i = 0; i <= 15; i++) {
    const started = performance.now();
    await operation(i);
    if (i > 0) times.push(performance.now() - started);
  }
  return Number(median(times).toFixed(2));
}

/** Peak and present resident memory of the server in MB; undefined where /proc is not. */
function memory(pid) {
  try {
    const status = readFileSync(`/proc/${pid}/status`, 'utf8');
    const of = (name) => Math.round(Number(new RegExp(`${name}:\\s+(\\d+) kB`).exec(status)[1]) / 1024);
    return { peak: of('VmHWM'), now: of('VmRSS') };
  } catch {
    return undefined;
  }
}

const results = [];
function report(name, value, unit, bar) {
  const meets = bar === undefined ? '' : bar.atLeast !== undefined ? value >= bar.atLeast : value < bar.below;
  const wanted = bar === undefined ? '' : bar.atLeast !== undefined ? `>= ${bar.atLeast}` : `< ${bar.below}`;
  results.push({ name, value, unit, bar: wanted, meets });
  console.log(
    `${name.padEnd(62)} ${String(value).padStart(10)} ${unit.padEnd(5)} ${wanted.padEnd(10)} ${meets === false ? 'BELOW THE BAR' : ''}  ${cpuNote}`,
  );
  cpuNote = '';
}

const dataDir = mkdtempSync(join(tmpdir(), 'candor-bench-mongo-'));
const external = process.env.MONGODB_URL;
const startedAt = performance.now();
const server = external
  ? { url: external, pid: undefined, close: async () => {} }
  : await startEmbeddedMongo({ dataDir, mode: 'process' });
const startMs = Math.round(performance.now() - startedAt);
const client = await new MongoClient(server.url, { maxPoolSize: IN_FLIGHT }).connect();
const db = client.db(`bench_${randomUUID().slice(0, 8)}`);

const filler = 'The quick brown fox jumps over the lazy dog. '.repeat(8);
const make = (n, organization) => ({
  _id: randomUUID(),
  organization_id: organization,
  created_at: 1_700_000_000_000_000 + n * 1000,
  title: `Security questionnaire ${n} of ${n % 97 === 0 ? 'Globex' : 'Acme'}`,
  status: ['UPLOADED', 'ANSWERING_COMPLETED', 'COMPLETED', 'ANALYSIS_FAILED'][n % 4],
  counter: 0,
  filler,
});

console.log(`load average of the machine before: ${loadavg()[0].toFixed(1)}`);
try {
  if (!external) {
    report('start to listening, process of its own', startMs, 'ms');
    report("the disk's fsyncs", fsyncRate(dataDir), '/s');
  }
  const inserts = db.collection('inserts');
  await inserts.createIndex({ organization_id: 1, created_at: -1 });
  report(
    'insertOne (500 bytes, two indexes, synchronous=FULL)',
    await rate((n) => inserts.insertOne(make(n, 'org-a'))),
    '/s',
    { atLeast: 2000 },
  );

  const items = db.collection('items');
  await items.createIndex({ organization_id: 1, created_at: -1, _id: 1 });
  await items.createIndex({ organization_id: 1, status: 1 });
  const ids = [];
  const before = memory(server.pid);
  for (let n = 0; n < documents; n += 1000) {
    const batch = Array.from({ length: 1000 }, (_, i) => make(n + i, 'org-a'));
    ids.push(...batch.map(({ _id }) => _id));
    await items.insertMany(batch);
    if (n % 10_000 === 0) await items.insertMany(Array.from({ length: 1000 }, (_, i) => make(i, 'org-b')));
  }
  const pick = () => ids[Math.floor(Math.random() * ids.length)];

  report('findOne by _id', await rate(() => items.findOne({ _id: pick() })), '/s', { atLeast: 2500 });
  report(
    'findOneAndUpdate by _id',
    await rate(() => items.findOneAndUpdate({ _id: pick() }, { $inc: { counter: 1 } }, { returnDocument: 'after' })),
    '/s',
    { atLeast: 1200 },
  );
  report(
    'a page of 10 by (organization, created_at desc)',
    await rate(() => items.find({ organization_id: 'org-a' }).sort({ created_at: -1, _id: 1 }).limit(10).toArray()),
    '/s',
    { atLeast: 1000 },
  );
  report(
    'a page of 10 from a random created_at on',
    await rate(() =>
      items
        .find({
          organization_id: 'org-a',
          created_at: { $lt: 1_700_000_000_000_000 + Math.floor(Math.random() * documents) * 1000 },
        })
        .sort({ created_at: -1, _id: 1 })
        .limit(10)
        .toArray(),
    ),
    '/s',
    { atLeast: 1000 },
  );
  report(
    `count of one organization's ${documents} by index`,
    await duration(() => items.countDocuments({ organization_id: 'org-a' })),
    'ms',
    { below: 20 },
  );
  report(
    '$group counts by an indexed field',
    await duration(() =>
      items
        .aggregate([{ $match: { organization_id: 'org-a' } }, { $group: { _id: '$status', n: { $sum: 1 } } }])
        .toArray(),
    ),
    'ms',
    { below: 20 },
  );
  report(
    'a page at offset 50,000',
    await duration(() =>
      items.find({ organization_id: 'org-a' }).sort({ created_at: -1, _id: 1 }).skip(50_000).limit(10).toArray(),
    ),
    'ms',
  );
  const peakBefore = memory(server.pid);
  report(
    'a regular expression over all of an organization',
    await duration(() =>
      items
        .find({ organization_id: 'org-a', title: { $regex: 'Globex' } })
        .project({ title: 1 })
        .toArray(),
    ),
    'ms',
  );
  const all = await duration(async () => {
    let seen = 0;
    for await (const document of items.find({ organization_id: 'org-a', title: { $regex: 'question' } }))
      seen += Number(document !== null);
    if (seen !== documents) throw new Error(`saw ${seen} of ${documents}`);
  });
  report('reading all documents through a cursor', all, 'ms');
  const after = memory(server.pid);
  if (after) {
    const size = Math.round(statSync(join(dataDir, 'data.sqlite')).size / 1024 / 1024);
    console.log(
      `memory of the server: ${before.now} MB with no data, ${peakBefore.now} MB with ${size} MB of data, peak ${after.peak} MB`,
    );
  }
} finally {
  await db.dropDatabase();
  await client.close();
  await server.close();
  rmSync(dataDir, { recursive: true, force: true });
}
process.exitCode = results.some(({ meets }) => meets === false) ? 1 : 0;
