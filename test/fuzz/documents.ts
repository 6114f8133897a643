/**
 * `npm run fuzz:documents [-- COUNT SEED]`: random mutations of valid files, made by code, through the document pool. Each must end as
 * a result or as a known failure; none may crash, hang or exceed the limits. Most are read as a questionnaire, a quarter as evidence;
 * one in forty is a scan, which takes OCR a second or more. The seed is printed; the same seed gives the same files.
 */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { mutate, randomFrom } from './documents-mutations.js';
import { pictureFiles, seedFiles } from './documents-seeds.js';

const { DOCUMENT_FAILURES, DocumentError, DocumentPool } =
  await import('../../services/questionnaire/dist/documents/index.js');
const { DEFAULT_RECOGNITION } = await import('../../services/questionnaire/dist/documents/ocr/recognition.js');

const [count = 2_000, seed = Date.now() % 1_000_000] = process.argv.slice(2).map(Number);
const LIMITS = { timeMs: 10_000, heapMb: 512, inflatedBytes: 64 * 1024 * 1024, cells: 1_000_000, rows: 500_000 };
/** A damaged scan is not worth more. */
const RECOGNITION = { ...DEFAULT_RECOGNITION, pages: 3, timeMs: 60_000 };
/** One in so many rounds is a scan. */
const ROUNDS_A_PICTURE = 40;
const SHARE_OF_EVIDENCE = 0.25;
const print = (line: string): boolean => process.stdout.write(`${line}\n`);
const random = randomFrom(seed);
const files = await seedFiles();
const pictures = await pictureFiles();
const folder = mkdtempSync(join(tmpdir(), 'candor-fuzz-'));
const pool = new DocumentPool({ threads: 2, limits: LIMITS, recognition: RECOGNITION });
const outcomes = new Map<string, number>();
const defects: string[] = [];

async function outcomeOf(path: string, fileName: string, asEvidence = false): Promise<string> {
  try {
    const declared = { fileName, mimeType: '' };
    await pool.check(path, declared);
    if (asEvidence) {
      let passages = 0;
      for await (const piece of pool.passages(path, declared))
        if (piece.kind === 'passages') passages += piece.passages.length;
      return passages > 0 ? 'passages' : 'no_passages';
    }
    let questions = 0;
    for await (const piece of pool.extract(path, declared))
      if (piece.kind === 'questions') questions += piece.questions.length;
    return questions > 0 ? 'questions' : 'no_questions_found';
  } catch (error) {
    if (error instanceof DocumentError && error.code in DOCUMENT_FAILURES) return error.code;
    return `DEFECT ${error instanceof Error ? (error.stack ?? error.message) : String(error)}`;
  }
}

async function one(index: number, name: string, bytes: Uint8Array, asEvidence: boolean): Promise<void> {
  const path = join(folder, String(index));
  writeFileSync(path, bytes);
  const start = performance.now();
  const outcome = await outcomeOf(path, name, asEvidence);
  const isDefect = outcome.startsWith('DEFECT') || outcome === 'timed_out';
  outcomes.set(isDefect ? 'defects' : outcome, (outcomes.get(isDefect ? 'defects' : outcome) ?? 0) + 1);
  if (isDefect) {
    mkdirSync('test/bench/out', { recursive: true });
    const kept = join('test/bench/out', `fuzz-${seed}-${index}-${name}`);
    writeFileSync(kept, bytes);
    defects.push(`${kept} after ${(performance.now() - start).toFixed(0)} ms: ${outcome}`);
  }
  rmSync(path);
}

print(`${count} mutations of ${files.length + pictures.length} files, seed ${seed}`);
const started = performance.now();
for (const [i, file] of [...files, ...pictures].entries()) {
  const path = join(folder, `seed-${i}`);
  writeFileSync(path, file.bytes);
  const outcome = await outcomeOf(path, file.name);
  if (outcome !== 'questions') defects.push(`the valid file ${file.name} (${i}) gives ${outcome}`);
}
const running = new Set<Promise<void>>();
for (let i = 0; i < count; i++) {
  const isPicture = i % ROUNDS_A_PICTURE === ROUNDS_A_PICTURE - 1;
  const file = isPicture ? pictures[Math.floor(i / ROUNDS_A_PICTURE) % pictures.length] : files[i % files.length];
  if (file === undefined) break;
  const job = one(i, file.name, mutate(file.bytes, random), random() < SHARE_OF_EVIDENCE).finally(() =>
    running.delete(job),
  );
  running.add(job);
  if (running.size >= 4) await Promise.race(running);
}
await Promise.all(running);
await pool.close();
rmSync(folder, { recursive: true });
print(
  [...outcomes]
    .sort((a, b) => b[1] - a[1])
    .map(([outcome, n]) => `${outcome} ${n}`)
    .join(', '),
);
print(
  `${((performance.now() - started) / 1000).toFixed(0)} s, peak memory ${(process.resourceUsage().maxRSS / 1024).toFixed(0)} MB`,
);
for (const defect of defects) print(`DEFECT ${defect}`);
process.exitCode = defects.length > 0 ? 1 : 0;
