#!/usr/bin/env node
// kill -9 of the embedded database during a stream of inserts and updates, 50 times: every acknowledged write is there
// after the restart, none half. `npm run test:kill:mongo [-- --kills=50 --seed=1]`. Exits 1 at the first loss.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { MongoClient } from 'mongodb';
import { checkEmbeddedMongo, startEmbeddedMongo } from '../../deploy/embedded/mongo/dist/index.js';

const option = (name, fallback) =>
  Number(process.argv.find((argument) => argument.startsWith(`--${name}=`))?.split('=')[1] ?? fallback);
const kills = option('kills', 50);
const WRITERS = 8;
const LIMIT_MS = 15 * 60_000;

let state = option('seed', 1) >>> 0;
function random() {
  state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
  return state / 2 ** 32;
}

const dataDir = mkdtempSync(join(tmpdir(), 'candor-kill-mongo-'));
/** What was acknowledged: the count of inserted groups and the last counter of each writer. */
const acknowledged = Array.from({ length: WRITERS }, () => ({ inserted: 0, counter: 0 }));
/** What may be there without an acknowledgement: the one write that was under way. */
const attempted = Array.from({ length: WRITERS }, () => ({ inserted: 0, counter: 0 }));

function fail(message) {
  console.error(`LOST OR HALF WRITTEN: ${message} (data kept in ${dataDir})`);
  process.exit(1);
}

/** Writes until the server dies: groups of three documents in one command, and a counter with a copy of itself. */
async function write(db, writer) {
  const [sent, known] = [attempted[writer], acknowledged[writer]];
  for (;;) {
    if (random() < 0.5) {
      const group = sent.inserted++;
      await db.collection('groups').insertMany(
        [0, 1, 2].map((part) => ({
          _id: `${writer}-${group}-${part}`,
          writer,
          group,
          part,
          text: 'x'.repeat(Math.floor(random() * 3000)),
        })),
      );
      known.inserted = sent.inserted;
    } else {
      sent.counter++;
      const update = {
        $inc: { n: 1, same: 1 },
        $set: { text: 'y'.repeat(Math.floor(random() * 3000)), [`key`]: `${writer}-${sent.counter}` },
      };
      await db.collection('counters').updateOne({ _id: writer }, update, { upsert: true });
      known.counter = sent.counter;
    }
  }
}

async function verify(db, round) {
  for (let writer = 0; writer < WRITERS; writer++) {
    const [sent, known] = [attempted[writer], acknowledged[writer]];
    const groups = await db
      .collection('groups')
      .aggregate([{ $match: { writer } }, { $group: { _id: '$group', parts: { $sum: 1 } } }])
      .toArray();
    const parts = new Map(groups.map(({ _id, parts: count }) => [_id, count]));
    for (const [group, count] of parts)
      if (count !== 3) fail(`round ${round}: group ${writer}-${group} has ${count} of 3 parts`);
    for (let group = 0; group < known.inserted; group++) {
      if (!parts.has(group) && !lost[writer].has(group))
        fail(`round ${round}: acknowledged group ${writer}-${group} is missing`);
    }
    // A write that was under way when the server died is there or not; from now on that is known.
    for (let group = known.inserted; group < sent.inserted; group++) if (!parts.has(group)) lost[writer].add(group);
    known.inserted = sent.inserted;
    const counter = await db.collection('counters').findOne({ _id: writer });
    const n = counter?.n ?? 0;
    if (n < known.counter || n > sent.counter)
      fail(`round ${round}: counter ${writer} is ${n}, acknowledged ${known.counter}, sent ${sent.counter}`);
    if (counter && (counter.n !== counter.same || counter.key !== `${writer}-${n}`))
      fail(`round ${round}: counter ${writer} is half written`);
    known.counter = n;
    sent.counter = n;
  }
}
const lost = Array.from({ length: WRITERS }, () => new Set());

const started = Date.now();
let restarts = 0;
for (let round = 0; round <= kills; round++) {
  if (Date.now() - started > LIMIT_MS) fail(`round ${round}: not done within ${LIMIT_MS / 60_000} minutes`);
  const begin = performance.now();
  let died;
  const dead = new Promise((resolve) => (died = resolve));
  const server = await startEmbeddedMongo({ dataDir, mode: 'process', onFatal: died });
  restarts += performance.now() - begin;
  const client = await new MongoClient(server.url, {
    serverSelectionTimeoutMS: 3000,
    maxPoolSize: WRITERS,
    retryWrites: false,
    retryReads: false,
  }).connect();
  const db = client.db('kill');
  if (round === 0) {
    await db.collection('groups').createIndex({ writer: 1, group: 1 });
    await db.collection('counters').createIndex({ key: 1 }, { unique: true });
  }
  await verify(db, round);
  if (round === kills) {
    await client.close();
    await server.close();
    break;
  }
  const writers = Array.from({ length: WRITERS }, (_, writer) => write(db, writer).catch(() => undefined));
  setTimeout(() => process.kill(server.pid, 'SIGKILL'), 50 + random() * 400);
  await dead;
  await client.close(true);
  await Promise.all(writers);
  const report = await checkEmbeddedMongo(dataDir);
  if (!report.ok) fail(`round ${round}: ${report.problems.slice(0, 3).join('; ')}`);
}
const groups = acknowledged.reduce((sum, { inserted }) => sum + inserted, 0);
const updates = acknowledged.reduce((sum, { counter }) => sum + counter, 0);
console.log(
  `${kills} kills, ${groups} groups of 3 inserted, ${updates} updates: nothing lost, nothing half; ${Math.round(restarts / (kills + 1))} ms to restart`,
);
rmSync(dataDir, { recursive: true, force: true });
