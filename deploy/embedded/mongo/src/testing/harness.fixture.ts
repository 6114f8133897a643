import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { decodeDocument } from '../bson/decode.js';
import { encodeDocument } from '../bson/encode.js';
import type { Document } from '../bson/values.js';
import type { LogEntry } from '../commands/context.js';
import { CursorRegistry } from '../commands/cursors.js';
import type { CursorLimits } from '../commands/cursors.js';
import { Store } from '../storage/store.js';
import { Executor } from '../wire/executor.js';

/** The command layer over a store in a temporary directory, called without a socket but with the bytes of one. */
export class Harness {
  readonly directory = mkdtempSync(join(tmpdir(), 'candor-mongo-test-'));
  readonly logs: LogEntry[] = [];
  readonly store: Store;
  readonly cursors: CursorRegistry;
  private readonly executor: Executor;

  constructor(limits?: CursorLimits, now?: () => number) {
    this.store = new Store(join(this.directory, 'data.sqlite'));
    this.cursors = new CursorRegistry(limits, now);
    this.executor = new Executor(this.store, (entry) => this.logs.push(entry), this.cursors);
  }

  /** Runs one command on database `test`; the reply may be an error document. */
  async run(command: Document): Promise<Document> {
    const body = decodeDocument(encodeDocument({ ...command, $db: 'test' }));
    const request = { requestId: 1, legacy: false, body, sequences: new Map<string, Buffer[]>(), silent: false };
    return new Promise((resolve) => this.executor.execute(request, (reply) => resolve(decodeDocument(reply))));
  }

  /** Runs a command that must succeed. */
  async ok(command: Document): Promise<Document> {
    const reply = await this.run(command);
    if (reply.ok !== 1 || reply.writeErrors !== undefined) throw new Error(JSON.stringify(reply));
    return reply;
  }

  /** All documents of a find or aggregate. */
  async documents(command: Document): Promise<Document[]> {
    let cursor = (await this.ok(command)).cursor as Document;
    const documents = [...(cursor.firstBatch as Document[])];
    while (cursor.id !== 0) {
      const collection = (cursor.ns as string).slice('test.'.length);
      cursor = (await this.ok({ getMore: cursor.id, collection })).cursor as Document;
      documents.push(...(cursor.nextBatch as Document[]));
    }
    return documents;
  }

  dispose(): void {
    this.store.close();
    rmSync(this.directory, { recursive: true, force: true });
  }
}
