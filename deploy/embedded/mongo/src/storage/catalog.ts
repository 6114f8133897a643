import { decodeDocument } from '../bson/decode.js';
import { encodeDocument } from '../bson/encode.js';
import type { Document } from '../bson/values.js';
import { CommandError, ErrorCode } from '../errors.js';
import { compileSort } from '../query/sort-spec.js';
import type { SortField } from '../query/sort-spec.js';
import type { Sqlite } from './sqlite.js';

/** The version of the files' layout; a directory of another version is refused. */
export const FORMAT_VERSION = 1;

export interface Index {
  readonly id: number;
  readonly name: string;
  readonly key: Document;
  readonly fields: readonly SortField[];
  readonly unique: boolean;
  /** True once a document held an array at one of the fields; it stays true. */
  multikey: boolean;
}

export interface Collection {
  readonly id: number;
  readonly db: string;
  readonly name: string;
  readonly ns: string;
  indexes: Index[];
}

export interface IndexSpec {
  readonly name: string;
  readonly key: Document;
  readonly unique: boolean;
}

export function documentsTable(collection: Collection): string {
  return `c_${collection.id}`;
}

export function indexTable(index: Index): string {
  return `i_${index.id}`;
}

const LAYOUT = `
  CREATE TABLE IF NOT EXISTS meta (name TEXT PRIMARY KEY, value INTEGER NOT NULL) WITHOUT ROWID;
  CREATE TABLE IF NOT EXISTS collections (
    id INTEGER PRIMARY KEY AUTOINCREMENT, db TEXT NOT NULL, name TEXT NOT NULL, UNIQUE (db, name));
  CREATE TABLE IF NOT EXISTS indexes (
    id INTEGER PRIMARY KEY AUTOINCREMENT, collection INTEGER NOT NULL, name TEXT NOT NULL, spec BLOB NOT NULL,
    multikey INTEGER NOT NULL DEFAULT 0, UNIQUE (collection, name));`;

function namespaceError(message: string): CommandError {
  return new CommandError(ErrorCode.InvalidNamespace, message);
}

/** Which collections and indexes there are: tables in SQLite, read into memory at start and after each rollback. */
export class Catalog {
  private collections = new Map<string, Collection>();
  /** Counts the changes made in memory: a rollback that undoes none of them needs no reload. */
  changes = 0;

  constructor(private readonly sqlite: Sqlite) {}

  /** Makes the layout in an empty file; refuses a file of another format version. */
  open(): void {
    const known = this.sqlite.get("SELECT count(*) FROM sqlite_schema WHERE name = 'meta'")?.[0];
    if (known === 0) {
      this.sqlite.exec('BEGIN IMMEDIATE');
      this.sqlite.exec(LAYOUT);
      this.sqlite.run("INSERT INTO meta (name, value) VALUES ('format', ?)", [FORMAT_VERSION]);
      this.sqlite.exec('COMMIT');
    }
    const version = this.sqlite.get("SELECT value FROM meta WHERE name = 'format'")?.[0];
    if (version !== FORMAT_VERSION) {
      throw new Error(
        `the data file has format version ${String(version)}; this program reads version ${FORMAT_VERSION} only`,
      );
    }
    this.reload();
  }

  reload(): void {
    this.sqlite.forgetStatements();
    this.collections = new Map();
    const byId = new Map<number, Collection>();
    for (const [id, db, name] of this.sqlite.all('SELECT id, db, name FROM collections ORDER BY id')) {
      const collection: Collection = {
        id: id as number,
        db: db as string,
        name: name as string,
        ns: `${db as string}.${name as string}`,
        indexes: [],
      };
      byId.set(collection.id, collection);
      this.collections.set(collection.ns, collection);
    }
    const rows = this.sqlite.all('SELECT id, collection, name, spec, multikey FROM indexes ORDER BY id');
    for (const [id, collection, name, spec, multikey] of rows) {
      const { key, unique } = decodeDocument(spec as Buffer) as { key: Document; unique: boolean };
      byId.get(collection as number)?.indexes.push({
        id: id as number,
        name: name as string,
        key,
        fields: compileSort(key),
        unique,
        multikey: multikey === 1,
      });
    }
  }

  find(db: string, name: string): Collection | undefined {
    return this.collections.get(`${db}.${name}`);
  }

  in(db: string): Collection[] {
    return [...this.collections.values()].filter((collection) => collection.db === db);
  }

  databases(): string[] {
    return [...new Set([...this.collections.values()].map((collection) => collection.db))].sort();
  }

  create(db: string, name: string): Collection {
    if (!/^[^/\\. "$*<>:|?\0]{1,63}$/u.test(db)) throw namespaceError(`Invalid database name: '${db}'`);
    if (name === '' || name.startsWith('.') || name.endsWith('.') || /[$\0]/.test(name) || name.startsWith('system.')) {
      throw namespaceError(`Invalid collection name: '${name}'`);
    }
    if (db.length + name.length > 254) throw namespaceError('The namespace is longer than 255 characters');
    this.changes++;
    const row = this.sqlite.get('INSERT INTO collections (db, name) VALUES (?, ?) RETURNING id', [db, name]);
    const collection: Collection = { id: row?.[0] as number, db, name, ns: `${db}.${name}`, indexes: [] };
    this.sqlite.exec(`CREATE TABLE ${documentsTable(collection)} (rid INTEGER PRIMARY KEY, doc BLOB NOT NULL)`);
    this.collections.set(collection.ns, collection);
    this.createIndex(collection, { name: '_id_', key: { _id: 1 }, unique: true });
    return collection;
  }

  /** Declares an index; its entries are the caller's to write. */
  createIndex(collection: Collection, spec: IndexSpec): Index {
    this.changes++;
    const fields = compileSort(spec.key);
    const row = this.sqlite.get('INSERT INTO indexes (collection, name, spec) VALUES (?, ?, ?) RETURNING id', [
      collection.id,
      spec.name,
      encodeDocument({ key: spec.key, unique: spec.unique }),
    ]);
    const { name, key, unique } = spec;
    const index: Index = { id: row?.[0] as number, name, key, fields, unique, multikey: false };
    const primary = unique ? 'key' : 'key, rid';
    this.sqlite.exec(
      `CREATE TABLE ${indexTable(index)} (key BLOB NOT NULL, rid INTEGER NOT NULL, PRIMARY KEY (${primary})) WITHOUT ROWID`,
    );
    collection.indexes = [...collection.indexes, index];
    return index;
  }

  markMultikey(index: Index): void {
    this.changes++;
    index.multikey = true;
    this.sqlite.run('UPDATE indexes SET multikey = 1 WHERE id = ?', [index.id]);
  }

  dropIndex(collection: Collection, index: Index): void {
    this.changes++;
    this.sqlite.forgetStatements();
    this.sqlite.run('DELETE FROM indexes WHERE id = ?', [index.id]);
    this.sqlite.exec(`DROP TABLE ${indexTable(index)}`);
    collection.indexes = collection.indexes.filter((other) => other !== index);
  }

  drop(collection: Collection): void {
    this.changes++;
    for (const index of collection.indexes) this.dropIndex(collection, index);
    this.sqlite.run('DELETE FROM collections WHERE id = ?', [collection.id]);
    this.sqlite.exec(`DROP TABLE ${documentsTable(collection)}`);
    this.collections.delete(collection.ns);
  }
}
