import { createHash } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import { AppError, invalid, type CallFor, type ErrorKind, type FieldError } from '@candor/runtime';
import { statusOf } from '../http/problem.js';
import { seal, unseal } from './seal.js';

/** One call that its client may repeat. */
export interface IdempotentCall {
  keyId: string;
  organizationId: string;
  method: string;
  path: string;
  /** From the header Idempotency-Key. */
  idempotencyKey: string;
  /** Hex SHA-256 of what was sent. */
  fingerprint: string;
}

export interface Claim {
  recordId: string;
  token: string;
  /** For what the call creates; a repeat that runs again has the same one. */
  creationId: string;
}

/** A response as it is stored: never a 5xx. */
export interface FirstResponse {
  status: number;
  body: Buffer;
}

export type BeginOutcome =
  | { kind: 'fresh'; claim: Claim }
  | { kind: 'replay'; first: FirstResponse }
  | { kind: 'conflict' }
  | { kind: 'reused' };

/** The records, which are the tenant service's. */
export interface IdempotencyRecords {
  begin(call: IdempotentCall, from: CallFor): Promise<BeginOutcome>;
  complete(organizationId: string, claim: Claim, first: FirstResponse, from: CallFor): Promise<void>;
  abandon(organizationId: string, claim: Claim, from: CallFor): Promise<void>;
}

/** What `run` gives, or what it gave the first time; `sent` is what the client sent, parsed. */
export type Once = <T>(sent: readonly unknown[], run: () => Promise<T>) => Promise<T>;

/** For calls without an Idempotency-Key. */
export const always: Once = (_sent, run) => run();

export interface OnceOptions {
  records: IdempotencyRecords;
  call: Omit<IdempotentCall, 'fingerprint'>;
  from: CallFor;
  /** Set for replies that hold a secret: only who shows this again can read the stored reply. */
  sealedBy: string | undefined;
  /** Called before the call runs, with the id for what it creates. */
  onRun: (creationId: string) => void;
  /** Called when the first response is given again. */
  onReplay: () => void;
  /** Told of a record that could not be written; the call itself has succeeded. */
  onLost: (error: unknown) => void;
}

interface StoredError {
  kind: ErrorKind;
  code: string;
  message: string;
  errors?: FieldError[] | undefined;
  data?: AppError['data'];
}
type Stored = { reply: unknown } | { error: StoredError };

const RECORD_PATIENCE_MS = 5000;
const HEADER = 'Idempotency-Key';
const KEY = /^[\x20-\x7e]{1,255}$/;

/** Throws invalid for a header that cannot be a key. */
export function checkedKey(sent: string): string {
  if (KEY.test(sent)) return sent;
  throw invalid([{ path: HEADER, message: 'must be 1 to 255 printable ASCII characters' }]);
}

/**
 * Runs a call once for its Idempotency-Key. A repeat gets the first response, be it a reply or an error that is the
 * client's; while the first runs, 409; with other contents, 422. Failures that are ours are forgotten, so that the repeat
 * runs.
 */
export function onceFor({ records, call, from, sealedBy, onRun, onReplay, onLost }: OnceOptions): Once {
  const open = (body: Buffer): Buffer => (sealedBy === undefined ? body : unseal(body, sealedBy, call.idempotencyKey));
  const close = (body: Buffer): Buffer => (sealedBy === undefined ? body : seal(body, sealedBy, call.idempotencyKey));
  // The call may have used up its time; its client waits for this as well.
  const after: CallFor = { requestId: from.requestId, deadlineMs: RECORD_PATIENCE_MS };
  return async <T>(sent: readonly unknown[], run: () => Promise<T>): Promise<T> => {
    const begun = await records.begin({ ...call, fingerprint: fingerprintOf(sent) }, from);
    if (begun.kind === 'conflict') throw stillRunning();
    if (begun.kind === 'reused') throw reused();
    if (begun.kind === 'replay') {
      const stored = JSON.parse(open(begun.first.body).toString('utf8')) as Stored;
      onReplay();
      if ('error' in stored) throw errorOf(stored.error);
      return stored.reply as T;
    }
    const { claim } = begun;
    const keep = (status: number, stored: Stored): Promise<void> =>
      persistently(
        () =>
          records.complete(
            call.organizationId,
            claim,
            { status, body: close(Buffer.from(JSON.stringify(stored))) },
            after,
          ),
        onLost,
      );
    onRun(claim.creationId);
    try {
      const reply = await run();
      await keep(200, { reply });
      return reply;
    } catch (error) {
      if (isTheClients(error)) await keep(statusOf(error, 'general'), { error: storedError(error) });
      else await persistently(() => records.abandon(call.organizationId, claim, after), onLost);
      throw error;
    }
  };
}

const FIRST_WAIT_MS = 250;
const LAST_WAIT_MS = 16_000;

/**
 * Writes a record. When that fails, which it does with the call itself when the database is away, it is tried again for
 * half a minute without holding up the reply: until then, a repeat of the call would get 409.
 */
async function persistently(write: () => Promise<void>, onLost: (error: unknown) => void): Promise<void> {
  const again = async (): Promise<void> => {
    for (let ms = FIRST_WAIT_MS; ; ms *= 2) {
      await wait(ms, undefined, { ref: false });
      try {
        await write();
        return;
      } catch (error) {
        if (ms >= LAST_WAIT_MS) throw error;
      }
    }
  };
  await write().catch(() => void again().catch(onLost));
}

export const fingerprintOf = (sent: readonly unknown[]): string =>
  createHash('sha256').update(JSON.stringify(sent)).digest('hex');

const isTheClients = (error: unknown): error is AppError =>
  error instanceof AppError && !['internal', 'unavailable', 'rate_limited'].includes(error.kind);

const storedError = ({ kind, code, message, errors, data }: AppError): StoredError => ({
  kind,
  code,
  message,
  errors,
  data,
});

const errorOf = ({ kind, code, message, errors, data }: StoredError): AppError =>
  new AppError(kind, code, message, { ...(errors ? { errors } : {}), ...(data ? { data } : {}) });

const stillRunning = (): AppError =>
  new AppError('conflict', 'idempotency_key_in_use', 'The first call with this Idempotency-Key is still running.');

const reused = (): AppError => {
  const message = 'This Idempotency-Key was used for a call with other contents. Use a new one.';
  return invalid([{ path: HEADER, message }], 'idempotency_key_reused');
};
