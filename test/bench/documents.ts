/**
 * `npm run bench:documents`: our reading and extraction against the floor (inflating and SAX-parsing the same parts, which
 * any reader must do), against exceljs and SheetJS loading alone, and the time of trap files. One process, runs
 * interleaved, medians. The event loop's longest block is measured while the pool reads the largest workbook.
 */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { StringDecoder } from 'node:string_decoder';
import exceljs from 'exceljs';
import { Inflate, unzipSync } from 'fflate';
import { SaxesParser } from 'saxes';
import { TRAPS, WORKBOOKS } from './documents-workbooks.js';

const { DEFAULT_READ_LIMITS, DocumentError, DocumentPool, FileSource, readDocument } =
  await import('../../services/questionnaire/dist/documents/index.js');
const { extractQuestions } = await import('../../services/questionnaire/dist/extraction/extract.js');
const sheetJs = await import('@e965/xlsx');

const RUNS = 5;
const PARTS = /^xl\/(?:worksheets\/|sharedStrings|styles|workbook\.xml)/;
const declared = { fileName: 'bench.xlsx', mimeType: '' };
const folder = mkdtempSync(join(tmpdir(), 'candor-bench-'));
const print = (line: string): boolean => process.stdout.write(`${line}\n`);

async function timed(run: () => unknown): Promise<number> {
  const start = performance.now();
  await run();
  return performance.now() - start;
}

const median = (times: number[]): number => [...times].sort((a, b) => a - b)[Math.floor(times.length / 2)] ?? NaN;

/** Compressed bytes of the parts that a reader needs, taken from the zip's local headers. */
function compressedParts(zip: Buffer): Buffer[] {
  const parts: Buffer[] = [];
  for (let at = zip.readUInt32LE(zip.length - 6); zip.readUInt32LE(at) === 0x02014b50;) {
    const name = zip.toString('utf8', at + 46, at + 46 + zip.readUInt16LE(at + 28));
    const local = zip.readUInt32LE(at + 42);
    const start = local + 30 + zip.readUInt16LE(local + 26) + zip.readUInt16LE(local + 28);
    if (PARTS.test(name)) parts.push(zip.subarray(start, start + zip.readUInt32LE(at + 20)));
    at += 46 + zip.readUInt16LE(at + 28) + zip.readUInt16LE(at + 30) + zip.readUInt16LE(at + 32);
  }
  return parts;
}

function floor(path: string): void {
  for (const part of compressedParts(readFileSync(path))) {
    const parser = new SaxesParser();
    const decoder = new StringDecoder('utf8');
    const inflate = new Inflate((chunk) =>
      parser.write(decoder.write(Buffer.from(chunk.buffer, chunk.byteOffset, chunk.byteLength))),
    );
    for (let at = 0; at < part.length; at += 65_536)
      inflate.push(part.subarray(at, at + 65_536), at + 65_536 >= part.length);
    parser.close();
  }
}

async function ours(path: string): Promise<number> {
  const source = FileSource.open(path);
  const model = await readDocument(source, declared, DEFAULT_READ_LIMITS);
  source.close();
  return extractQuestions(model).sheets.reduce((sum, sheet) => sum + sheet.questions.length, 0);
}

async function readOnly(path: string): Promise<void> {
  const source = FileSource.open(path);
  await readDocument(source, declared, DEFAULT_READ_LIMITS);
  source.close();
}

let failed = false;
function judge(holds: boolean, text: string): void {
  failed ||= !holds;
  print(`${holds ? 'holds ' : 'MISSED'} ${text}`);
}

for (const [name, build] of Object.entries(WORKBOOKS)) {
  const path = join(folder, 'workbook.xlsx');
  writeFileSync(path, build());
  const contenders: Record<string, () => unknown> = {
    floor: () => floor(path),
    reading: () => readOnly(path),
    ours: () => ours(path),
    sheetjs: () => sheetJs.read(readFileSync(path), { type: 'buffer' }),
    exceljs: () => new exceljs.Workbook().xlsx.readFile(path),
  };
  const times = Object.fromEntries(Object.keys(contenders).map((key): [string, number[]] => [key, []]));
  for (let run = 0; run < RUNS; run++)
    for (const [key, contend] of Object.entries(contenders)) times[key]?.push(await timed(contend));
  const result = Object.fromEntries(Object.entries(times).map(([key, list]) => [key, median(list)]));
  const of = (key: string): number => result[key] ?? NaN;
  const inflated = Object.values(unzipSync(readFileSync(path))).reduce((sum, part) => sum + part.length, 0);
  print(`${name}: ${(inflated / 1e6).toFixed(1)} MB of parts, ${await ours(path)} questions`);
  print(
    `  ${Object.entries(result)
      .map(([key, time]) => `${key} ${time.toFixed(0)} ms`)
      .join(', ')} (medians of ${RUNS})`,
  );
  judge(
    of('ours') <= 2 * of('floor'),
    `reading + extraction is ${(of('ours') / of('floor')).toFixed(2)} x the floor (at most 2.0)`,
  );
  judge(of('ours') < of('exceljs') && of('ours') < of('sheetjs'), 'faster than exceljs and SheetJS loading alone');
}

print('trap files, reading + extraction:');
for (const [name, build] of Object.entries(TRAPS)) {
  const path = join(folder, 'trap.xlsx');
  writeFileSync(path, build());
  let outcome = '';
  const time = await timed(async () => {
    outcome = await ours(path).then(
      (questions) => `${questions} questions`,
      (error: unknown) => (error instanceof DocumentError ? error.code : `CRASH ${String(error)}`),
    );
  });
  judge(time < 1_000 && !outcome.startsWith('CRASH'), `${name}: ${time.toFixed(0)} ms, ${outcome}`);
}

const path = join(folder, 'largest.xlsx');
writeFileSync(path, WORKBOOKS['1 sheet x 50,000 rows x 8 columns']?.() ?? new Uint8Array());
const pool = new DocumentPool({ threads: 1, limits: DEFAULT_READ_LIMITS });
await pool.check(path, declared);
const delay = monitorEventLoopDelay({ resolution: 1 });
let questions = 0;
delay.enable();
for await (const piece of pool.extract(path, declared))
  if (piece.kind === 'questions') questions += piece.questions.length;
delay.disable();
await pool.close();
judge(
  delay.max / 1e6 < 50,
  `longest event-loop block while the pool gives ${questions} questions: ${(delay.max / 1e6).toFixed(1)} ms (under 50)`,
);
print(`peak memory of the process: ${(process.resourceUsage().maxRSS / 1024).toFixed(0)} MB`);
rmSync(folder, { recursive: true });
process.exitCode = failed ? 1 : 0;
