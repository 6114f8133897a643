// Holds 100,000 claims against a document that changed, in the embedded database.
//
//   npm run bench:ledger [-- --claims 100000 --max-seconds 30]
//
// Every claim quotes the document; one in ten quotes a sentence whose number changed. Beside it, in the same table, a plain look
// whether each quote still stands word for word, which is what comparing costs at least.
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { startEmbeddedMongo } from '@candor/embedded-mongo';
import { connectMongo, newId, systemClock } from '@candor/runtime';
import { ClaimJudging } from '../../services/questionnaire/dist/ledger/judging.js';
import { openStores } from '../../services/questionnaire/dist/store/stores.js';

const { values } = parseArgs({
  options: { claims: { type: 'string', default: '100000' }, 'max-seconds': { type: 'string', default: '30' } },
});
const CLAIMS = Number(values.claims);
const SENTENCES = 500;
const DISTINCT = 2000;

const THINGS = ['audit logs', 'backups', 'contracts', 'visitor records', 'tickets', 'test reports', 'invoices', 'keys'];
const PLACES = ['the archive', 'the vault', 'the second region', 'the register', 'the office'];
const sentence = (n, days) =>
  `The ${THINGS[n % THINGS.length]} of unit ${n} are kept in ${PLACES[n % PLACES.length]} for ${days} days.`;
const before = (n) => sentence(n, 30 + (n % 50));
const now = (n) => (n % 10 === 0 ? sentence(n, 7) : before(n));

const directory = await mkdtemp(join(tmpdir(), 'candor-ledger-'));
const embedded = await startEmbeddedMongo({ dataDir: directory });
const mongo = await connectMongo(embedded.url, 'bench');
const db = mongo.db('questionnaire');
const organizationId = newId();
const documentId = newId();
let failed = false;
try {
  const stores = await openStores(db, systemClock);
  await fill();
  const answering = { contradictions: () => Promise.resolve([]) };
  const judging = new ClaimJudging({ ...stores, answering, clock: systemClock });
  const started = performance.now();
  const used = process.cpuUsage();
  const compared = await judging.source(organizationId, 'document', documentId);
  const seconds = (performance.now() - started) / 1000;
  const { user, system } = process.cpuUsage(used);
  const found = await stores.findings.count(organizationId, {});
  const plain = await plainly();
  console.log(
    `${compared} claims compared in ${seconds.toFixed(1)} s (processor ${((user + system) / 1e6).toFixed(1)} s), ${found} no longer stand`,
  );
  console.log(`each quote looked for word for word: ${plain.toFixed(1)} s`);
  failed = seconds > Number(values['max-seconds']) || found !== CLAIMS / 10;
} finally {
  await mongo.close();
  await embedded.close();
  await rm(directory, { recursive: true, force: true });
}
process.exit(failed ? 1 : 0);

async function fill() {
  const common = { organizationId, deleted: false };
  await db.collection('knowledge_documents').insertOne({
    _id: documentId,
    ...common,
    name: 'policy.md',
    status: 'READY',
    version: 2,
    fileId: newId(),
    createdAt: 1,
    expiresAt: 0,
  });
  const passages = [];
  for (let at = 0; at < DISTINCT; at += DISTINCT / SENTENCES)
    passages.push({
      _id: newId(),
      ...common,
      documentId,
      revision: 1,
      ordinal: at,
      title: 'policy.md',
      locator: '',
      text: Array.from({ length: DISTINCT / SENTENCES }, (_, n) => now(at + n)).join(' '),
    });
  await db.collection('passages').insertMany(passages);
  for (let from = 0; from < CLAIMS; from += 1000) await db.collection('claims').insertMany(claims(from, from + 1000));
}

function claims(from, to) {
  return Array.from({ length: to - from }, (_, n) => {
    const at = from + n;
    const quote = before(at % DISTINCT);
    const customer = `Customer ${at % 300}`;
    return {
      _id: newId(),
      organizationId,
      questionnaireId: newId(),
      questionnaireTitle: 'Questions',
      questionId: newId(),
      customer,
      customerFolded: customer.toLowerCase(),
      question: `How long (${at})?`,
      questionKey: `how long ${at}`,
      answer: quote,
      comment: '',
      searchText: quote.toLowerCase(),
      approvedBy: '',
      approvedAt: 0,
      sources: [
        {
          sourceId: newId(),
          sourceType: 'document',
          documentId,
          title: 'policy.md',
          locator: '',
          quote,
          sha256: '',
          version: 1,
        },
      ],
      origin: 'exported',
      toldAt: at,
      answerRevision: 1,
      digest: '',
      current: true,
      unjudged: false,
    };
  });
}

async function plainly() {
  const started = performance.now();
  const passages = await db.collection('passages').find({ organizationId, documentId }).toArray();
  const whole = passages.map(({ text }) => text).join('\n');
  for await (const { sources } of db.collection('claims').find({ organizationId, current: true }))
    whole.includes(sources[0].quote);
  return (performance.now() - started) / 1000;
}
