/**
 * `npm run bench:documents`: our reading and extraction against the floor (inflating and SAX-parsing the same parts, which
 * any reader must do), against exceljs and SheetJS loading alone, and the time of trap files. Contenders run in turns,
 * each in a process of its own; medians. The event loop's longest block is measured while the pool reads the largest
 * workbook.
 */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { TRAPS, WORKBOOKS } from './documents-workbooks.js';
import { tellFigures, type Figure } from './figures.mjs';

const { DEFAULT_READ_LIMITS, DocumentError, DocumentPool, FileSource, readDocument } =
  await import('../../services/questionnaire/dist/documents/index.js');
const { extractQuestions } = await import('../../services/questionnaire/dist/extraction/extract.js');

const ROUNDS = 3;
const TRAP_LIMIT_MS = 1_000;
const BLOCK_LIMIT_MS = 50;
/** On one core. */
const OCR_LIMIT_MS = 8_000;
const folder = mkdtempSync(join(tmpdir(), 'candor-bench-'));
const print = (line: string): boolean => process.stdout.write(`${line}\n`);
const missed: string[] = [];

interface Measured {
  times: number[];
  questions: number;
  peakMb: number;
}

function measure(name: string, path: string): Measured {
  const script = fileURLToPath(new URL('./documents-contender.ts', import.meta.url));
  return JSON.parse(
    execFileSync(process.execPath, ['--import', 'tsx', script, name, path], { encoding: 'utf8' }),
  ) as Measured;
}

const median = (times: readonly number[]): number =>
  [...times].sort((a, b) => a - b)[Math.floor(times.length / 2)] ?? NaN;

function judge(holds: boolean, text: string): void {
  if (!holds) missed.push(text);
  print(`${holds ? 'holds ' : 'MISSED'} ${text}`);
}

function compare(name: string, path: string): Figure[] {
  const names = ['floor', 'reading', 'ours', 'read-excel-file', 'sheetjs', 'exceljs'];
  const results = new Map(names.map((key): [string, Measured[]] => [key, []]));
  for (let round = 0; round < ROUNDS; round++) for (const [key, list] of results) list.push(measure(key, path));
  const of = (key: string): number => median((results.get(key) ?? []).flatMap((result) => result.times));
  const ours = results.get('ours') ?? [];
  print(`${name}: ${ours[0]?.questions ?? 0} questions`);
  print(
    `  ${names.map((key) => `${key} ${of(key).toFixed(0)} ms`).join(', ')}; peak memory of ours ${Math.max(...ours.map((result) => result.peakMb)).toFixed(0)} MB`,
  );
  judge(
    of('ours') <= 2 * of('floor'),
    `reading + extraction is ${(of('ours') / of('floor')).toFixed(2)} x the floor (at most 2.0)`,
  );
  const others = ['read-excel-file', 'sheetjs', 'exceljs'];
  judge(
    others.every((other) => of('ours') < of(other)),
    `faster than ${others.join(', ')} loading alone`,
  );
  return [
    { what: '× the floor', value: of('ours') / of('floor'), unit: '×', most: 2 },
    ...others.map((other) => ({ what: `× faster than ${other}`, value: of(other) / of('ours'), unit: '×', least: 1 })),
    // What the others do: they load a workbook, and look for no questions.
    { what: 'reading alone × faster than read-excel-file', value: of('read-excel-file') / of('reading'), unit: '×' },
    { what: 'ours', value: of('ours'), unit: 'ms' },
    { what: 'peak memory', value: Math.max(...ours.map((result) => result.peakMb)), unit: 'MB' },
  ];
}

async function trap(path: string): Promise<string> {
  const source = FileSource.open(path);
  try {
    const model = await readDocument(source, { fileName: 'trap.xlsx', mimeType: '' }, DEFAULT_READ_LIMITS);
    return `${extractQuestions(model).sheets.reduce((sum, sheet) => sum + sheet.questions.length, 0)} questions`;
  } catch (error) {
    return error instanceof DocumentError ? error.code : `CRASH ${String(error)}`;
  } finally {
    source.close();
  }
}

/** A full page at 200 dots an inch, with the start of the engine, which each document has. */
async function scan(): Promise<void> {
  const { buildScan, PAPER_HEIGHT } =
    await import('../../services/questionnaire/src/documents/fixtures/scan.fixture.js');
  const line = 'Do you encrypt customer data at rest and in transit, and who holds the keys?';
  const lines = Array.from({ length: 33 }, (_, i) => `${i + 1}. ${line}`);
  const pool = new DocumentPool({ threads: 1, limits: DEFAULT_READ_LIMITS });
  const path = join(folder, 'scan.pdf');
  writeFileSync(path, await buildScan([{ lines, height: PAPER_HEIGHT }]));
  const times: number[] = [];
  let questions = 0;
  for (let round = 0; round < ROUNDS; round++) {
    const start = performance.now();
    questions = 0;
    for await (const piece of pool.extract(path, { fileName: 'scan.pdf', mimeType: '' }))
      if (piece.kind === 'questions') questions += piece.questions.length;
    times.push(performance.now() - start);
  }
  await pool.close();
  const value = median(times);
  judge(
    value < OCR_LIMIT_MS,
    `OCR of a page of ${lines.length} lines, the start of the engine included: ${value.toFixed(0)} ms, ${questions} questions (under ${OCR_LIMIT_MS})`,
  );
  tellFigures('OCR of a page', '', [{ what: 'OCR of a page', value, unit: 'ms', most: OCR_LIMIT_MS }]);
}

for (const [name, build] of Object.entries(WORKBOOKS)) {
  const path = join(folder, `${name}.xlsx`);
  writeFileSync(path, build());
  const figures = compare(name, path);
  const blocks = Array.from({ length: ROUNDS }, () => measure('block', path).times).flat();
  judge(
    median(blocks) < BLOCK_LIMIT_MS,
    `longest event-loop block while the pool works: ${median(blocks).toFixed(1)} ms, worst of ${blocks.length} runs ${Math.max(...blocks).toFixed(1)} ms (median under ${BLOCK_LIMIT_MS})`,
  );
  tellFigures(`read + extract ${name}`, 'inflate + SAX floor; read-excel-file; SheetJS; exceljs', [
    ...figures,
    { what: 'longest event-loop block', value: median(blocks), unit: 'ms', most: BLOCK_LIMIT_MS },
  ]);
}
print('trap files, reading + extraction:');
for (const [name, build] of Object.entries(TRAPS)) {
  const path = join(folder, 'trap.xlsx');
  writeFileSync(path, build());
  const start = performance.now();
  const outcome = await trap(path);
  const time = performance.now() - start;
  judge(time < TRAP_LIMIT_MS && !outcome.startsWith('CRASH'), `${name}: ${time.toFixed(0)} ms, ${outcome}`);
}
await scan();
rmSync(folder, { recursive: true });
process.exitCode = missed.length > 0 ? 1 : 0;
