// Uploads a 100 MB workbook to the embedded system and prints how far its memory rose.
//
//   node test/bench/upload-memory.mjs [--mb 100] [--max-rise-mb 50]
//
// The system runs as a process of its own from its built files (`tsc -b` first). The workbook is made here while it is
// sent: a small sheet of questions, and a stored part of random bytes under xl/media, as a scanned image would be.
// Memory is the resident set (VmRSS) of the process and of its descendants, sampled every 10 ms.
import { parseArgs } from 'node:util';
import { processed, residentBytes, sampler, startCandor } from './processes.mjs';
import { MB, upload } from './uploading.mjs';

const { values } = parseArgs({ options: { mb: { type: 'string' }, 'max-rise-mb': { type: 'string' } } });
const fileMb = Number(values.mb ?? 100);
const maxRiseMb = values['max-rise-mb'] === undefined ? undefined : Number(values['max-rise-mb']);

const mb = (bytes) => `${(bytes / MB).toFixed(1)} MB`;
const { pid, url, key, call, stop } = await startCandor({ CANDOR_MAX_UPLOAD_MB: String(fileMb + 1) });
try {
  // A small upload first: what code and worker threads take once is not what an upload takes.
  await processed(call, (await upload(url, key, 64 * 1024)).id);
  await new Promise((resolve) => setTimeout(resolve, 1000));
  const before = await residentBytes(pid);
  const sampling = sampler(pid);
  const started = performance.now();
  const { id, sent } = await upload(url, key, fileMb * MB);
  const seconds = (performance.now() - started) / 1000;
  const whileUploading = sampling.peak();
  const overview = await processed(call, id);
  const inAll = sampling.peak();
  await sampling.stop();
  const rise = inAll - before;
  console.log(`uploaded ${mb(sent)} in ${seconds.toFixed(1)} s (${(sent / MB / seconds).toFixed(0)} MB/s)`);
  console.log(`memory before ${mb(before)}`);
  console.log(`peak while uploading ${mb(whileUploading)}, a rise of ${mb(whileUploading - before)}`);
  console.log(`peak until processed ${mb(inAll)}, a rise of ${mb(rise)}`);
  console.log(`${overview.status}, ${overview.total_questions} questions`);
  if (maxRiseMb !== undefined && rise > maxRiseMb * MB) {
    console.error(`the rise is more than ${maxRiseMb} MB`);
    process.exitCode = 1;
  }
} finally {
  await stop();
}
