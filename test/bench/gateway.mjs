// Measures what a call costs between the client and the database.
//
//   npm run bench:gateway [-- --seconds 8 --sizes 1000,100000]
//
// Compared, on one embedded database server (a process of its own) and the same documents:
//   a  a bare express handler with the mongodb driver that gives the first page of questionnaires, as the API shows it
//   b  GET /v1/questionnaire/list of the whole system: gateway → gRPC → services → database, with key, session and limit
// Each runs as one process from its built files (`tsc -b` first); this process is the client. Printed are calls a second
// at 32 connections with b/a (wanted: at least 0.45), and the times at 8 connections (wanted: b's p95 at most 15 ms). Equal
// calls that come at once share a read of b; so that this is not taken for more than it is, there is also a round in which
// each call asks for one of the first hundred pages at random.
import { randomBytes, randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { Agent, get } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { performance } from 'node:perf_hooks';
import { parseArgs } from 'node:util';
import express from 'express';
import { MongoClient } from 'mongodb';
import { tellFigures } from './figures.mjs';
import { delayFigures, startProgram, WATCHED } from './processes.mjs';

const { values } = parseArgs({
  options: { seconds: { type: 'string' }, sizes: { type: 'string' }, bare: { type: 'string' } },
});
const SECONDS = Number(values.seconds ?? 8);
const SIZES = (values.sizes ?? '1000,100000').split(',').map(Number);
// Calls a second still double between the third and the tenth second of load, while the code is being compiled.
const WARM_UP_SECONDS = 10;
const PAGE = 10;

/** (a): the least that gives the same reply. */
async function serveBare(url) {
  const client = await new MongoClient(url, { maxPoolSize: 32 }).connect();
  const db = client.db('candor_questionnaire');
  const item = (doc) => ({
    id: doc._id,
    title: doc.title,
    company_name: doc.companyName,
    status: doc.status,
    status_display_name: 'Ready for review',
    total_questions: doc.counts.all.total,
    answered_questions: doc.counts.all.aiAnswered,
    created_at: doc.createdAt,
    deadline: null,
    deal_value: null,
    tags: [],
    should_poll: doc.processing,
  });
  const app = express();
  app.get('/list/:organization', async (request, response) => {
    const { organization: organizationId } = request.params;
    const questionnaires = db.collection('questionnaires');
    const seen = { organizationId, deleted: false };
    const [page, total, processing] = await Promise.all([
      questionnaires.find(seen).sort({ createdAt: -1, _id: 1 }).limit(PAGE).toArray(),
      questionnaires.countDocuments(seen),
      questionnaires.findOne({ organizationId, processing: true }, { projection: { _id: 1 } }),
    ]);
    const ids = page.map((doc) => doc._id);
    await db
      .collection('taggings')
      .find({ organizationId, questionnaireId: { $in: ids } })
      .toArray();
    response.json({
      questionnaires: page.map(item),
      pagination: { total, limit: PAGE, offset: 0 },
      should_poll: processing !== null,
    });
  });
  const server = app.listen(0, '127.0.0.1', () => {
    process.stdout.write(`ready at http://127.0.0.1:${server.address().port}\n`);
  });
}

function call(url, agent, headers) {
  return new Promise((resolve, reject) => {
    get(url, { agent, headers }, (response) => {
      const chunks = [];
      response.on('data', (chunk) => chunks.push(chunk));
      response.on('end', () => {
        const body = Buffer.concat(chunks);
        if (response.statusCode === 200) resolve({ body, headers: response.headers });
        else reject(new Error(`${url}: ${response.statusCode} ${body}`));
      });
    }).on('error', reject);
  });
}

/** Calls as fast as `connections` allow; times in milliseconds, sorted. */
async function load({ url, headers, pages }, connections, seconds) {
  const agent = new Agent({ keepAlive: true, maxSockets: connections });
  const times = [];
  const began = performance.now();
  const until = began + seconds * 1000;
  const client = async () => {
    while (performance.now() < until) {
      const sent = performance.now();
      const page = pages ? `?offset=${PAGE * Math.floor(Math.random() * Math.min(pages, 100))}` : '';
      await call(url + page, agent, headers);
      times.push(performance.now() - sent);
    }
  };
  await Promise.all(Array.from({ length: connections }, client));
  const perSecond = (times.length * 1000) / (performance.now() - began);
  agent.destroy();
  times.sort((x, y) => x - y);
  const at = (share) => times[Math.min(times.length - 1, Math.floor(times.length * share))];
  return { perSecond, p50: at(0.5), p95: at(0.95), p99: at(0.99) };
}

/** Questionnaires as they are stored when everything is answered. */
async function fill(db, organizationId, from, to) {
  const counts = { total: 40, aiAnswered: 30, manualAnswered: 4, approved: 0 };
  for (let begin = from; begin < to; begin += 1000) {
    const documents = Array.from({ length: Math.min(1000, to - begin) }, (_value, index) => ({
      _id: randomUUID(),
      organizationId,
      deleted: false,
      title: `Security questionnaire ${begin + index}`,
      titleFolded: `security questionnaire ${begin + index}`,
      companyName: 'Acme Corporation',
      companyFolded: 'acme corporation',
      dealValue: '',
      deadline: '',
      instructions: '',
      sourceType: 'FILE',
      assignees: [],
      file: { name: 'questions.xlsx', size: 20_000, mimeType: 'application/xlsx', sha256: 'a'.repeat(64) },
      fileId: randomUUID(),
      status: 'ANSWERING_COMPLETED',
      processing: false,
      createdAt: 1_700_000_000_000_000 + (begin + index) * 1000,
      updatedAt: 1_700_000_000_000_000,
      statusLog: [],
      stages: {},
      coverage: { question: 40, answer: 0, section: 4, header: 1, instruction: 2, options: 0, skipped: 3 },
      knowledgeRevision: 1,
      openBatches: [],
      revision: 2,
      writesOpen: 0,
      counts: { revision: 2, all: counts, bySheet: {} },
      workOpen: false,
      workJob: '',
      workAttempt: 0,
      workClaims: 0,
      workFailures: 0,
      workLeaseUntil: 0,
      workSweepAt: 0,
    }));
    await db.collection('questionnaires').insertMany(documents, { ordered: false });
  }
}

async function main() {
  const dataDir = await mkdtemp(join(tmpdir(), 'candor-bench-'));
  const { startEmbeddedMongo } = await import('@candor/embedded-mongo');
  const database = await startEmbeddedMongo({ dataDir, mode: 'process' });
  const mongo = await new MongoClient(database.url).connect();
  const started = [];
  const start = async (...args) => {
    const program = await startProgram(...args);
    started.push(program);
    return program;
  };
  try {
    const key = `cnd_bench000_${randomBytes(24).toString('hex')}`;
    const root = new URL('../../', import.meta.url).pathname;
    const candor = await start([...WATCHED, join(root, 'deploy/embedded/dist/main.js')], {
      MONGODB_URL: database.url,
      CANDOR_DATA_DIR: join(dataDir, 'candor'),
      CANDOR_HTTP_PORT: '0',
      CANDOR_HTTP_HOST: '127.0.0.1',
      CANDOR_INTERNAL_PORT: '0',
      CANDOR_BOOTSTRAP_API_KEY: key,
      CANDOR_RATE_PER_MINUTE: '1000000',
      LOG_LEVEL: 'warn',
    });
    const bare = await start([new URL(import.meta.url).pathname, '--bare', database.url]);
    const b = { url: `${candor.url}/v1/questionnaire/list`, headers: { 'x-api-key': key } };
    const { headers } = await call(b.url, new Agent(), b.headers);
    const organizationId = headers['x-organization-id'];
    const a = { url: `${bare.url}/list/${organizationId}`, headers: {} };
    let filled = 0;
    for (const size of SIZES) {
      await fill(mongo.db('candor_questionnaire'), organizationId, filled, size);
      filled = size;
      const replies = await Promise.all([a, b].map(({ url, headers: sent }) => call(url, new Agent(), sent)));
      const totals = replies.map(({ body }) => JSON.parse(body).pagination.total);
      if (totals.some((total) => total !== size)) throw new Error(`not the same documents: ${totals.join(', ')}`);
      for (const one of [a, b]) await load(one, 32, WARM_UP_SECONDS);
      // In turns, so that what else the machine does falls on both.
      const rounds = [];
      for (let round = 0; round < 2; round++) {
        rounds.push([await load(a, 32, SECONDS / 2), await load(b, 32, SECONDS / 2)]);
      }
      const mean = (index) => rounds.reduce((sum, round) => sum + round[index].perSecond, 0) / rounds.length;
      const bareEight = await load(a, 8, SECONDS / 2);
      await candor.loopDelay();
      const eight = await load(b, 8, SECONDS);
      const delay = await candor.loopDelay();
      // Nothing is shared between calls that ask for different pages.
      const apart = await load({ ...b, pages: size / PAGE }, 8, SECONDS);
      const ms = (value) => `${value.toFixed(1)} ms`;
      console.log(
        [
          `${size.toLocaleString('en')} questionnaires`,
          `a ${mean(0).toFixed(0)}/s`,
          `b ${mean(1).toFixed(0)}/s`,
          `b/a ${(mean(1) / mean(0)).toFixed(2)}`,
          `at 8 connections: a ${bareEight.perSecond.toFixed(0)}/s, p95 ${ms(bareEight.p95)}`,
          `b ${eight.perSecond.toFixed(0)}/s, p50 ${ms(eight.p50)}, p95 ${ms(eight.p95)}, p99 ${ms(eight.p99)}`,
          `b, each call another page, ${apart.perSecond.toFixed(0)}/s, p50 ${ms(apart.p50)}, p95 ${ms(apart.p95)}`,
        ].join(' · '),
      );
      tellFigures(`list page at ${size.toLocaleString('en')} questionnaires`, 'bare express + driver', [
        { what: '× bare, calls a second at 32 connections', value: mean(1) / mean(0), unit: '×', least: 0.45 },
        { what: 'p95 at 8 connections', value: eight.p95, unit: 'ms', most: 15 },
        { what: 'bare, p95 at 8 connections', value: bareEight.p95, unit: 'ms' },
        { what: 'p95 at 8 connections, each call another page', value: apart.p95, unit: 'ms' },
        { what: 'ours, 32 connections', value: mean(1), unit: '/s' },
        { what: 'bare, 32 connections', value: mean(0), unit: '/s' },
        ...delayFigures(delay),
      ]);
    }
  } finally {
    for (const program of started) await program.stop();
    await mongo.close();
    await database.close();
    await rm(dataDir, { recursive: true, force: true });
  }
}

await (values.bare === undefined ? main() : serveBare(values.bare));
