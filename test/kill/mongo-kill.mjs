#!/usr/bin/env node
// kill -9 of the embedded database during a stream of inserts and updates, 50 times, and each time everything that was not
// synced is lost with it, as by a loss of power: every acknowledged write is there after the restart, none half.
// `npm run test:kill:mongo [-- --kills=50 --seed=1]`. Exits 1 at the first loss, or when a database without fsync loses nothing.
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { MongoClient } from 'mongodb';
import { checkEmbeddedMongo, startEmbeddedMongo } from '../../deploy/embedded/mongo/dist/index.js';
import { canDropUnsynced, UnsyncedWrites } from '../support/unsynced/unsynced.mjs';

const option = (name, fallback) =>
  Number(process.argv.find((argument) => argument.startsWith(`--${name}=`))?.split('=')[1] ?? fallback);
const kills = option('kills', 50);
const WRITERS = 8;
const LIMIT_MS = 15 * 60_000;
/** Of a database without fsync: the first one already takes all that was acknowledged. */
const KILLS_WITHOUT_FSYNC = 3;

let state = option('seed', 1) >>> 0;
function random() {
  state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
  return state / 2 ** 32;
}

/** A write that was acknowledged is not there, or one is there in part. */
class Loss extends Error {}

/** What the writers sent to one database, and what of it was acknowledged. */
class Writes {
  /** The count of inserted groups and the last counter of each writer. */
  acknowledged = Array.from({ length: WRITERS }, () => ({ inserted: 0, counter: 0 }));
  /** What may be there without an acknowledgement: the one write that was under way. */
  #attempted = Array.from({ length: WRITERS }, () => ({ inserted: 0, counter: 0 }));
  /** Groups that were under way at a kill and are not there. */
  #never = Array.from({ length: WRITERS }, () => new Set());

  /** Writes until the server dies: groups of three documents in one command, and a counter with a copy of itself. */
  async write(db, writer) {
    const [sent, known] = [this.#attempted[writer], this.acknowledged[writer]];
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

  async verify(db) {
    for (let writer = 0; writer < WRITERS; writer++) {
      await this.#verifyGroups(db, writer);
      await this.#verifyCounter(db, writer);
    }
  }

  async #verifyGroups(db, writer) {
    const [sent, known, never] = [this.#attempted[writer], this.acknowledged[writer], this.#never[writer]];
    const groups = await db
      .collection('groups')
      .aggregate([{ $match: { writer } }, { $group: { _id: '$group', parts: { $sum: 1 } } }])
      .toArray();
    const parts = new Map(groups.map(({ _id, parts: count }) => [_id, count]));
    for (const [group, count] of parts)
      if (count !== 3) throw new Loss(`group ${writer}-${group} has ${count} of 3 parts`);
    for (let group = 0; group < known.inserted; group++)
      if (!parts.has(group) && !never.has(group)) throw new Loss(`acknowledged group ${writer}-${group} is missing`);
    // A write that was under way when the server died is there or not; from now on that is known.
    for (let group = known.inserted; group < sent.inserted; group++) if (!parts.has(group)) never.add(group);
    known.inserted = sent.inserted;
  }

  async #verifyCounter(db, writer) {
    const [sent, known] = [this.#attempted[writer], this.acknowledged[writer]];
    const counter = await db.collection('counters').findOne({ _id: writer });
    const n = counter?.n ?? 0;
    if (n < known.counter || n > sent.counter)
      throw new Loss(`counter ${writer} is ${n}, acknowledged ${known.counter}, sent ${sent.counter}`);
    if (counter && (counter.n !== counter.same || counter.key !== `${writer}-${n}`))
      throw new Loss(`counter ${writer} is half written`);
    known.counter = n;
    sent.counter = n;
  }
}

/** Kills the database on `dataDir` so often and checks it each time; throws `Loss`. */
async function killAgainAndAgain(dataDir, times, unsynced) {
  const writes = new Writes();
  const started = Date.now();
  const figures = { restartMs: 0, lostBytes: 0 };
  await prepare(dataDir);
  for (let round = 0; round <= times; round++) {
    if (Date.now() - started > LIMIT_MS) throw new Error(`not done within ${LIMIT_MS / 60_000} minutes`);
    try {
      await oneRound({ dataDir, writes, unsynced, figures, isLast: round === times });
    } catch (error) {
      if (error instanceof Loss) error.message = `round ${round}: ${error.message}`;
      throw error;
    }
  }
  const groups = writes.acknowledged.reduce((sum, { inserted }) => sum + inserted, 0);
  const updates = writes.acknowledged.reduce((sum, { counter }) => sum + counter, 0);
  return { ...figures, groups, updates };
}

const connected = (url) =>
  new MongoClient(url, {
    serverSelectionTimeoutMS: 3000,
    maxPoolSize: WRITERS,
    retryWrites: false,
    retryReads: false,
  }).connect();

/** Makes the database and its indexes, undisturbed. */
async function prepare(dataDir) {
  const server = await startEmbeddedMongo({ dataDir, mode: 'process' });
  const client = await connected(server.url);
  await client.db('kill').collection('groups').createIndex({ writer: 1, group: 1 });
  await client.db('kill').collection('counters').createIndex({ key: 1 }, { unique: true });
  await client.close();
  await server.close();
}

/** The server's process inherits the environment of this one. */
async function startWatched(unsynced, options) {
  const own = unsynced?.environment ?? {};
  Object.assign(process.env, own);
  try {
    return await startEmbeddedMongo(options);
  } finally {
    for (const name of Object.keys(own)) delete process.env[name];
  }
}

async function oneRound({ dataDir, writes, unsynced, figures, isLast }) {
  const begin = performance.now();
  let died;
  const dead = new Promise((resolve) => (died = resolve));
  const server = await startWatched(unsynced, { dataDir, mode: 'process', onFatal: died });
  figures.restartMs += performance.now() - begin;
  const client = await connected(server.url);
  try {
    const db = client.db('kill');
    await writes.verify(db);
    if (isLast) return;
    const writers = Array.from({ length: WRITERS }, (_, writer) => writes.write(db, writer).catch(() => undefined));
    setTimeout(() => process.kill(server.pid, 'SIGKILL'), 50 + random() * 400);
    await dead;
    await client.close(true);
    await Promise.all(writers);
    figures.lostBytes += unsynced?.drop(random) ?? 0;
    const report = await checkEmbeddedMongo(dataDir);
    if (!report.ok) throw new Loss(report.problems.slice(0, 3).join('; '));
  } finally {
    await client.close(true);
    await server.close();
  }
}

/** What of a database's writes is lost in a folder of its own; the folder is kept when something is wrong. */
async function inFolder(name, run) {
  const folder = mkdtempSync(join(tmpdir(), `candor-kill-mongo-${name}-`));
  const data = join(folder, 'data');
  mkdirSync(data, { mode: 0o700 });
  try {
    const result = await run(folder, data);
    rmSync(folder, { recursive: true, force: true });
    return result;
  } catch (error) {
    console.error(`${error instanceof Loss ? 'LOST OR HALF WRITTEN: ' : ''}${error.message} (data kept in ${folder})`);
    process.exit(1);
  }
}

const drops = canDropUnsynced();
if (drops) {
  const loss = await inFolder('without-fsync', async (folder, data) => {
    try {
      await killAgainAndAgain(data, KILLS_WITHOUT_FSYNC, new UnsyncedWrites({ folder, data, syncs: false }));
    } catch (error) {
      if (error instanceof Loss) return error;
      throw error;
    }
    throw new Error('a database whose syncs do not count lost nothing: this test does not see what it should');
  });
  console.log(`without fsync, as must be: ${loss.message}`);
}
const { restartMs, lostBytes, groups, updates } = await inFolder('synced', (folder, data) =>
  killAgainAndAgain(data, kills, drops ? new UnsyncedWrites({ folder, data }) : undefined),
);
console.log(
  `${kills} kills, ${groups} groups of 3 inserted, ${updates} updates, ${lostBytes} unsynced bytes dropped: nothing acknowledged lost, nothing half; ${Math.round(restartMs / (kills + 1))} ms to restart`,
);
