import Database from 'libsql';
import { CommandError, ErrorCode } from '../errors.js';

export type SqlValue = Buffer | string | number | null;

interface Statement {
  run(params: readonly SqlValue[]): { changes: number };
  get(params: readonly SqlValue[]): unknown[] | undefined;
  all(params: readonly SqlValue[]): unknown[][];
}

const MAX_STATEMENTS = 400;

/**
 * One SQLite connection with a cache of prepared statements. Parameters always go in as one array: libsql takes a single
 * Buffer argument for named parameters, and aborts the process.
 */
export class Sqlite {
  private readonly connection: Database.Database;
  private readonly statements = new Map<string, Statement>();

  constructor(readonly path: string) {
    try {
      this.connection = new Database(path);
    } catch (error) {
      throw new Error(`cannot open ${path}: ${(error as Error).message}`, { cause: error });
    }
  }

  private prepare(sql: string): Statement {
    let statement = this.statements.get(sql);
    if (!statement) {
      const prepared = this.connection.prepare(sql);
      const reader = (prepared as unknown as { reader: boolean }).reader;
      statement = (reader ? (prepared as unknown as { raw(): unknown }).raw() : prepared) as Statement;
      if (this.statements.size >= MAX_STATEMENTS) this.statements.clear();
      this.statements.set(sql, statement);
    }
    return statement;
  }

  run(sql: string, params: readonly SqlValue[] = []): number {
    return this.prepare(sql).run(params).changes;
  }

  get(sql: string, params: readonly SqlValue[] = []): unknown[] | undefined {
    return this.prepare(sql).get(params);
  }

  all(sql: string, params: readonly SqlValue[] = []): unknown[][] {
    return this.prepare(sql).all(params);
  }

  exec(sql: string): void {
    this.connection.exec(sql);
  }

  /** After a change of the schema, statements of dropped tables must go. */
  forgetStatements(): void {
    this.statements.clear();
  }

  get inTransaction(): boolean {
    return this.connection.inTransaction;
  }

  close(): void {
    this.statements.clear();
    this.connection.close();
  }
}

export function sqliteCode(error: unknown): string | undefined {
  const code = (error as { code?: unknown } | null)?.code;
  return typeof code === 'string' && code.startsWith('SQLITE_') ? code : undefined;
}

/** The error a client sees for one of SQLite's: a full or read-only disk by name, anything else as internal. */
export function toCommandError(error: unknown): CommandError | undefined {
  const code = sqliteCode(error);
  if (code === undefined) return undefined;
  if (code.startsWith('SQLITE_FULL')) {
    return new CommandError(ErrorCode.OutOfDiskSpace, 'The disk of the data directory is full; nothing was changed');
  }
  if (code.startsWith('SQLITE_READONLY')) {
    return new CommandError(ErrorCode.OperationFailed, 'The data directory is read-only; nothing was changed');
  }
  if (code.startsWith('SQLITE_CORRUPT') || code.startsWith('SQLITE_NOTADB')) {
    return new CommandError(ErrorCode.OperationFailed, 'The data file is damaged: run the check, restore a backup');
  }
  if (code.startsWith('SQLITE_IOERR') || code.startsWith('SQLITE_CANTOPEN')) {
    return new CommandError(
      ErrorCode.OperationFailed,
      `The data directory cannot be read or written (${code}); nothing was changed`,
    );
  }
  return undefined;
}
