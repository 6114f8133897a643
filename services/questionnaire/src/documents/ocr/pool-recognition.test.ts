import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { buildScan } from '../fixtures/scan.fixture.js';
import { DocumentPool } from '../pool/document-pool.js';
import { DEFAULT_READ_LIMITS } from '../source.js';
import { OneAtATime } from './one-at-a-time.js';

const LINES = ['1. Do you encrypt customer data at rest?', '2. Who approves access to production systems?'];
const declared = { fileName: 'scan.pdf', mimeType: '' };
let folder: string;
let path: string;
let pool: DocumentPool;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'candor-ocr-'));
  path = join(folder, 'scan.pdf');
  writeFileSync(path, await buildScan([{ lines: LINES }]));
  pool = new DocumentPool({ threads: 2, limits: DEFAULT_READ_LIMITS });
});

afterAll(async () => {
  await pool.close();
  rmSync(folder, { recursive: true });
});

async function collect<T>(pieces: AsyncIterable<T>): Promise<T[]> {
  const all: T[] = [];
  for await (const piece of pieces) all.push(piece);
  return all;
}

describe('scans in the pool', () => {
  it('gives questions and passages of two at once, and says in the account how sure OCR was', async () => {
    const [extracted, knowledge] = await Promise.all([
      collect(pool.extract(path, declared)),
      collect(pool.passages(path, declared)),
    ]);
    const asked = extracted.flatMap((piece) => (piece.kind === 'questions' ? piece.questions : []));
    expect(asked.map(({ location }) => location)).toEqual([
      { page: 1, line: 1 },
      { page: 1, line: 2 },
    ]);
    const [entry] = extracted.flatMap((piece) => (piece.kind === 'account' ? piece.entries : []));
    expect(entry).toMatchObject({ class: 'skipped', reason: 'read_by_ocr', location: { page: 1 } });
    expect(entry?.text).toMatch(/^page 1: read by OCR, mean confidence \d\d %$/);
    expect(knowledge).toMatchObject([{ kind: 'passages', passages: [{ locator: 'page 1' }] }]);
  });
});

describe('turns', () => {
  it('come one after the other, also when one that waits gives up', async () => {
    const turns = new OneAtATime();
    const [first, second, third] = [turns.take(), turns.take(), turns.take()];
    const came: number[] = [];
    void third.come.then(() => came.push(3));
    await first.come;
    second.end();
    await Promise.resolve();
    expect(came).toEqual([]);
    first.end();
    await third.come;
    expect(came).toEqual([3]);
  });
});
