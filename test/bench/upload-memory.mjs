// Uploads a 100 MB workbook to the embedded system and prints how far its memory rose.
//
//   node test/bench/upload-memory.mjs [--mb 100] [--max-rise-mb 50]
//
// The system runs as a process of its own from its built files (`tsc -b` first). The workbook is made here while it is
// sent: a small sheet of questions, and a stored part of random bytes under xl/media, as a scanned image would be.
// Memory is the resident set (VmRSS) of the process and of its descendants, sampled every 10 ms.
import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { Zip, ZipDeflate, ZipPassThrough } from 'fflate';

const MB = 1024 * 1024;
const { values } = parseArgs({ options: { mb: { type: 'string' }, 'max-rise-mb': { type: 'string' } } });
const fileMb = Number(values.mb ?? 100);
const maxRiseMb = values['max-rise-mb'] === undefined ? undefined : Number(values['max-rise-mb']);

/** The parts of a workbook with one sheet of questions. */
function workbookParts(questions) {
  const rows = questions
    .map((text, i) => `<row r="${i + 2}"><c r="A${i + 2}" t="inlineStr"><is><t>${text}</t></is></c></row>`)
    .join('');
  const header =
    '<row r="1"><c r="A1" t="inlineStr"><is><t>Question</t></is></c><c r="B1" t="inlineStr"><is><t>Answer</t></is></c></row>';
  const main = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
  const office = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
  const packages = 'http://schemas.openxmlformats.org/package/2006';
  const type = 'application/vnd.openxmlformats-officedocument.spreadsheetml';
  return {
    '[Content_Types].xml': `<Types xmlns="${packages}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="png" ContentType="image/png"/><Override PartName="/xl/workbook.xml" ContentType="${type}.sheet.main+xml"/><Override PartName="/xl/worksheets/sheet1.xml" ContentType="${type}.worksheet+xml"/></Types>`,
    '_rels/.rels': `<Relationships xmlns="${packages}/relationships"><Relationship Id="rId1" Type="${office}/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
    'xl/workbook.xml': `<workbook xmlns="${main}" xmlns:r="${office}"><sheets><sheet name="Questions" sheetId="1" r:id="rId1"/></sheets></workbook>`,
    'xl/_rels/workbook.xml.rels': `<Relationships xmlns="${packages}/relationships"><Relationship Id="rId1" Type="${office}/worksheet" Target="worksheets/sheet1.xml"/></Relationships>`,
    'xl/worksheets/sheet1.xml': `<worksheet xmlns="${main}"><sheetData>${header}${rows}</sheetData></worksheet>`,
  };
}

/** The bytes of the workbook, piece by piece, with `mediaBytes` of random bytes. */
function* workbook(mediaBytes) {
  let made = [];
  const zip = new Zip((error, chunk) => {
    if (error) throw error;
    made.push(Buffer.from(chunk));
  });
  const questions = Array.from({ length: 20 }, (_, i) => `Do you review control number ${i + 1} every year?`);
  for (const [name, text] of Object.entries(workbookParts(questions))) {
    const part = new ZipDeflate(name);
    zip.add(part);
    part.push(Buffer.from(`<?xml version="1.0" encoding="UTF-8"?>${text}`), true);
  }
  const media = new ZipPassThrough('xl/media/image1.png');
  zip.add(media);
  for (let left = mediaBytes; left > 0; left -= 64 * 1024) {
    media.push(randomBytes(Math.min(left, 64 * 1024)), left <= 64 * 1024);
    yield* made;
    made = [];
  }
  zip.end();
  yield* made;
}

/** Uploads a workbook at the pace of the server; gives the questionnaire's id and the bytes sent. */
async function upload(url, key, mediaBytes) {
  const sending = request(`${url}/v1/questionnaire/upload/file`, {
    method: 'POST',
    headers: { 'x-api-key': key, 'content-type': 'multipart/form-data; boundary=bench' },
  });
  const answered = new Promise((resolve, reject) => {
    sending.on('error', reject);
    sending.on('response', async (response) => {
      let text = '';
      for await (const chunk of response.setEncoding('utf8')) text += chunk;
      if (response.statusCode === 200) resolve(JSON.parse(text).questionnaire_id);
      else reject(new Error(`upload: ${response.statusCode} ${text}`));
    });
  });
  const send = async (bytes) => {
    if (!sending.write(bytes)) await new Promise((resolve) => sending.once('drain', resolve));
  };
  let sent = 0;
  await send('--bench\r\nContent-Disposition: form-data; name="company_name"\r\n\r\nBench\r\n--bench\r\n');
  await send('Content-Disposition: form-data; name="file"; filename="big.xlsx"\r\n');
  await send('Content-Type: application/vnd.openxmlformats-officedocument.spreadsheetml.sheet\r\n\r\n');
  for (const chunk of workbook(mediaBytes)) {
    sent += chunk.length;
    await send(chunk);
  }
  sending.end('\r\n--bench--\r\n');
  return { id: await answered, sent };
}

async function processed(url, key, id) {
  const deadline = Date.now() + 120_000;
  for (;;) {
    const response = await fetch(`${url}/v1/questionnaire/${id}/overview`, { headers: { 'x-api-key': key } });
    const overview = await response.json();
    if (response.status === 200 && !overview.should_poll) return overview;
    if (Date.now() > deadline) throw new Error(`not processed: ${JSON.stringify(overview)}`);
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}

/** Resident bytes of a process and its descendants. */
async function residentBytes(pid) {
  let total = 0;
  try {
    const status = await readFile(`/proc/${pid}/status`, 'utf8');
    total = Number(/VmRSS:\s+(\d+) kB/.exec(status)?.[1] ?? 0) * 1024;
    for (const task of await readdir(`/proc/${pid}/task`)) {
      const children = await readFile(`/proc/${pid}/task/${task}/children`, 'utf8').catch(() => '');
      for (const child of children.trim().split(/\s+/).filter(Boolean)) total += await residentBytes(child);
    }
  } catch (error) {
    if (error.code !== 'ENOENT' && error.code !== 'ESRCH') throw error;
  }
  return total;
}

/** Samples until it is stopped; `peak` is the most since it was last reset. */
function sampler(pid) {
  const state = { peak: 0, stopped: false };
  const loop = (async () => {
    while (!state.stopped) {
      state.peak = Math.max(state.peak, await residentBytes(pid));
      await new Promise((resolve) => setTimeout(resolve, 10));
    }
  })();
  return { reset: () => (state.peak = 0), peak: () => state.peak, stop: () => ((state.stopped = true), loop) };
}

async function startSystem(dataDir, key) {
  const main = new URL('../../deploy/embedded/dist/main.js', import.meta.url);
  const child = spawn(process.execPath, [main.pathname], {
    stdio: ['ignore', 'pipe', 'inherit'],
    env: {
      ...process.env,
      CANDOR_DATA_DIR: dataDir,
      CANDOR_HTTP_PORT: '0',
      CANDOR_INTERNAL_PORT: '0',
      CANDOR_BOOTSTRAP_API_KEY: key,
      CANDOR_MAX_UPLOAD_MB: String(fileMb + 1),
      LOG_LEVEL: 'warn',
    },
  });
  const url = await new Promise((resolve, reject) => {
    let text = '';
    child.once('exit', (code) => reject(new Error(`the system ended with ${code}: ${text}`)));
    child.stdout.setEncoding('utf8').on('data', (chunk) => {
      text += chunk;
      const address = /https?:\/\/\S+/.exec(text)?.[0];
      if (address) resolve(address);
    });
  });
  return { child, url };
}

const mb = (bytes) => `${(bytes / MB).toFixed(1)} MB`;
const dataDir = await mkdtemp(join(tmpdir(), 'candor-bench-'));
const key = `cnd_bench000_${randomBytes(24).toString('hex')}`;
const { child, url } = await startSystem(dataDir, key);
try {
  // A small upload first: what code and worker threads take once is not what an upload takes.
  await processed(url, key, (await upload(url, key, 64 * 1024)).id);
  await new Promise((resolve) => setTimeout(resolve, 1000));
  const before = await residentBytes(child.pid);
  const sampling = sampler(child.pid);
  const started = performance.now();
  const { id, sent } = await upload(url, key, fileMb * MB);
  const seconds = (performance.now() - started) / 1000;
  const whileUploading = sampling.peak();
  const overview = await processed(url, key, id);
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
  child.kill('SIGTERM');
  await new Promise((resolve) => child.once('exit', resolve));
  await rm(dataDir, { recursive: true, force: true });
}
