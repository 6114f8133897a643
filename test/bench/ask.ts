/*
 * How long a question takes that is asked through the API, beside the retrieval alone that it contains.
 *
 *   npm run bench:ask [-- --entries 2000 --questions 300 --max-p95-ms 100]
 *
 * All of Candor runs as one process from its built files, with the local engine and a library of so many entries, each
 * about something else. Questions are asked one after the other, in other words than the library's, and in turns with
 * them the same texts go to the retrieval alone, in this process. Every answer must cite the entry that it is about.
 * Exits 1 when one in fifty does not, or the bar is missed.
 */
import { parseArgs } from 'node:util';
import { KnowledgeIndex, textsOf } from '../../services/questionnaire/src/answering/finding/knowledge-index.js';
import { startReader } from '../../services/questionnaire/src/answering/reading/reader.js';
import type { LibraryEvidence } from '../../services/questionnaire/src/answering/types.js';
import { form } from '../support/multipart.js';
import { quantile, tellFigures } from './figures.mjs';
import { delayFigures, startCandor } from './processes.mjs';

const { values } = parseArgs({
  options: {
    entries: { type: 'string', default: '2000' },
    questions: { type: 'string', default: '300' },
    'max-p95-ms': { type: 'string', default: '100' },
  },
});
const ENTRIES = Number(values.entries);
const QUESTIONS = Number(values.questions);
const WARM_UP = 50;
/** Statements that the judge reads. */
const HITS = 10;

const SUBJECTS =
  'backups,access rights,firewall rules,encryption keys,audit logs,security policies,vulnerability scans,penetration tests,service accounts,incident response plans,vendors,subprocessors,laptops,mobile devices,production changes,disaster recovery plans,risk assessments,passwords,API tokens,visitor logs,source code repositories,container images,TLS certificates,network segments,data classification labels,physical access cards,background checks,privileged sessions'.split(
    ',',
  );
const ACTIONS = ['reviewed', 'rotated', 'tested', 'approved', 'monitored', 'documented', 'restricted', 'archived'];
const INTERVALS = ['week', 'month', 'quarter', 'year'];
const PRODUCTS = ['Billing', 'Reporting', 'Messaging', 'Search', 'Archive', 'Gateway', 'Portal', 'Ledger', 'Studio'];

interface Entry {
  question: string;
  answer: string;
  asked: string;
}

const print = (line: string): void => void process.stdout.write(`${line}\n`);

function entries(count: number): Entry[] {
  const all = PRODUCTS.flatMap((product) =>
    SUBJECTS.flatMap((subject) => ACTIONS.map((action) => ({ product, subject, action }))),
  );
  if (count > all.length) throw new Error(`at most ${all.length} entries`);
  return all.slice(0, count).map(({ product, subject, action }, index) => ({
    question: `How often are the ${subject} of ${product} ${action}?`,
    answer: `The ${subject} of ${product} are ${action} every ${INTERVALS[index % INTERVALS.length] ?? ''}.`,
    asked: `For ${product}, what is the frequency at which ${subject} are ${action}?`,
  }));
}

async function indexOf(library: Entry[]): Promise<KnowledgeIndex> {
  const index = new KnowledgeIndex();
  const reader = await startReader();
  const items = library.map(({ question, answer }, position): LibraryEvidence => ({
    kind: 'library',
    id: String(position),
    question,
    answer,
    tags: [],
    expiresAt: 0,
    verifiedAt: 1,
    approved: true,
  }));
  for (const item of items) {
    index.add(item, await reader.encodeJoined(textsOf(item)));
  }
  return index;
}

function shown(times: number[]): string {
  const sorted = times.toSorted((a, b) => a - b);
  const at = (share: number): string => (sorted[Math.floor((sorted.length - 1) * share)] ?? 0).toFixed(1);
  return `p50 ${at(0.5)} ms, p95 ${at(0.95)} ms, max ${at(1)} ms`;
}

async function main(): Promise<number> {
  const candor = await startCandor();
  try {
    const library = entries(ENTRIES);
    const content = ['Question,Answer', ...library.map(({ question, answer }) => `"${question}","${answer}"`)].join(
      '\n',
    );
    const file = { fileName: 'library.csv', type: 'text/csv', content };
    const imported = await candor.call('/v1/knowledge/answers/import', {
      method: 'POST',
      body: form(['file', file]),
    });
    print(`library: ${JSON.stringify(imported).slice(0, 120)}`);

    const index = await indexOf(library);
    const reader = await startReader();
    const asking: number[] = [];
    const retrieving: number[] = [];
    let right = 0;
    for (let number = -WARM_UP; number < QUESTIONS; number++) {
      const { question, asked } = library[((number + WARM_UP) * 7919) % library.length] ?? library[0]!;
      const body = JSON.stringify({ question: asked, source_type: 'web_ui' });
      const began = performance.now();
      const reply = await candor.call('/v1/insights/ask', {
        method: 'POST',
        body,
        headers: { 'content-type': 'application/json' },
      });
      const took = performance.now() - began;
      const searching = performance.now();
      const [vector] = await reader.encode([asked]);
      index.find(asked, vector!, HITS, () => true);
      const searched = performance.now() - searching;
      if (number < 0) {
        await candor.loopDelay();
        continue;
      }
      asking.push(took);
      retrieving.push(searched);
      const { citations } = reply as { citations: { title: string }[] };
      if (citations[0]?.title === question) right++;
    }
    print(`${QUESTIONS} questions asked through the API: ${shown(asking)}; ${right} cite the right entry first`);
    print(`the retrieval alone, in this process: ${shown(retrieving)}`);
    const p95 = asking.toSorted((a, b) => a - b)[Math.floor((asking.length - 1) * 0.95)] ?? Infinity;
    const missed = [
      ...(right < QUESTIONS * 0.98 ? [`${right} of ${QUESTIONS} cite the right entry, wanted 98 in 100`] : []),
      ...(p95 > Number(values['max-p95-ms']) ? [`p95 ${p95.toFixed(1)} ms, wanted ${values['max-p95-ms']}`] : []),
    ];
    for (const line of missed) print(`MISSED ${line}`);
    tellFigures(`ask, ${ENTRIES} library entries`, 'retrieval alone', [
      { what: '× retrieval alone, medians', value: quantile(asking) / quantile(retrieving), unit: '×' },
      { what: 'ask, p95', value: p95, unit: 'ms', most: 100 },
      { what: 'retrieval alone, p95', value: quantile(retrieving, 0.95), unit: 'ms' },
      { what: 'cite the right entry', value: (100 * right) / QUESTIONS, unit: '%', least: 98 },
      ...delayFigures(await candor.loopDelay()),
    ]);
    return missed.length === 0 ? 0 : 1;
  } finally {
    await candor.stop();
  }
}

process.exitCode = await main();
