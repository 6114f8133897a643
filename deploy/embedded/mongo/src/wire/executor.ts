import { encodeDocument } from '../bson/encode.js';
import type { CommandContext, LogEntry, Reply } from '../commands/context.js';
import { CursorRegistry } from '../commands/cursors.js';
import { commandNamed } from '../commands/registry.js';
import { CommandError, ErrorCode } from '../errors.js';
import { Deadline, NO_DEADLINE } from '../plan/run.js';
import { toCommandError } from '../storage/sqlite.js';
import type { Store } from '../storage/store.js';
import type { Request } from './message.js';

interface Waiting {
  readonly reply: (document: Buffer) => void;
  readonly document: Buffer;
}

/** A batch is committed at once when it has grown to this, without waiting for the end of the event loop's turn. */
const MAX_BATCH_COMMANDS = 64;
const MAX_BATCH_MS = 20;

function errorReply(error: CommandError): Buffer {
  const { code, codeName, message, details } = error;
  return encodeDocument({ ok: 0, errmsg: message, code, codeName, ...details });
}

/**
 * Runs commands, one after another. The writes that arrive in one turn of the event loop share a transaction (group
 * commit): each is atomic by its savepoint, one fsync makes all of them durable, and no reply leaves before it.
 */
export class Executor {
  private waiting: Waiting[] = [];
  private batchOpen = false;
  private batchStarted = 0;

  constructor(
    private readonly store: Store,
    private readonly log: (entry: LogEntry) => void,
    private readonly cursors: CursorRegistry = new CursorRegistry(),
  ) {}

  execute(request: Request, reply: (document: Buffer) => void): void {
    const document = this.run(request);
    if (!this.batchOpen) {
      reply(document);
      return;
    }
    // Also a read that saw what is not committed yet waits for the commit.
    this.waiting.push({ reply, document });
    if (this.waiting.length >= MAX_BATCH_COMMANDS || performance.now() - this.batchStarted > MAX_BATCH_MS) this.flush();
  }

  /** Commits what is open and sends the replies that waited for it. */
  flush(): void {
    if (!this.batchOpen) return;
    const { waiting, store } = this;
    this.batchOpen = false;
    this.waiting = [];
    try {
      if (!store.sqlite.inTransaction)
        throw new CommandError(ErrorCode.InternalError, 'the transaction was rolled back');
      store.sqlite.exec('COMMIT');
    } catch (error) {
      this.abandon(waiting, error);
      return;
    }
    for (const { reply, document } of waiting) reply(document);
  }

  private abandon(waiting: readonly Waiting[], error: unknown): void {
    this.rollBack('ROLLBACK');
    const failure = this.asCommandError(error, 'commit');
    for (const { reply } of waiting) reply(errorReply(failure));
  }

  private rollBack(statement: string, changedSince?: number): void {
    const { sqlite, catalog, counts } = this.store;
    if (sqlite.inTransaction) sqlite.exec(statement);
    counts.forget();
    if (catalog.changes !== changedSince) catalog.reload();
  }

  private run(request: Request): Buffer {
    const name = Object.keys(request.body).find((field) => field !== '$db') ?? '';
    try {
      const command = commandNamed(name);
      const context = this.contextOf(request, name);
      const answer = command.writes ? this.write(() => command.run(context)) : command.run(context);
      return encodeReply(answer);
    } catch (error) {
      return errorReply(this.asCommandError(error, name));
    }
  }

  private contextOf({ body, sequences }: Request, name: string): CommandContext {
    const db = body.$db;
    if (typeof db !== 'string') throw new CommandError(40571, 'OP_MSG requests require a $db argument');
    const { maxTimeMS } = body;
    const deadline =
      typeof maxTimeMS === 'number' && maxTimeMS > 0 ? new Deadline(performance.now() + maxTimeMS) : NO_DEADLINE;
    return { store: this.store, cursors: this.cursors, log: this.log, deadline, db, name, command: body, sequences };
  }

  private write(run: () => Reply): Reply {
    const { sqlite } = this.store;
    if (!this.batchOpen) {
      sqlite.exec('BEGIN IMMEDIATE');
      this.batchOpen = true;
      this.batchStarted = performance.now();
      setImmediate(() => this.flush());
    }
    sqlite.exec('SAVEPOINT command');
    const { changes } = this.store.catalog;
    try {
      const answer = run();
      sqlite.exec('RELEASE command');
      return answer;
    } catch (error) {
      if (sqlite.inTransaction) {
        this.rollBack('ROLLBACK TO command; RELEASE command', changes);
      } else {
        // SQLite gave up the whole transaction (a full disk): nothing of this batch is stored, and each client is told so.
        const { waiting } = this;
        this.batchOpen = false;
        this.waiting = [];
        this.abandon(waiting, error);
      }
      throw error;
    }
  }

  private asCommandError(error: unknown, command: string): CommandError {
    if (error instanceof CommandError) return error;
    const known = toCommandError(error);
    this.log({
      level: 'error',
      message: known ? known.message : 'command failed unexpectedly',
      fields: { command, error: error instanceof Error ? (error.stack ?? error.message) : String(error) },
    });
    return known ?? new CommandError(ErrorCode.InternalError, 'internal error of the embedded database');
  }
}

function encodeReply(answer: Reply): Buffer {
  return Buffer.isBuffer(answer) ? answer : encodeDocument({ ...answer, ok: 1 });
}
