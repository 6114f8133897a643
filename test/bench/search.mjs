// Searches with plain words in one organization of 1,000 questionnaires with 300 questions each, among fifty.
//
//   npm run bench:search [-- --questionnaires 1000 --questions 300 --organizations 50 --searches 60]
//
// Everything is put into the database of the embedded system as the pipeline leaves it (the store's own code makes what
// search reads), then searched through the API, one search at a time; beside it, in turns, a scan of the questions'
// collection by a regular expression, which is what stands behind a search without an index. The other organizations hold
// a fiftieth as many questionnaires each: as much again in all.
import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { MongoClient } from 'mongodb';
import { startEmbeddedMongo } from '@candor/embedded-mongo';
import { BLOCK_SIZE } from '../../services/questionnaire/dist/search/block-words.js';
import { SearchBlockStore } from '../../services/questionnaire/dist/store/search-blocks.js';
import { quantile, tellFigures } from './figures.mjs';
import { delayFigures, peakBytes, startCandor } from './processes.mjs';

const { values } = parseArgs({
  options: {
    questionnaires: { type: 'string', default: '1000' },
    questions: { type: 'string', default: '300' },
    organizations: { type: 'string', default: '50' },
    searches: { type: 'string', default: '60' },
  },
});
const QUESTIONNAIRES = Number(values.questionnaires);
const QUESTIONS = Number(values.questions);
const ORGANIZATIONS = Number(values.organizations);
const SEARCHES = Number(values.searches);

const VERBS = ['encrypt', 'review', 'restrict', 'monitor', 'document', 'test', 'classify', 'rotate', 'archive'];
const THINGS =
  'customer data,backups,production access,source code,laptops,audit logs,sub-processors,encryption keys,passwords,visitors,certificates,firewall rules,vendors,incidents,devices'.split(
    ',',
  );
const ROLES = ['the CISO', 'a team lead', 'the DPO', 'two engineers', 'an auditor', 'the board'];
const question = (q, n) =>
  `Do you ${VERBS[n % VERBS.length]} ${THINGS[(n + q) % THINGS.length]} every ${1 + ((n * 7 + q) % 24)} months, approved by ${ROLES[(n + q * 3) % ROLES.length]} under control C${q}x${n}?`;
const answer = (q, n) =>
  `Yes — ${THINGS[(n * 3 + q) % THINGS.length]} are covered; see policy ${(n + q) % 97}.${n % 11}.`;

async function fill(db, organizationId, count) {
  const blocks = new SearchBlockStore(db);
  for (let q = 0; q < count; q++) {
    const id = randomUUID();
    const counts = { total: QUESTIONS, aiAnswered: QUESTIONS, manualAnswered: 0, approved: 0 };
    await db.collection('questionnaires').insertOne({
      _id: id,
      organizationId,
      deleted: false,
      title: `Security questionnaire ${q}`,
      titleFolded: `security questionnaire ${q}`,
      companyName: `Customer ${q}`,
      companyFolded: `customer ${q}`,
      dealValue: '',
      deadline: '',
      instructions: '',
      sourceType: 'FILE',
      assignees: [],
      file: { name: 'questions.xlsx', size: 20_000, mimeType: 'application/xlsx', sha256: 'a'.repeat(64) },
      fileId: randomUUID(),
      status: 'ANSWERING_COMPLETED',
      processing: false,
      createdAt: 1_700_000_000_000_000 + q * 1000,
      updatedAt: 1_700_000_000_000_000,
      statusLog: [],
      stages: {},
      coverage: { question: QUESTIONS, answer: 0, section: 0, header: 1, instruction: 0, options: 0, skipped: 0 },
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
    });
    const documents = Array.from({ length: QUESTIONS }, (_value, n) => ({
      _id: randomUUID(),
      organizationId,
      questionnaireId: id,
      sheetId: randomUUID(),
      position: n,
      ordinal: n,
      section: '',
      number: String(n + 1),
      stem: '',
      text: question(q, n),
      location: { sheet: 'S', cell: `A${n + 2}` },
      answerLocation: { sheet: 'S', cell: `B${n + 2}` },
      commentLocation: null,
      answerType: 'text',
      options: [],
      optionLocations: [],
      isRequired: false,
      hidden: false,
      existingAnswer: '',
      answer: answer(q, n),
      comment: '',
      answerStatus: 'AI_ANSWERED',
      approved: false,
      approvedBy: '',
      approvedAt: 0,
      confidence: { score: 0.9, band: 'HIGH' },
      citations: [],
      assigneeId: '',
      assigneeType: '',
      version: 1,
      answerRevision: 1,
      historyCount: 0,
    }));
    await db.collection('questions').insertMany(documents, { ordered: false });
    for (let from = 0; from < QUESTIONS; from += BLOCK_SIZE)
      await blocks.put(organizationId, id, from / BLOCK_SIZE, documents.slice(from, from + BLOCK_SIZE));
  }
}

/** Words that stand in all, in many, in few and in one of the questionnaires. */
const WORDS = (n) =>
  [
    () => VERBS[n % VERBS.length],
    () => `${THINGS[n % THINGS.length].split(' ')[0]} ${1 + (n % 24)}`,
    () => `policy ${n % 97}.${n % 11}`,
    () => `C${(n * 37) % QUESTIONNAIRES}x${(n * 13) % QUESTIONS}`,
  ][n % 4]();

const folder = await mkdtemp(join(tmpdir(), 'candor-bench-'));
const database = await startEmbeddedMongo({ dataDir: join(folder, 'data'), mode: 'process' });
const mongo = await new MongoClient(database.url).connect();
const candor = await startCandor({ MONGODB_URL: database.url });
try {
  const db = mongo.db('candor_questionnaire');
  const listed = await fetch(`${candor.url}/v1/questionnaire/list`, { headers: { 'x-api-key': candor.key } });
  const organizationId = listed.headers.get('x-organization-id');
  const began = performance.now();
  await fill(db, organizationId, QUESTIONNAIRES);
  for (let other = 1; other < ORGANIZATIONS; other++) await fill(db, randomUUID(), Math.ceil(QUESTIONNAIRES / 50));
  console.log(`filled in ${((performance.now() - began) / 1000).toFixed(0)} s`);

  const [ours, scans] = [[], []];
  let found = 0;
  for (let n = -8; n < SEARCHES; n++) {
    const words = WORDS(n + 8);
    const searching = performance.now();
    const { pagination } = await candor.call(`/v1/questionnaire/search?query=${encodeURIComponent(words)}`);
    const took = performance.now() - searching;
    if (n < 0) {
      await candor.loopDelay();
      continue;
    }
    ours.push(took);
    if (pagination.total > 0) found++;
    // A scan takes seconds: fewer are enough.
    if (n % 10 !== 0) continue;
    const every = words.split(' ').map((word) => ({ text: { $regex: word, $options: 'i' } }));
    const scanning = performance.now();
    await db
      .collection('questions')
      .find({ organizationId, $and: every })
      .project({ questionnaireId: 1 })
      .limit(1_000_000)
      .toArray();
    scans.push(performance.now() - scanning);
  }
  if (found < SEARCHES / 2) throw new Error(`only ${found} of ${SEARCHES} searches found anything`);
  const p95 = quantile(ours, 0.95);
  console.log(
    `search: p50 ${quantile(ours).toFixed(0)} ms, p95 ${p95.toFixed(0)} ms of ${SEARCHES}, ${found} found something · scan of the collection: median ${quantile(scans).toFixed(0)} ms of ${scans.length}`,
  );
  tellFigures(
    `search, plain words, ${QUESTIONNAIRES} × ${QUESTIONS} among ${ORGANIZATIONS} organizations`,
    'a collection-scan regex',
    [
      { what: '× faster than the scan, medians', value: quantile(scans) / quantile(ours), unit: '×' },
      { what: 'search, p95', value: p95, unit: 'ms', most: 150 },
      { what: 'search, median', value: quantile(ours), unit: 'ms' },
      { what: 'scan, median', value: quantile(scans), unit: 'ms' },
      { what: 'peak memory, without the database', value: (await peakBytes(candor.pid)) / 2 ** 20, unit: 'MB' },
      ...delayFigures(await candor.loopDelay()),
    ],
  );
} finally {
  await candor.stop();
  await mongo.close();
  await database.close();
  await rm(folder, { recursive: true, force: true });
}
