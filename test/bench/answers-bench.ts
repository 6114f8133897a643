/**
 * 331 questions against 2,000 library entries and 200 documents (4,000 passages), all made here: time to build the index,
 * time to
 * answer, peak memory; beside it plain minisearch retrieval on the same data.
 *
 *   npm run bench:answers
 */
import MiniSearch from 'minisearch';
import { AnsweringPool } from '../../services/questionnaire/src/answering/answering-pool.js';
import type { EvidenceItem } from '../../services/questionnaire/src/answering/types.js';
import { evidence, requests } from './answers-evidence.js';
import { tellFigures } from './figures.mjs';
import { endBy } from './ending.js';

const items = evidence();
const asked = requests();
const pool = new AnsweringPool({ threads: 1, indexBytes: 512 * 1024 * 1024 });
endBy(() => pool.close());
const seconds = (from: number): string => `${((performance.now() - from) / 1000).toFixed(2)} s`;

async function* chunks(): AsyncGenerator<{ upserts: EvidenceItem[]; removals: string[] }> {
  for (let i = 0; i < items.length; i += 500)
    yield await Promise.resolve({ upserts: items.slice(i, i + 500), removals: [] });
}

const print = (line: string): void => void process.stdout.write(`${line}\n`);
const building = performance.now();
await pool.ensureIndex('bench', 1, chunks);
print(`index of ${items.length} items: ${seconds(building)}`);
const took: number[] = [];
for (const round of ['first run', 'second run']) {
  const answering = performance.now();
  const answers = await pool.answer('bench', 1, asked);
  took.push((performance.now() - answering) / 1000);
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
const retrieval = (performance.now() - searching) / 1000;
print(`minisearch, retrieval alone: ${seconds(searching)}`);
tellFigures('answer 331 questions, 2,000 entries + 200 documents', 'minisearch, retrieval alone', [
  { what: '× minisearch retrieval', value: took[0]! / retrieval, unit: '×' },
  { what: 'first run', value: took[0]!, unit: 's', most: 8 },
  { what: 'second run', value: took[1]!, unit: 's' },
]);
