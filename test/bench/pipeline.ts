/*
 * From an upload to its answers: 331 questions against 2,000 library entries and 200 documents, through the API of the whole
 * embedded system, beside the sum of the parts alone, measured in this process in the same run: reading and extracting the
 * file, answering with the same evidence, and writing the questions and their answers with the bare driver.
 *
 *   npm run bench:pipeline [-- --rounds 3]
 */
import { randomUUID } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { startEmbeddedMongo } from '@candor/embedded-mongo';
import { MongoClient } from 'mongodb';
import { AnsweringPool } from '../../services/questionnaire/src/answering/answering-pool.js';
import { form, markdown } from '../support/multipart.js';
import { ENTRIES, evidence, requests } from './answers-evidence.js';
import { quantile, tellFigures } from './figures.mjs';
import { delayFigures, peakBytes, processed, startCandor, type Candor } from './processes.mjs';

const { DEFAULT_READ_LIMITS, DocumentPool } = await import('../../services/questionnaire/dist/documents/index.js');

const { values } = parseArgs({ options: { rounds: { type: 'string', default: '7' } } });
const ROUNDS = Number(values.rounds);
const print = (line: string): void => void process.stdout.write(`${line}\n`);
const quoted = (text: string): string => `"${text.replaceAll('"', '""')}"`;
const items = evidence();
const asked = requests();
const csv = ['Question,Answer', ...asked.map(({ text }) => `${quoted(text)},`)].join('\r\n');

async function timed(work: () => Promise<unknown>): Promise<number> {
  const began = performance.now();
  await work();
  return performance.now() - began;
}

/** The library by its import, the documents one by one. */
async function learn({ call }: Candor): Promise<void> {
  const library = items.flatMap((item) =>
    item.kind === 'library' ? [`${quoted(item.question)},${quoted(item.answer)}`] : [],
  );
  const file = { fileName: 'library.csv', type: 'text/csv', content: ['Question,Answer', ...library].join('\r\n') };
  await call('/v1/knowledge/answers/import', { method: 'POST', body: form(['file', file]) });
  const documents = new Map<string, string[]>();
  for (const item of items)
    if (item.kind === 'passage')
      documents.set(item.documentId, [...(documents.get(item.documentId) ?? []), `## ${item.locator}\n\n${item.text}`]);
  for (const [id, sections] of documents)
    await call('/v1/knowledge/documents', {
      method: 'POST',
      body: form(['file', markdown(`# Standard ${id}\n\n${sections.join('\n\n')}`, `standard ${id}.md`)]),
    });
  for (;;) {
    const { documents: list } = (await call('/v1/knowledge/documents?limit=100')) as {
      documents: { should_poll: boolean }[];
    };
    if (list.every((document) => !document.should_poll)) break;
    await new Promise((resolve) => setTimeout(resolve, 200));
  }
}

async function whole({ call }: Candor): Promise<number> {
  const file = { fileName: 'questions.csv', type: 'text/csv', content: csv };
  return timed(async () => {
    const sent = await call('/v1/questionnaire/upload/file', {
      method: 'POST',
      body: form(['company_name', 'Acme'], ['file', file]),
    });
    const { questionnaire_id: id } = sent as { questionnaire_id: string };
    const { status, total_questions: total } = await processed(call, id, 20);
    if (status !== 'ANSWERING_COMPLETED' || total !== asked.length)
      throw new Error(`${String(status)}, ${String(total)} questions`);
  });
}

/** What must be done at the least, each part alone. */
async function startParts(folder: string) {
  const path = join(folder, 'questions.csv');
  await writeFile(path, csv);
  const documents = new DocumentPool({ threads: 1, limits: DEFAULT_READ_LIMITS });
  const answering = new AnsweringPool({ threads: 1, indexBytes: 512 * 1024 * 1024 });
  await answering.ensureIndex('bench', 1, async function* () {
    for (let i = 0; i < items.length; i += 500)
      yield await Promise.resolve({ upserts: items.slice(i, i + 500), removals: [] });
  });
  const database = await startEmbeddedMongo({ dataDir: join(folder, 'parts'), mode: 'thread' });
  const mongo = await new MongoClient(database.url).connect();
  const questions = mongo
    .db('parts')
    .collection<{ _id: string; text: string; answer: string; citations: unknown[] }>('questions');
  return {
    extract: () =>
      timed(async () => {
        let count = 0;
        for await (const piece of documents.extract(path, { fileName: 'questions.csv', mimeType: 'text/csv' }))
          if (piece.kind === 'questions') count += piece.questions.length;
        if (count !== asked.length) throw new Error(`${count} questions were read`);
      }),
    answer: () => timed(() => answering.answer('bench', 1, asked)),
    write: async () => {
      const answers = await answering.answer('bench', 1, asked);
      const ids = asked.map(() => randomUUID());
      return timed(async () => {
        await questions.insertMany(asked.map(({ text }, i) => ({ _id: ids[i]!, text, answer: '', citations: [] })));
        await questions.bulkWrite(
          answers.map(({ answer, citations }, i) => ({
            updateOne: { filter: { _id: ids[i]! }, update: { $set: { answer, citations } } },
          })),
        );
      });
    },
    close: async () => {
      await mongo.close();
      await database.close();
      await answering.close();
      await documents.close();
    },
  };
}

const folder = await mkdtemp(join(tmpdir(), 'candor-bench-'));
const system = await startCandor();
const parts = await startParts(folder);
try {
  const learning = await timed(() => learn(system));
  print(`${ENTRIES} entries and the documents learnt in ${(learning / 1000).toFixed(1)} s`);
  const first = await whole(system);
  for (const part of [parts.extract, parts.answer, parts.write]) await part();
  const [all, sums]: [number[], number[]] = [[], []];
  await system.loopDelay();
  for (let round = 0; round < ROUNDS; round++) {
    all.push(await whole(system));
    sums.push((await parts.extract()) + (await parts.answer()) + (await parts.write()));
  }
  const [ours, sum] = [quantile(all), quantile(sums)];
  print(
    `331 questions from upload to answers: ${(ours / 1000).toFixed(2)} s (the first time ${(first / 1000).toFixed(2)} s, with the index) · the parts alone ${(sum / 1000).toFixed(2)} s · ${(ours / sum).toFixed(2)} ×`,
  );
  tellFigures('upload → answered, 331 questions, 2,000 entries + 200 documents', 'the sum of the parts alone', [
    { what: '× the sum of the parts', value: ours / sum, unit: '×', most: 1.3 },
    { what: 'upload → answered', value: ours / 1000, unit: 's', most: 3 },
    { what: 'the first time, building the index', value: first / 1000, unit: 's' },
    { what: 'the parts', value: sum / 1000, unit: 's' },
    { what: 'peak memory', value: (await peakBytes(system.pid)) / 2 ** 20, unit: 'MB' },
    ...delayFigures(await system.loopDelay()),
  ]);
} finally {
  await parts.close();
  await system.stop();
  await rm(folder, { recursive: true, force: true });
}
