import { randomBytes } from 'node:crypto';
import { release } from '@candor/runtime/release';
import { encodeCursorReply, encodeDocument } from '../bson/encode.js';
import { isLong, isNumeric } from '../bson/values.js';
import type { Document } from '../bson/values.js';
import { CommandError, ErrorCode, typeMismatch } from '../errors.js';
import type { Deadline } from '../plan/run.js';
import type { Catalog } from '../storage/catalog.js';
import type { Command, CommandContext } from './context.js';
import { allowFields, countField, stringField } from './context.js';

/** What a cursor reads from: encoded documents one at a time, and a rest between two batches. */
export interface Results {
  /** A document that is given once, and then forgotten. */
  next(): Buffer | undefined;
  park(): void;
  /** True when it is known without reading on that nothing is left. */
  readonly done: boolean;
  readonly heldBytes: number;
  /** Throws when the collection or the index read from has been dropped. */
  assertValid(catalog: Catalog): void;
  setDeadline(deadline: Deadline): void;
}

interface Cursor {
  readonly id: bigint;
  readonly ns: string;
  readonly results: Results;
  /** Read ahead of the last batch: it did not fit. */
  pending: Buffer | undefined;
  usedAt: number;
}

export interface CursorLimits {
  readonly idleMs: number;
  readonly maxBytes: number;
  readonly maxCursors: number;
}

export const CURSOR_LIMITS: CursorLimits = { idleMs: 10 * 60_000, maxBytes: 128 * 1024 * 1024, maxCursors: 1000 };

const FIRST_BATCH = 101;
/** Less than MongoDB's 16 MB: a batch is in memory twice while it is sent. */
const BATCH_BYTES = 1024 * 1024;

/** Open cursors, bounded in number, bytes and idle time: beyond the bounds the least recently used are closed. */
export class CursorRegistry {
  private readonly cursors = new Map<bigint, Cursor>();
  private bytes = 0;

  constructor(
    private readonly limits: CursorLimits = CURSOR_LIMITS,
    private readonly now: () => number = () => performance.now(),
  ) {}

  get size(): number {
    return this.cursors.size;
  }

  /** The first batch, as an encoded reply; what is left stays under the cursor's id. */
  open(ns: string, results: Results, batchSize: number | undefined, single: boolean): Buffer {
    const cursor: Cursor = { id: newId(), ns, results, pending: undefined, usedAt: this.now() };
    const batch = takeBatch(cursor, batchSize ?? FIRST_BATCH);
    const more = !single && batch.more;
    if (more) this.keep(cursor);
    return replyWith('firstBatch', batch.documents, more ? cursor.id : 0n, ns);
  }

  more(id: bigint, ns: string, batchSize: number | undefined, catalog: Catalog, deadline: Deadline): Buffer {
    this.expire();
    const cursor = this.cursors.get(id);
    if (!cursor) throw new CommandError(ErrorCode.CursorNotFound, `cursor id ${id} not found`);
    if (cursor.ns !== ns) {
      throw new CommandError(13, `Requested getMore on namespace '${ns}', but cursor belongs to a different namespace`);
    }
    this.close(id);
    cursor.results.assertValid(catalog);
    cursor.results.setDeadline(deadline);
    const batch = takeBatch(cursor, batchSize ?? Number.MAX_SAFE_INTEGER);
    if (batch.more) this.keep(cursor);
    return replyWith('nextBatch', batch.documents, batch.more ? id : 0n, ns);
  }

  close(id: bigint): boolean {
    const cursor = this.cursors.get(id);
    if (!cursor) return false;
    this.bytes -= cursor.results.heldBytes + (cursor.pending?.length ?? 0);
    return this.cursors.delete(id);
  }

  private keep(cursor: Cursor): void {
    cursor.results.park();
    cursor.usedAt = this.now();
    this.cursors.set(cursor.id, cursor);
    this.bytes += cursor.results.heldBytes + (cursor.pending?.length ?? 0);
    this.expire();
    for (const id of this.cursors.keys()) {
      if (this.bytes <= this.limits.maxBytes && this.cursors.size <= this.limits.maxCursors) break;
      if (id !== cursor.id) this.close(id);
    }
  }

  private expire(): void {
    const oldest = this.now() - this.limits.idleMs;
    for (const [id, cursor] of this.cursors) {
      // In the order of use: the first that is fresh ends the walk.
      if (cursor.usedAt > oldest) break;
      this.close(id);
    }
  }
}

/** The batch as an encoded reply. Its documents, which nobody else has, are given back: large ones make much garbage. */
function replyWith(name: 'firstBatch' | 'nextBatch', documents: readonly Buffer[], id: bigint, ns: string): Buffer {
  const reply = encodeCursorReply(name, documents, id, ns);
  documents.forEach(release);
  return reply;
}

function newId(): bigint {
  return (randomBytes(8).readBigUInt64LE() >> 1n) | 1n;
}

function takeBatch(cursor: Cursor, size: number): { documents: Buffer[]; more: boolean } {
  const documents: Buffer[] = [];
  let bytes = 0;
  let next = cursor.pending ?? (size > 0 ? cursor.results.next() : undefined);
  cursor.pending = undefined;
  if (size === 0) return { documents, more: true };
  while (next) {
    if (documents.length > 0 && bytes + next.length > BATCH_BYTES) {
      cursor.pending = next;
      return { documents, more: true };
    }
    documents.push(next);
    bytes += next.length + 16;
    if (documents.length >= size) {
      // Not read ahead: the next document is the one that is there when it is asked for.
      return { documents, more: !cursor.results.done };
    }
    next = cursor.results.next();
  }
  return { documents, more: false };
}

/** Results that are in memory already: of an aggregate, of a list of indexes. */
export class ListResults implements Results {
  private at = 0;
  readonly heldBytes: number;

  constructor(private readonly documents: readonly Buffer[]) {
    this.heldBytes = documents.reduce((sum, document) => sum + document.length, 0);
  }

  static of(documents: readonly Document[]): ListResults {
    return new ListResults(documents.map((document) => encodeDocument(document)));
  }

  next(): Buffer | undefined {
    return this.documents[this.at++];
  }

  get done(): boolean {
    return this.at >= this.documents.length;
  }

  park(): void {
    // All is in memory.
  }

  assertValid(): void {
    // Depends on no collection any more.
  }

  setDeadline(): void {
    // Costs no time.
  }
}

function cursorId(value: unknown): bigint {
  if (!isNumeric(value)) throw typeMismatch('a cursor id must be a long');
  return isLong(value) ? value.toBigInt() : BigInt(value);
}

/** `batchSize` of a command's `cursor` option or of find. */
export function batchSizeOf(options: Document): number | undefined {
  return options.batchSize === undefined ? undefined : countField(options, 'batchSize', 0);
}

function getMore(context: CommandContext): Buffer {
  allowFields(context, 'collection', 'batchSize');
  const { command, db, cursors, store } = context;
  const batchSize = batchSizeOf(command);
  return cursors.more(
    cursorId(command.getMore),
    `${db}.${stringField(command, 'collection')}`,
    batchSize === 0 ? undefined : batchSize,
    store.catalog,
    context.deadline,
  );
}

function killCursors(context: CommandContext): Document {
  allowFields(context, 'cursors');
  const ids = Array.isArray(context.command.cursors) ? (context.command.cursors as unknown[]) : [];
  const cursorsKilled: unknown[] = [];
  const cursorsNotFound: unknown[] = [];
  for (const id of ids) (context.cursors.close(cursorId(id)) ? cursorsKilled : cursorsNotFound).push(id);
  return { cursorsKilled, cursorsNotFound, cursorsAlive: [], cursorsUnknown: [] };
}

export const cursorCommands: Readonly<Record<string, Command>> = {
  getMore: { run: getMore, writes: false },
  killCursors: { run: killCursors, writes: false },
};
