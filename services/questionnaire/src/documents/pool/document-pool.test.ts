import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { buildXlsx } from '../fixtures/xlsx.fixture.js';
import { DEFAULT_READ_LIMITS, type ReadLimits } from '../source.js';
import { DocumentPool } from './document-pool.js';
import type { ExtractionPiece } from './messages.js';

const declared = { fileName: 'questions.xlsx', mimeType: '' };
let folder: string;
let pool: DocumentPool;
const pools: DocumentPool[] = [];

function open(threads: number, limits: ReadLimits): DocumentPool {
  const opened = new DocumentPool({ threads, limits });
  pools.push(opened);
  return opened;
}

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'candor-pool-'));
  pool = open(2, DEFAULT_READ_LIMITS);
});

afterAll(async () => {
  await Promise.all(pools.map((opened) => opened.close()));
  rmSync(folder, { recursive: true });
});

function file(name: string, bytes: Uint8Array): string {
  const path = join(folder, name);
  writeFileSync(path, bytes);
  return path;
}

function questionnaire(questions: number): Uint8Array {
  const rows = Array.from({ length: questions }, (_, i) => [
    String(i + 1),
    `Do you review control ${i + 1} every year?`,
    null,
  ]);
  return buildXlsx({ sheets: [{ name: 'Security', rows: [['No.', 'Question', 'Answer'], ...rows] }] });
}

async function collect<T>(pieces: AsyncIterable<T>): Promise<T[]> {
  const all: T[] = [];
  for await (const piece of pieces) all.push(piece);
  return all;
}

const questionsOf = (pieces: ExtractionPiece[]) =>
  pieces.flatMap((piece) => (piece.kind === 'questions' ? [piece.questions] : []));

describe('the document pool', () => {
  it('hands questions and account over in bounded pieces, complete and in order', async () => {
    const pieces = await collect(pool.extract(file('many.xlsx', questionnaire(1_200)), declared));
    expect(pieces[0]).toEqual({ kind: 'sheet', index: 0, name: 'Security', hidden: false });
    expect(questionsOf(pieces).map((questions) => questions.length)).toEqual([250, 250, 250, 250, 200]);
    expect(
      questionsOf(pieces)
        .flat()
        .map((question) => question.location),
    ).toEqual(Array.from({ length: 1_200 }, (_, i) => ({ sheet: 'Security', cell: `B${i + 2}` })));
    const entries = pieces.flatMap((piece) => (piece.kind === 'account' ? [piece.entries.length] : []));
    expect(entries).toEqual([500, 500, 500, 500, 403]);
  });

  it('runs more jobs than it has threads', async () => {
    const path = file('few.xlsx', questionnaire(3));
    const results = await Promise.all(Array.from({ length: 6 }, () => collect(pool.extract(path, declared))));
    expect(results.map((pieces) => questionsOf(pieces).flat().length)).toEqual([3, 3, 3, 3, 3, 3]);
  });

  it('reads on while the pieces of another document are taken slowly', async () => {
    const single = open(1, DEFAULT_READ_LIMITS);
    const slow = single.extract(file('slowly.xlsx', questionnaire(3_000)), declared)[Symbol.asyncIterator]();
    await slow.next();
    // Nobody takes more of it: one that waits for that would wait for ever.
    expect(questionsOf(await collect(single.extractText('Do you encrypt backups?'))).flat()).toHaveLength(1);
    let left = 0;
    while (!(await slow.next()).done) left++;
    expect(left).toBeGreaterThan(10);
  });

  it('keeps at most a few results in memory that nobody takes', async () => {
    const single = open(1, DEFAULT_READ_LIMITS);
    const path = file('kept.xlsx', questionnaire(600));
    const held = Array.from({ length: 6 }, () => single.extract(path, declared)[Symbol.asyncIterator]());
    const begun = held.map((one) => one.next());
    await Promise.all(begun.slice(0, 5));
    let last = 'waits';
    void begun[5]!.then(() => (last = 'has begun'));
    await collect(pool.extractText('Do you encrypt backups?'));
    expect(last).toBe('waits');
    await held[0]?.return?.();
    await expect(begun[5]).resolves.toMatchObject({ done: false });
    for (const one of held) await one.return?.();
  });

  it('computes for an owner at once while all of its threads compute for another', async () => {
    const single = open(1, DEFAULT_READ_LIMITS);
    const long = file('long.xlsx', questionnaire(8_000));
    const ends: string[] = [];
    const end = (name: string) => (): void => void ends.push(name);
    const ofOne = [1, 2].map((n) => collect(single.extract(long, declared, undefined, 'one')).then(end(`one ${n}`)));
    const ofOther = collect(single.extractText('Do you encrypt backups?', undefined, 'other')).then(end('other'));
    await Promise.all([...ofOne, ofOther]);
    expect(ends[0]).toBe('other');
  }, 60_000);

  it('gives the thread back when a caller stops early', async () => {
    const single = open(1, DEFAULT_READ_LIMITS);
    const path = file('early.xlsx', questionnaire(3_000));
    for await (const piece of single.extract(path, declared)) if (piece.kind === 'questions') break;
    expect(questionsOf(await collect(single.extract(path, declared))).flat()).toHaveLength(3_000);
  });

  it('says why a document cannot be used', async () => {
    const text = file('text.xlsx', Buffer.from('just text'));
    await expect(pool.check(text, declared)).rejects.toMatchObject({ code: 'type_mismatch' });
    await expect(collect(pool.extract(text, declared))).rejects.toMatchObject({ code: 'type_mismatch' });
    await expect(pool.check(file('ok.xlsx', questionnaire(1)), declared)).resolves.toEqual({ format: 'xlsx' });
  });

  it('ends a document that takes too long, and goes on with the next one', async () => {
    const hasty = open(1, { ...DEFAULT_READ_LIMITS, timeMs: 1 });
    await expect(collect(hasty.extract(file('slow.xlsx', questionnaire(5_000)), declared))).rejects.toMatchObject({
      code: 'timed_out',
    });
    await expect(collect(hasty.extractText('Do you encrypt backups?'))).resolves.not.toHaveLength(0);
  });

  it('ends a document that needs more memory than is allowed, and goes on with the next one', async () => {
    const small = open(1, { ...DEFAULT_READ_LIMITS, heapMb: 32 });
    const cells = Array.from(
      { length: 200_000 },
      (_, i) => `<row r="${i + 1}"><c t="inlineStr"><is><t>Row ${i} of many rows</t></is></c></row>`,
    );
    const path = file('heavy.xlsx', buildXlsx({ sheets: [{ name: 'S', sheetData: cells.join('') }] }));
    await expect(small.rows(path, declared)).rejects.toMatchObject({ code: 'too_large_inflated' });
    await expect(small.check(file('ok2.xlsx', questionnaire(1)), declared)).resolves.toEqual({ format: 'xlsx' });
  }, 60_000);

  it('gives rows by their position and passages of knowledge documents', async () => {
    const path = file('rows.csv', Buffer.from('q,a\n\n"one\ntwo",x\n'));
    await expect(pool.rows(path, { fileName: 'rows.csv', mimeType: 'text/csv' })).resolves.toEqual([
      ['q', 'a'],
      [],
      ['one\ntwo', 'x'],
    ]);
    const passages = await collect(
      pool.passages(file('a.txt', Buffer.from('We encrypt all data at rest.')), { fileName: 'a.txt', mimeType: '' }),
    );
    expect(passages).toMatchObject([{ kind: 'passages', passages: [{ text: 'We encrypt all data at rest.' }] }]);
  });

  it('refuses jobs when it is closed', async () => {
    const closed = open(1, DEFAULT_READ_LIMITS);
    await closed.close();
    await expect(closed.rows('unused', declared)).rejects.toThrow('closed');
  });
});
