// Four uploads of 50 MB at once, beside a bare server that only writes what busboy reads to disk.
//
//   npm run bench:uploads [-- --mb 50 --parallel 4]
//
// Each server is a process of its own; the workbooks are made while they are sent (the same work in both runs). Memory is
// the resident set, sampled every 10 ms.
import { createWriteStream } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { parseArgs } from 'node:util';
import busboy from 'busboy';
import { tellFigures } from './figures.mjs';
import { delayFigures, processed, residentBytes, sampler, startCandor, startProgram } from './processes.mjs';
import { MB, upload } from './uploading.mjs';

const { values } = parseArgs({
  options: { mb: { type: 'string' }, parallel: { type: 'string' }, bare: { type: 'string' } },
});
const FILE_MB = Number(values.mb ?? 50);
const PARALLEL = Number(values.parallel ?? 4);

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

/** Seconds of the uploads together, and bytes that the memory rose by. */
async function measure({ pid, url, key, settle }) {
  const small = await upload(url, key, 64 * 1024);
  await settle?.(small.id);
  await new Promise((resolve) => setTimeout(resolve, 1000));
  const before = await residentBytes(pid);
  const sampling = sampler(pid);
  const began = performance.now();
  const sent = await Promise.all(Array.from({ length: PARALLEL }, () => upload(url, key, FILE_MB * MB)));
  const seconds = (performance.now() - began) / 1000;
  const rise = sampling.peak() - before;
  for (const { id } of sent) await settle?.(id);
  const riseInAll = sampling.peak() - before;
  await sampling.stop();
  return { seconds, rise, riseInAll };
}

async function main() {
  const folder = await mkdtemp(join(tmpdir(), 'candor-bench-'));
  const bare = await startProgram([new URL(import.meta.url).pathname, '--bare', folder]);
  const candor = await startCandor({ CANDOR_MAX_UPLOAD_MB: String(FILE_MB + 1) });
  try {
    const theirs = await measure({ ...bare, key: 'none' });
    await candor.loopDelay();
    const ours = await measure({ ...candor, settle: (id) => processed(candor.call, id) });
    const mb = (bytes) => (bytes / MB).toFixed(0);
    console.log(
      `${PARALLEL} × ${FILE_MB} MB at once: ours ${ours.seconds.toFixed(1)} s, memory + ${mb(ours.rise)} MB (+ ${mb(ours.riseInAll)} until processed) · busboy to disk ${theirs.seconds.toFixed(1)} s, + ${mb(theirs.rise)} MB · ${(ours.seconds / theirs.seconds).toFixed(2)} × the time`,
    );
    tellFigures(`upload ${FILE_MB} MB × ${PARALLEL} at once`, 'busboy to disk', [
      { what: '× busboy, time', value: ours.seconds / theirs.seconds, unit: '×', most: 1.5 },
      { what: 'memory rises by', value: ours.rise / MB, unit: 'MB', most: 60 },
      { what: 'memory rises by, until processed', value: ours.riseInAll / MB, unit: 'MB' },
      { what: 'busboy, memory rises by', value: theirs.rise / MB, unit: 'MB' },
      { what: 'ours', value: ours.seconds, unit: 's' },
      { what: 'busboy', value: theirs.seconds, unit: 's' },
      ...delayFigures(await candor.loopDelay()),
    ]);
  } finally {
    await candor.stop();
    await bare.stop();
    await rm(folder, { recursive: true, force: true });
  }
}

await (values.bare === undefined ? main() : serveBare(values.bare));
