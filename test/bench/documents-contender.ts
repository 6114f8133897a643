/**
 * One measurement of `npm run bench:documents`, in a process of its own so that no contender pays for another's heap:
 * `documents-contender.ts NAME FILE` prints the times of its runs in milliseconds as JSON.
 */
import { readFileSync } from 'node:fs';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { StringDecoder } from 'node:string_decoder';
import exceljs from 'exceljs';
import { Inflate } from 'fflate';
import readExcelFile from 'read-excel-file/node';
import { SaxesParser } from 'saxes';

const { DEFAULT_READ_LIMITS, DocumentPool, FileSource, readDocument } =
  await import('../../services/questionnaire/dist/documents/index.js');
const { extractQuestions } = await import('../../services/questionnaire/dist/extraction/extract.js');
const sheetJs = await import('@e965/xlsx');

const RUNS = 3;
const PARTS = /^xl\/(?:worksheets\/|sharedStrings|styles|workbook\.xml)/;
const declared = { fileName: 'bench.xlsx', mimeType: '' };

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
    // A parser that delivers nothing does less than any reader needs.
    for (const event of ['opentag', 'text', 'closetag'] as const) parser.on(event, () => undefined);
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

async function read(path: string): Promise<void> {
  const source = FileSource.open(path);
  await readDocument(source, declared, DEFAULT_READ_LIMITS);
  source.close();
}

/** Longest block of the event loop while the pool reads and extracts. */
async function longestBlock(path: string): Promise<number> {
  const pool = new DocumentPool({ threads: 1, limits: DEFAULT_READ_LIMITS });
  await pool.check(path, declared);
  const delay = monitorEventLoopDelay({ resolution: 1 });
  delay.enable();
  let questions = 0;
  for await (const piece of pool.extract(path, declared))
    if (piece.kind === 'questions') questions += piece.questions.length;
  delay.disable();
  await pool.close();
  return questions > 0 ? delay.max / 1e6 : NaN;
}

const CONTENDERS: Record<string, (path: string) => unknown> = {
  floor,
  reading: read,
  ours,
  'read-excel-file': (path) => readExcelFile(path),
  sheetjs: (path) => sheetJs.read(readFileSync(path), { type: 'buffer', dense: true }),
  exceljs: (path) => new exceljs.Workbook().xlsx.readFile(path),
};

const [name = '', path = ''] = process.argv.slice(2);
const times: number[] = [];
let questions = 0;
for (let run = 0; run < RUNS; run++) {
  if (name === 'block') {
    times.push(await longestBlock(path));
    continue;
  }
  const start = performance.now();
  const result: unknown = await CONTENDERS[name]?.(path);
  times.push(performance.now() - start);
  if (name === 'ours') questions = result as number;
}
const cpu = process.cpuUsage();
process.stdout.write(
  JSON.stringify({
    times,
    questions,
    cpu: (cpu.user + cpu.system) / 1000,
    peakMb: process.resourceUsage().maxRSS / 1024,
  }),
);
