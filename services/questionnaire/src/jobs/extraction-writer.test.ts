import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startEmbeddedMongo, type EmbeddedMongo } from '@candor/embedded-mongo';
import { connectMongo, newId, systemClock } from '@candor/runtime';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { MongoClient } from 'mongodb';
import { extractionPieces } from '../documents/pool/pieces.js';
import { extractQuestions } from '../extraction/extract.js';
import { sheetOf, workbookOf } from '../extraction/sheet.fixture.js';
import type { QuestionnaireDocument } from '../store/documents.js';
import { openStores, type Stores } from '../store/stores.js';
import { ExtractionWriter } from './extraction-writer.js';

let root: string;
let server: EmbeddedMongo;
let client: MongoClient;
let stores: Stores;
beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), 'candor-extraction-'));
  server = await startEmbeddedMongo({ dataDir: root });
  client = await connectMongo(server.url, 'test');
  stores = await openStores(client.db('questionnaire'), systemClock);
});
afterAll(async () => {
  await client.close();
  await server.close();
  await rm(root, { recursive: true });
});

const rows = (...doors: string[]) => [['Question', 'Answer'], ...doors.map((door) => [`Is the ${door} locked?`, ''])];
const WORKBOOK = workbookOf(
  sheetOf(rows('front door', 'back door', 'cellar'), { name: 'Doors', hiddenRows: [3] }),
  sheetOf(rows('gate', 'garage'), { name: 'More', hidden: true }),
);

describe('hidden sheets and rows', () => {
  async function written(includeHidden: boolean) {
    const questionnaire = { _id: newId(), organizationId: 'o', includeHidden } as QuestionnaireDocument;
    const writer = new ExtractionWriter(stores, questionnaire);
    for (const piece of extractionPieces(extractQuestions(WORKBOOK), [])) await writer.take(piece);
    await writer.end();
    const questions = await stores.questions.list('o', questionnaire._id, {}, { limit: 100, offset: 0 });
    const sheets = await stores.questions.listSheets('o', questionnaire._id);
    const logs = await stores.logs.list('o', questionnaire._id, 10);
    return {
      asked: questions.map(({ text, hidden, position }) => [text, hidden, position]),
      sheets: sheets.map(({ name, hidden, questionCount }) => [name, hidden, questionCount]),
      told: logs.map(({ code, message }) => [code, message]),
      coverage: writer.coverage,
    };
  }

  it('are told, and not asked', async () => {
    const { asked, sheets, told, coverage } = await written(false);
    expect(asked).toEqual([
      ['Is the front door locked?', false, 0],
      ['Is the cellar locked?', false, 1],
    ]);
    expect(sheets).toEqual([
      ['Doors', false, 2],
      ['More', true, 0],
    ]);
    expect(told.map(([code]) => code)).toEqual(['hidden_not_asked', 'hidden_not_asked']);
    expect(told[0]?.[1]).toMatch(/^On the sheet "Doors" rows or columns are hidden: a question there is not asked\./);
    expect(told[1]?.[1]).toMatch(/^The sheet "More" is hidden: 2 questions there are not asked\./);
    expect(coverage.question).toBe(2);
    expect(coverage.skipped).toBeGreaterThanOrEqual(3);
  });

  it('are asked when the person wants it, and still told as hidden', async () => {
    const { asked, told } = await written(true);
    expect(asked.map(([, hidden]) => hidden)).toEqual([false, true, false, true, true]);
    expect(told).toEqual([]);
  });
});

describe('a scan', () => {
  const page = (number: number, reason: string) => ({
    class: 'skipped' as const,
    reason,
    location: { page: number, line: 1 },
    text: '',
  });
  async function scan(...entries: ReturnType<typeof page>[]) {
    const writer = new ExtractionWriter(stores, { _id: newId(), organizationId: 'o' } as QuestionnaireDocument);
    await writer.take({ kind: 'sheet', index: 0, name: '', hidden: false });
    await writer.take({ kind: 'account', sheetIndex: 0, entries });
    await writer.end();
    return writer.wasScan;
  }

  it('is a document all of whose pages were read by OCR', async () => {
    expect(await scan(page(1, 'read_by_ocr'), page(1, 'prose'), page(2, 'read_by_ocr'))).toBe(true);
    expect(await scan(page(1, 'read_by_ocr'), page(2, 'prose'))).toBe(false);
    expect(await scan(page(1, 'prose'))).toBe(false);
  });
});
