/**
 * 331 questions against 2,000 library entries and 200 documents (4,000 passages), all made here: time to build the index,
 * time to answer in one worker thread, peak memory; beside it plain minisearch retrieval on the same data.
 *
 *   npm run bench:answers
 */
import MiniSearch from 'minisearch';
import { AnsweringPool } from '../../services/questionnaire/src/answering/answering-pool.js';
import type { AnswerRequest, EvidenceItem } from '../../services/questionnaire/src/answering/types.js';

const ENTRIES = 2_000;
const DOCUMENTS = 200;
const PASSAGES = 20;
const QUESTIONS = 331;

const SUBJECTS =
  'backups,access rights,firewall rules,encryption keys,audit logs,security policies,vulnerability scans,penetration tests,service accounts,incident response plans,vendors,subprocessors,laptops,mobile devices,production changes,security awareness training,disaster recovery tests,risk assessments,passwords,customer data,API tokens,visitor logs,source code repositories,container images,TLS certificates,network segments,data classification labels,physical access cards,background checks,privileged sessions'.split(
    ',',
  );
const ACTIONS = 'reviewed,rotated,tested,encrypted,approved,monitored,retained,deleted,documented,restricted'.split(
  ',',
);
const INTERVALS = 'every week,every month,every quarter,every six months,annually,daily'.split(',');
const PLACES =
  'in eu-central-1,in us-east-1,by the security team,by the platform team,with a ticket in Jira,through a managed service'.split(
    ',',
  );
const PRODUCTS = 'Billing,Reporting,Messaging,Search,Archive,Gateway,Portal,Ledger,Studio,Insights'.split(',');

/** A small deterministic generator (mulberry32). */
function random(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 4_294_967_296;
  };
}

const next = random(7);
const pick = <T>(list: readonly T[]): T => list[Math.floor(next() * list.length)]!;
const statement = (): string =>
  `${pick(PRODUCTS)} ${pick(SUBJECTS)} are ${pick(ACTIONS)} ${pick(INTERVALS)} ${pick(PLACES)}.`;

function evidence(): EvidenceItem[] {
  const items: EvidenceItem[] = [];
  for (let i = 0; i < ENTRIES; i++) {
    const [product, subject, action] = [pick(PRODUCTS), pick(SUBJECTS), pick(ACTIONS)];
    const question =
      next() < 0.5 ? `How often are ${product} ${subject} ${action}?` : `Are ${product} ${subject} ${action}?`;
    const answer = `Yes, ${product} ${subject} are ${action} ${pick(INTERVALS)} ${pick(PLACES)}. ${statement()}`;
    items.push({
      kind: 'library',
      id: `a${i}`,
      question,
      answer,
      tags: [product],
      expiresAt: 0,
      verifiedAt: i,
      approved: true,
    });
  }
  for (let d = 0; d < DOCUMENTS; d++) {
    for (let p = 0; p < PASSAGES; p++) {
      const text = Array.from({ length: 6 }, statement).join('\n');
      items.push({
        kind: 'passage',
        id: `d${d}.${p}`,
        documentId: `d${d}`,
        title: `${pick(PRODUCTS)} standard ${d}.pdf`,
        locator: `${pick(SUBJECTS)} > page ${p + 1}`,
        text,
      });
    }
  }
  return items;
}

function requests(): AnswerRequest[] {
  return Array.from({ length: QUESTIONS }, (_, i) => {
    const [product, subject, action] = [pick(PRODUCTS), pick(SUBJECTS), pick(ACTIONS)];
    const text = pick([
      `How often are the ${subject} of ${product} ${action}?`,
      `Do you ensure that ${product} ${subject} are ${action}?`,
      `Describe how ${subject} are ${action} and who does it.`,
      `Are all ${subject} ${action} at least annually?`,
    ]);
    return { questionId: `q${i}`, text, section: product, answerType: 'text', options: [], instructions: '', now: 1 };
  });
}

const items = evidence();
const asked = requests();
const pool = new AnsweringPool({ threads: 1, indexBytes: 512 * 1024 * 1024 });
const seconds = (from: number): string => `${((performance.now() - from) / 1000).toFixed(2)} s`;

async function* chunks(): AsyncGenerator<{ upserts: EvidenceItem[]; removals: string[] }> {
  for (let i = 0; i < items.length; i += 500)
    yield await Promise.resolve({ upserts: items.slice(i, i + 500), removals: [] });
}

const print = (line: string): void => void process.stdout.write(`${line}\n`);
const building = performance.now();
await pool.ensureIndex('bench', 1, chunks);
print(`index of ${items.length} items: ${seconds(building)}`);
for (const round of ['first run', 'second run']) {
  const answering = performance.now();
  const answers = await pool.answer('bench', 1, asked);
  const answered = answers.filter((a) => a.status === 'AI_ANSWERED').length;
  print(`${asked.length} questions, ${round}: ${seconds(answering)} (${answered} answered)`);
}
print(`peak memory of the process: ${Math.round(process.resourceUsage().maxRSS / 1024)} MB`);
await pool.close();

const plain = new MiniSearch<{ id: string; text: string }>({ fields: ['text'] });
const indexing = performance.now();
plain.addAll(
  items.map((i) => ({ id: i.id, text: i.kind === 'library' ? `${i.question} ${i.answer}` : `${i.locator} ${i.text}` })),
);
print(`minisearch, index: ${seconds(indexing)}`);
const searching = performance.now();
for (const q of asked) plain.search(q.text).slice(0, 24);
print(`minisearch, retrieval alone: ${seconds(searching)}`);
