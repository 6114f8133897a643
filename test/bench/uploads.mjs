// Four uploads of 50 MB at once, beside a bare server that only writes what busboy reads to disk.
//
//   npm run bench:uploads [-- --mb 50 --parallel 4 --rounds 3]
//
// Each server is a process of its own; the workbooks are made while they are sent (the same work in both runs), and the two
// are measured in turns. Memory is the resident set, sampled every 10 ms, of all rounds.
import { createWriteStream } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { parseArgs } from 'node:util';
import busboy from 'busboy';
import { quantile, tellFigures } from './figures.mjs';
import { delayFigures, processed, residentBytes, sampler, startCandor, startProgram } from './processes.mjs';
import { MB, upload } from './uploading.mjs';

const { values } = parseArgs({
  options: {
    mb: { type: 'string' },
    parallel: { type: 'string' },
    rounds: { type: 'string' },
    bare: { type: 'string' },
  },
});
const FILE_MB = Number(values.mb ?? 50);
const PARALLEL = Number(values.parallel ?? 4);
/** Counted, both sides in turns; the round before them, the first after the start, is told beside it. */
const ROUNDS = Number(values.rounds ?? 3);

async function serveBare(folder) {
  let files = 0;
  const server = createServer((request, response) => {
    const form = busboy({ headers: request.headers });
    const written = [];
    form.on('file', (_name, stream) => {
      written.push(pipeline(stream, createWriteStream(join(folder, String(files++)))));
    });
    form.on('close', () => {
      void Promise.all(written).then(() => response.end(JSON.stringify({ questionnaire_id: String(files) })));
    });
    request.pipe(form);
  });
  server.listen(0, '127.0.0.1', () => process.stdout.write(`ready at http://127.0.0.1:${server.address().port}\n`));
}

/** One server's side: its uploads are measured from when it has taken a small one and come to rest. */
async function side({ pid, url, key, settle }) {
  const small = await upload(url, key, 64 * 1024);
  await settle?.(small.id);
  await new Promise((resolve) => setTimeout(resolve, 1000));
  const before = await residentBytes(pid);
  const seconds = [];
  const rises = { uploading: [], processed: [] };
  return {
    seconds,
    rises,
    async round() {
      const sampling = sampler(pid);
      const began = performance.now();
      const sent = await Promise.all(Array.from({ length: PARALLEL }, () => upload(url, key, FILE_MB * MB)));
      seconds.push((performance.now() - began) / 1000);
      rises.uploading.push(sampling.peak() - before);
      for (const { id } of sent) await settle?.(id);
      rises.processed.push(sampling.peak() - before);
      await sampling.stop();
    },
  };
}

async function main() {
  const folder = await mkdtemp(join(tmpdir(), 'candor-bench-'));
  const bare = await startProgram([new URL(import.meta.url).pathname, '--bare', folder]);
  const candor = await startCandor({ CANDOR_MAX_UPLOAD_MB: String(FILE_MB + 1) });
  try {
    const theirs = await side({ ...bare, key: 'none' });
    const ours = await side({ ...candor, settle: (id) => processed(candor.call, id) });
    await candor.loopDelay();
    for (let round = 0; round <= ROUNDS; round++) {
      await theirs.round();
      await ours.round();
    }
    const ratios = ours.seconds.map((seconds, round) => seconds / theirs.seconds[round]);
    const most = (values) => Math.max(...values) / MB;
    const rise = most(ours.rises.uploading);
    const later = (values) => quantile(values.slice(1));
    const tell = (values) => values.map((value) => value.toFixed(2)).join(', ');
    console.log(
      `${PARALLEL} × ${FILE_MB} MB at once, after a start and ${ROUNDS} times more: ours ${tell(ours.seconds)} s · busboy to disk ${tell(theirs.seconds)} s · ${tell(ratios)} × the time · memory + ${rise.toFixed(0)} MB (+ ${most(ours.rises.processed).toFixed(0)} until processed), busboy + ${most(theirs.rises.uploading).toFixed(0)} MB`,
    );
    tellFigures(`upload ${FILE_MB} MB × ${PARALLEL} at once`, 'busboy to disk', [
      { what: '× busboy, time', value: later(ratios), unit: '×', most: 1.5 },
      { what: '× busboy, the first after the start', value: ratios[0], unit: '×' },
      { what: 'memory rises by', value: rise, unit: 'MB', most: 60 },
      { what: 'memory rises by, until processed', value: most(ours.rises.processed), unit: 'MB' },
      { what: 'busboy, memory rises by', value: most(theirs.rises.uploading), unit: 'MB' },
      { what: 'ours', value: later(ours.seconds), unit: 's' },
      { what: 'busboy', value: later(theirs.seconds), unit: 's' },
      ...delayFigures(await candor.loopDelay()),
    ]);
  } finally {
    await candor.stop();
    await bare.stop();
    await rm(folder, { recursive: true, force: true });
  }
}

await (values.bare === undefined ? main() : serveBare(values.bare));
