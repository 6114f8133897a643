import { decodeDocument } from '../bson/decode.js';
import { visitPath } from '../bson/paths.js';
import type { Document } from '../bson/values.js';
import { CommandError, ErrorCode } from '../errors.js';
import { Catalog, documentsTable, indexTable } from './catalog.js';
import type { Collection, Index, IndexSpec } from './catalog.js';
import { IndexCounts } from './index-counts.js';
import { indexKeys } from './index-keys.js';
import { Sqlite, toCommandError } from './sqlite.js';

export const MAX_DOCUMENT_BYTES = 16 * 1024 * 1024;

/** Bytes of database pages that SQLite keeps in memory: what the server's memory is bounded by. */
const PAGE_CACHE_KIB = 4096;

const PRAGMAS = `
  PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; PRAGMA fullfsync = ON; PRAGMA checkpoint_fullfsync = ON;
  PRAGMA busy_timeout = 5000; PRAGMA cache_size = -${PAGE_CACHE_KIB}; PRAGMA temp_store = MEMORY;
  PRAGMA journal_size_limit = 67108864;
  PRAGMA wal_autocheckpoint = 4000;`;

interface Entries {
  readonly index: Index;
  readonly keys: readonly Buffer[];
}

/** A value as the message of a duplicate key shows it. */
function shellValue(value: unknown): string {
  if (typeof value === 'number' || typeof value === 'boolean') return String(value);
  if (value instanceof Date) return `new Date(${value.getTime()})`;
  return JSON.stringify(value ?? null);
}

const rootsOf = new WeakMap<readonly Index[], ReadonlySet<string>>();

/** The top-level fields that the indexes lead through (the list of indexes is replaced, never changed in place). */
function indexedFields(indexes: readonly Index[]): ReadonlySet<string> {
  let roots = rootsOf.get(indexes);
  if (!roots) {
    roots = new Set(indexes.flatMap(({ fields }) => fields.map(({ segments }) => segments[0]!)));
    rootsOf.set(indexes, roots);
  }
  return roots;
}

/** Error 11000 with the fields that MongoDB gives. */
function duplicateKey(collection: Collection, index: Index, document: Document): CommandError {
  const keyValue: Document = {};
  for (const { path, segments } of index.fields) {
    keyValue[path] = null;
    visitPath(document, segments, (value) => {
      keyValue[path] = value ?? null;
      return true;
    });
  }
  const shown = Object.entries(keyValue).map(([path, value]) => `${path}: ${shellValue(value)}`);
  return new CommandError(
    ErrorCode.DuplicateKey,
    `E11000 duplicate key error collection: ${collection.ns} index: ${index.name} dup key: { ${shown.join(', ')} }`,
    { keyPattern: index.key, keyValue },
  );
}

/**
 * Documents as BSON in SQLite tables, with their index entries. Every change checks the unique indexes before it writes
 * anything, so that a refused document leaves no trace in the transaction.
 */
export class Store {
  readonly sqlite: Sqlite;
  readonly catalog: Catalog;
  readonly counts: IndexCounts;
  private readonly nextRids = new Map<number, number>();

  constructor(file: string) {
    this.sqlite = new Sqlite(file);
    this.counts = new IndexCounts(this.sqlite);
    try {
      this.sqlite.exec(PRAGMAS);
      this.catalog = new Catalog(this.sqlite);
      this.catalog.open();
    } catch (error) {
      this.sqlite.close();
      throw error;
    }
  }

  /** Flushes the log into the data file and closes it. */
  close(): void {
    try {
      this.sqlite.exec('PRAGMA wal_checkpoint(TRUNCATE)');
    } catch (error) {
      // On a full disk the log keeps what the data file has no room for: nothing is lost, the next start reads it.
      if (toCommandError(error) === undefined) throw error;
    } finally {
      this.sqlite.close();
    }
  }

  /** Record ids only grow, also over deleted and rolled back ones: a cursor that holds one never finds another document under it. */
  private nextRid(collection: Collection): number {
    let rid = this.nextRids.get(collection.id);
    rid ??= 1 + ((this.sqlite.get(`SELECT max(rid) FROM ${documentsTable(collection)}`)?.[0] as number | null) ?? 0);
    this.nextRids.set(collection.id, rid + 1);
    return rid;
  }

  private entries(collection: Collection, raw: Buffer): { document: Document; entries: Entries[] } {
    const document = decodeDocument(raw, 0, indexedFields(collection.indexes));
    const entries = collection.indexes.map((index) => {
      const { keys, multikey } = indexKeys(document, index.fields);
      if (multikey && !index.multikey) this.catalog.markMultikey(index);
      return { index, keys };
    });
    return { document, entries };
  }

  private touchesIndex(collection: Collection, touched: ReadonlySet<string>): boolean {
    const roots = indexedFields(collection.indexes);
    return [...touched].some((field) => roots.has(field));
  }

  private refuseDuplicates(collection: Collection, document: Document, entries: readonly Entries[], rid: number): void {
    for (const { index, keys } of entries) {
      if (!index.unique) continue;
      for (const key of keys) {
        const holder = this.sqlite.get(`SELECT rid FROM ${indexTable(index)} WHERE key = ?`, [key]);
        if (holder && holder[0] !== rid) throw duplicateKey(collection, index, document);
      }
    }
  }

  private refuseTooLarge(raw: Buffer): void {
    if (raw.length > MAX_DOCUMENT_BYTES) {
      throw new CommandError(
        ErrorCode.BSONObjectTooLarge,
        `object to insert too large. size in bytes: ${raw.length}, max size: ${MAX_DOCUMENT_BYTES}`,
      );
    }
  }

  insert(collection: Collection, raw: Buffer): number {
    this.refuseTooLarge(raw);
    const { document, entries } = this.entries(collection, raw);
    this.refuseDuplicates(collection, document, entries, 0);
    const rid = this.nextRid(collection);
    this.sqlite.run(`INSERT INTO ${documentsTable(collection)} (rid, doc) VALUES (?, ?)`, [rid, raw]);
    for (const { index, keys } of entries) this.addEntries(index, keys, rid);
    return rid;
  }

  /** Stores a document's new bytes. `touched` names the top-level fields that may differ; null for any. */
  replace(
    collection: Collection,
    rid: number,
    before: Buffer,
    after: Buffer,
    touched: ReadonlySet<string> | null,
  ): void {
    this.refuseTooLarge(after);
    if (touched && !this.touchesIndex(collection, touched)) {
      this.sqlite.run(`UPDATE ${documentsTable(collection)} SET doc = ? WHERE rid = ?`, [after, rid]);
      return;
    }
    const old = this.entries(collection, before).entries;
    const { document, entries } = this.entries(collection, after);
    const changes = entries.map(({ index, keys }, position) => {
      const oldKeys = old[position]!.keys;
      return {
        index,
        keys: keys.filter((key) => !oldKeys.some((other) => other.equals(key))),
        gone: oldKeys.filter((key) => !keys.some((other) => other.equals(key))),
      };
    });
    this.refuseDuplicates(collection, document, changes, rid);
    this.sqlite.run(`UPDATE ${documentsTable(collection)} SET doc = ? WHERE rid = ?`, [after, rid]);
    for (const { index, keys, gone } of changes) {
      this.removeEntries(index, gone, rid);
      this.addEntries(index, keys, rid);
    }
  }

  remove(collection: Collection, rid: number, raw: Buffer): void {
    for (const { index, keys } of this.entries(collection, raw).entries) this.removeEntries(index, keys, rid);
    this.sqlite.run(`DELETE FROM ${documentsTable(collection)} WHERE rid = ?`, [rid]);
  }

  read(collection: Collection, rid: number): Buffer | undefined {
    return this.sqlite.get(`SELECT doc FROM ${documentsTable(collection)} WHERE rid = ?`, [rid])?.[0] as
      Buffer | undefined;
  }

  private addEntries(index: Index, keys: readonly Buffer[], rid: number): void {
    for (const key of keys) {
      this.sqlite.run(`INSERT INTO ${indexTable(index)} (key, rid) VALUES (?, ?)`, [key, rid]);
      this.counts.changed(index, key, 1);
    }
  }

  private removeEntries(index: Index, keys: readonly Buffer[], rid: number): void {
    for (const key of keys) {
      const removed = this.sqlite.run(`DELETE FROM ${indexTable(index)} WHERE key = ? AND rid = ?`, [key, rid]);
      this.counts.changed(index, key, -removed);
    }
  }

  /** Declares an index and fills it from the documents there are; error 11000 when they contradict a unique one. */
  createIndex(collection: Collection, spec: IndexSpec): Index {
    const index = this.catalog.createIndex(collection, spec);
    const fields = new Set(index.fields.map(({ segments }) => segments[0]!));
    let last = 0;
    for (;;) {
      const rows = this.sqlite.all(
        `SELECT rid, doc FROM ${documentsTable(collection)} WHERE rid > ? ORDER BY rid LIMIT 100`,
        [last],
      );
      if (rows.length === 0) return index;
      for (const [rid, raw] of rows as [number, Buffer][]) {
        last = rid;
        const document = decodeDocument(raw, 0, fields);
        const { keys, multikey } = indexKeys(document, index.fields);
        if (multikey && !index.multikey) this.catalog.markMultikey(index);
        this.refuseDuplicates(collection, document, [{ index, keys }], rid);
        this.addEntries(index, keys, rid);
      }
    }
  }
}
