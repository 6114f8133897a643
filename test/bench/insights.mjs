// Measures the list of conversations, near its top and deep in it, while conversations are recorded.
//
//   npm run bench:insights [-- --conversations 1000000 --seconds 15 --per-second 100 --apart-us 30000000 --max-p95-ms 50]
//                          [--by import|ask] [--data-dir DIR]   keeps what was put in there, for the next run
//
// `npm start` runs as one process from its built files on its embedded database; the conversations of one organization are
// put into the database through the driver. Then 4 connections, each with a key of its own as 4 clients would have (one key
// may list 120 times a minute, so limits are lifted), read pages of 10 through the API, in turns with the same
// page read by the driver alone (sort, skip, limit and count), while conversations are recorded through the API at a steady
// rate: imported, ten at a time, or with `--by ask` asked one by one of an engine that knows nothing. At the end, the total
// must be what was put in and what was recorded. Exits 1 when a bar is missed.
import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { Agent, request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { performance } from 'node:perf_hooks';
import { parseArgs } from 'node:util';
import { MongoClient } from 'mongodb';
import { insertConversations } from './conversations.mjs';

const { values } = parseArgs({
  options: {
    conversations: { type: 'string', default: '1000000' },
    seconds: { type: 'string', default: '15' },
    'per-second': { type: 'string', default: '100' },
    'apart-us': { type: 'string', default: '30000000' },
    by: { type: 'string', default: 'import' },
    'data-dir': { type: 'string' },
    'max-p95-ms': { type: 'string', default: '50' },
  },
});
const COUNT = Number(values.conversations);
const SECONDS = Number(values.seconds);
const PER_SECOND = Number(values['per-second']);
const MAX_P95 = Number(values['max-p95-ms']);
const PAGE_SIZE = 10;
const DEEP = Math.max(1, Math.floor(COUNT / PAGE_SIZE / 2));
const CONNECTIONS = 4;
const WARM_UP_SECONDS = 3;

const keep = values['data-dir'];
// One for all runs on a folder that is kept.
const key = `cnd_bench000_${keep === undefined ? randomBytes(24).toString('hex') : '0'.repeat(48)}`;
const agent = new Agent({ keepAlive: true });

function call(method, url, body, { type = 'application/json', by = key } = {}) {
  return new Promise((resolve, reject) => {
    const headers = { 'x-api-key': by, ...(body === undefined ? {} : { 'content-type': type }) };
    const sent = request(url, { method, agent, headers }, (response) => {
      const chunks = [];
      response.on('data', (chunk) => chunks.push(chunk));
      response.on('end', () => {
        const text = Buffer.concat(chunks).toString('utf8');
        if (response.statusCode === 200) resolve({ body: JSON.parse(text), headers: response.headers });
        else reject(new Error(`${method} ${url}: ${response.statusCode} ${text}`));
      });
    });
    sent.on('error', reject);
    sent.end(body);
  });
}

async function ask(url, number) {
  const body = JSON.stringify({ question: `Question ${number}?`, source_type: 'web_ui' });
  await call('POST', `${url}/v1/insights/ask`, body);
  return 1;
}

const IMPORTED = 10;
async function importSome(url, number) {
  const answered_at = Date.now() * 1000;
  const line = (index) => ({ question: `Q ${number}.${index}?`, answer: 'A', source_type: 'web_ui', answered_at });
  const lines = Array.from({ length: IMPORTED }, (_value, index) => JSON.stringify(line(index))).join('\n');
  const head = 'Content-Disposition: form-data; name="file"; filename="a.jsonl"\r\nContent-Type: application/jsonl';
  const body = `--b\r\n${head}\r\n\r\n${lines}\r\n--b--\r\n`;
  const reply = await call('POST', `${url}/v1/insights/conversations/import`, body, {
    type: 'multipart/form-data; boundary=b',
  });
  return reply.body.imported;
}

/** Runs `one` at 4 connections at once; times in milliseconds, sorted. */
async function times(one, seconds) {
  const until = performance.now() + seconds * 1000;
  const taken = [];
  const client = async (_value, number) => {
    while (performance.now() < until) {
      const began = performance.now();
      await one(number);
      taken.push(performance.now() - began);
    }
  };
  await Promise.all(Array.from({ length: CONNECTIONS }).map(client));
  return taken.sort((a, b) => a - b);
}

const at = (taken, share) => taken[Math.min(taken.length - 1, Math.floor(taken.length * share))];
const shown = (taken) =>
  `p50 ${at(taken, 0.5).toFixed(1)} ms, p95 ${at(taken, 0.95).toFixed(1)} ms, max ${at(taken, 1).toFixed(1)} ms, ${taken.length} calls`;

/** Records at a steady rate until it is stopped; how many were recorded. */
function record(url) {
  const [one, at] = values.by === 'ask' ? [ask, PER_SECOND] : [importSome, PER_SECOND / IMPORTED];
  let stopped = false;
  let recorded = 0;
  const began = performance.now();
  const running = new Set();
  const loop = (async () => {
    for (let sent = 0; !stopped; sent++) {
      const wait = began + (sent * 1000) / at - performance.now();
      if (wait > 0) await new Promise((resolve) => setTimeout(resolve, wait));
      const work = one(url, sent).then((count) => {
        recorded += count;
        running.delete(work);
      });
      running.add(work);
    }
    await Promise.all(running);
  })();
  return async () => {
    stopped = true;
    await loop;
    return { recorded, perSecond: (recorded * 1000) / (performance.now() - began) };
  };
}

async function main() {
  const dataDir = keep ?? (await mkdtemp(join(tmpdir(), 'candor-bench-')));
  const candor = spawn(process.execPath, [new URL('../../deploy/embedded/dist/main.js', import.meta.url).pathname], {
    stdio: ['ignore', 'pipe', 'inherit'],
    env: {
      ...process.env,
      CANDOR_DATA_DIR: dataDir,
      CANDOR_HTTP_PORT: '0',
      CANDOR_HTTP_HOST: '127.0.0.1',
      CANDOR_INTERNAL_PORT: '0',
      CANDOR_BOOTSTRAP_API_KEY: key,
      CANDOR_RATE_PER_MINUTE: '1000000',
      CANDOR_INSIGHTS_RATE_PER_MINUTE: '1000000',
      LOG_LEVEL: 'error',
    },
  });
  let mongo;
  try {
    const url = await new Promise((resolve, reject) => {
      let printed = '';
      candor.stdout.on('data', (chunk) => {
        printed += chunk;
        const address = /ready on (http:\S+)/.exec(printed)?.[1];
        if (address) resolve(address);
      });
      candor.once('exit', (code) => reject(new Error(`Candor ended with ${code}: ${printed}`)));
    });
    mongo = await new MongoClient((await readFile(join(dataDir, 'database-url'), 'utf8')).trim()).connect();
    const db = mongo.db('candor_insights');
    const list = (page) => `${url}/v1/insights/conversations?page=${page}&page_size=${PAGE_SIZE}`;
    const { headers } = await call('GET', `${url}/v1/tags/`);
    const organizationId = headers['x-organization-id'];
    const stored = () => db.collection('conversations').countDocuments({ organization_id: organizationId });
    if ((await stored()) < COUNT) {
      const newest = Date.now() * 1000 - 60e6;
      const apart = Number(values['apart-us']);
      const { ms } = await timed(() => insertConversations(db, organizationId, { count: COUNT, newest, apart }));
      console.log(`${COUNT.toLocaleString('en')} conversations put in, in ${(ms / 1000).toFixed(0)} s`);
    }
    const before = await stored();

    const { body: settled, ms: settling } = await timed(() => call('GET', list(1)));
    console.log(`first look, nothing counted yet: ${settling.toFixed(0)} ms, total ${settled.total}`);
    if (settled.total !== before) throw new Error(`the total is ${settled.total} and not ${before}`);
    // The first looks count what nobody has counted before.
    for (let look = 0; look < 50; look++) await call('GET', list(DEEP));

    const keys = [];
    for (let client = 0; client < CONNECTIONS; client++) {
      const issued = await call(
        'POST',
        `${url}/v1/api-keys`,
        JSON.stringify({ name: `Client ${client}`, role: 'ADMIN' }),
      );
      keys.push(issued.body.key);
    }
    const missed = [];
    const bare = async (page) => {
      const rows = db.collection('conversations');
      const mine = { organization_id: organizationId };
      const order = { answered_at: -1, conversation_id: 1 };
      const found = rows
        .find(mine)
        .sort(order)
        .skip((page - 1) * PAGE_SIZE)
        .limit(PAGE_SIZE)
        .toArray();
      await Promise.all([found, rows.countDocuments(mine)]);
    };
    const stop = record(url);
    for (const page of [1, DEEP]) {
      const name = `page ${page.toLocaleString('en')}`;
      const read = async (number) => {
        const { body } = await call('GET', list(page), undefined, { by: keys[number] });
        if (body.data.length !== PAGE_SIZE || body.total < before) throw new Error(`${name} is wrong: ${body.total}`);
      };
      await times(read, WARM_UP_SECONDS);
      const api = await times(read, SECONDS);
      const driver = await times(() => bare(page), Math.min(5, SECONDS));
      console.log(`${name}, ${PER_SECOND}/s recorded: API ${shown(api)}`);
      console.log(`${name}, the driver alone: ${shown(driver)}`);
      if (at(api, 0.95) > MAX_P95) missed.push(`${name}: p95 ${at(api, 0.95).toFixed(1)} ms, wanted ${MAX_P95}`);
    }
    const { recorded, perSecond } = await stop();
    console.log(`recorded meanwhile: ${recorded}, ${perSecond.toFixed(0)}/s`);
    if (perSecond < PER_SECOND * 0.98) missed.push(`recorded ${perSecond.toFixed(0)}/s, wanted ${PER_SECOND}`);

    // The summary's days are counted by their index.
    const { body: summary, ms } = await timed(() => call('GET', `${url}/v1/insights/summary?days=366&gaps=100`));
    console.log(`summary of 366 days: ${ms.toFixed(0)} ms, ${summary.unanswered_total} without an answer`);
    const deadline = performance.now() + 30_000;
    for (let total = -1; total !== before + recorded;) {
      ({ total } = (await call('GET', list(1))).body);
      if (performance.now() > deadline) {
        missed.push(`total ${total}, wanted ${before + recorded}`);
        break;
      }
    }
    const last = (await call('GET', list(1))).body;
    console.log(
      `total ${last.total.toLocaleString('en')}, as put in and recorded: ${last.total === before + recorded}`,
    );
    for (const line of missed) console.log(`MISSED ${line}`);
    process.exitCode = missed.length === 0 ? 0 : 1;
  } finally {
    agent.destroy();
    await mongo?.close();
    candor.removeAllListeners('exit');
    const ended = new Promise((resolve) => candor.once('exit', resolve));
    candor.kill('SIGTERM');
    await ended;
    if (keep === undefined) await rm(dataDir, { recursive: true, force: true });
  }
}

async function timed(run) {
  const began = performance.now();
  return { ...((await run()) ?? {}), ms: performance.now() - began };
}

await main();
