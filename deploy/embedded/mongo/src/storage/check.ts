import { decodeDocument } from '../bson/decode.js';
import { validateDocument } from '../bson/validate.js';
import { Catalog, documentsTable, FORMAT_VERSION, indexTable } from './catalog.js';
import type { Collection, Index } from './catalog.js';
import { indexKeys } from './index-keys.js';
import type { Sqlite } from './sqlite.js';

/** What a check of a data file found. */
export interface CheckReport {
  readonly ok: boolean;
  /** One sentence for each damage found, at most 100 of a kind. */
  readonly problems: readonly string[];
  readonly collections: readonly { readonly ns: string; readonly documents: number; readonly bytes: number }[];
}

const MAX_PROBLEMS = 100;
const CHUNK_ROWS = 100;

/**
 * Reads a whole data file and reports every damage: of SQLite's pages, of documents that cannot be read, of index entries
 * that are missing, left over or doubled. It sees one consistent state, also while a server writes.
 */
export function checkDataFile(sqlite: Sqlite): CheckReport {
  const problems: string[] = [];
  const collections: CheckReport['collections'][number][] = [];
  const pages = sqlite.all(`PRAGMA integrity_check(${MAX_PROBLEMS})`).map(([line]) => String(line));
  if (pages[0] !== 'ok') problems.push(...pages.map((line) => `data file: ${line}`));
  sqlite.exec('BEGIN');
  try {
    const version = sqlite.get("SELECT value FROM meta WHERE name = 'format'")?.[0];
    if (version !== FORMAT_VERSION)
      problems.push(`data file: format version ${String(version)} is not ${FORMAT_VERSION}`);
    const catalog = new Catalog(sqlite);
    catalog.reload();
    const known = new Set<string>();
    for (const collection of catalog.databases().flatMap((db) => catalog.in(db))) {
      known.add(documentsTable(collection));
      for (const index of collection.indexes) known.add(indexTable(index));
      collections.push(checkCollection(sqlite, collection, problems));
    }
    const tables = sqlite.all("SELECT name FROM sqlite_schema WHERE type = 'table' AND name GLOB '[ci]_[0-9]*'");
    for (const [name] of tables)
      if (!known.has(String(name))) problems.push(`table ${String(name)} belongs to no collection`);
  } catch (error) {
    problems.push(`data file: cannot be read (${(error as Error).message})`);
  } finally {
    sqlite.exec('ROLLBACK');
  }
  return { ok: problems.length === 0, problems, collections };
}

function checkCollection(
  sqlite: Sqlite,
  collection: Collection,
  problems: string[],
): CheckReport['collections'][number] {
  const { ns } = collection;
  const expected = new Map<Index, number>(collection.indexes.map((index) => [index, 0]));
  const before = problems.length;
  const report = (problem: string): void => {
    if (problems.length - before < MAX_PROBLEMS) problems.push(`${ns}: ${problem}`);
  };
  let [documents, bytes, last] = [0, 0, 0];
  const next = `SELECT rid, doc FROM ${documentsTable(collection)} WHERE rid > ? ORDER BY rid LIMIT ${CHUNK_ROWS}`;
  for (let rows = sqlite.all(next, [last]); rows.length > 0; rows = sqlite.all(next, [last])) {
    for (const [rid, raw] of rows as [number, Buffer][]) {
      last = rid;
      documents++;
      bytes += raw.length;
      try {
        validateDocument(raw);
        checkEntries(sqlite, collection, rid, raw, expected, report);
      } catch (error) {
        report(`record ${rid} cannot be read (${(error as Error).message})`);
      }
    }
  }
  for (const [index, entries] of expected) {
    const found = sqlite.get(`SELECT count(*) FROM ${indexTable(index)}`)?.[0] as number;
    if (found > entries) report(`index ${index.name} has ${found - entries} entries of no document`);
  }
  return { ns, documents, bytes };
}

function checkEntries(
  sqlite: Sqlite,
  collection: Collection,
  rid: number,
  raw: Buffer,
  expected: Map<Index, number>,
  report: (problem: string) => void,
): void {
  const document = decodeDocument(raw);
  if (document._id === undefined) report(`record ${rid} has no _id`);
  for (const index of collection.indexes) {
    const { keys, multikey } = indexKeys(document, index.fields);
    if (multikey && !index.multikey) report(`index ${index.name} is not marked as multikey for record ${rid}`);
    expected.set(index, (expected.get(index) ?? 0) + keys.length);
    for (const key of keys) {
      const entry = sqlite.get(`SELECT 1 FROM ${indexTable(index)} WHERE key = ? AND rid = ?`, [key, rid]);
      if (!entry) report(`index ${index.name} misses record ${rid}`);
    }
  }
}
