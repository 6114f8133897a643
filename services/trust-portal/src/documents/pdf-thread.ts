import { Worker } from 'node:worker_threads';
import { AppError, workerEntry } from '@candor/runtime';
import type { NdaRecordText } from './nda-pdf.js';

export interface Mark {
  /** At the foot of each page. */
  line: string;
  /** Large and pale over each page. */
  across: string;
}

export type PdfTask =
  { kind: 'check' | 'mark'; bytes: Uint8Array; mark: Mark } | { kind: 'nda'; record: NdaRecordText; at: number };

export type PdfReply =
  | { kind: 'done'; bytes: Uint8Array }
  | { kind: 'refused'; code: 'document_encrypted' | 'document_unreadable' }
  | { kind: 'failed'; stack: string };

const WORKER_FILE = workerEntry(import.meta.url, './pdf-worker.js');
const TIME_MS = 60_000;
const HEAP_MB = 768;
/** Tasks that may wait. Each reads its file when its turn comes: the file of one alone is in memory. */
const MOST_WAITING = 16;

/** Works on PDFs of strangers in a thread of its own, one at a time, within bounds of time and memory. */
export class PdfThread {
  private last: Promise<unknown> = Promise.resolve();
  private waiting = 0;
  /** Kept from task to task; undefined before the first, and after one that it did not survive. */
  private worker: Worker | undefined;

  /** Throws `document_encrypted` or `document_unreadable` when the PDF that `read` gives cannot be marked. */
  async check(read: () => Promise<Uint8Array>): Promise<void> {
    const mark = { line: 'check', across: 'check' };
    await this.run(async () => ({ kind: 'check', bytes: owned(await read()), mark }));
  }

  /** The PDF that `read` gives with the mark on each page. */
  mark(read: () => Promise<Uint8Array>, mark: Mark): Promise<Uint8Array> {
    return this.run(async () => ({ kind: 'mark', bytes: owned(await read()), mark }));
  }

  /** An accepted agreement as a PDF; `at` in milliseconds. */
  nda(record: NdaRecordText, at: number): Promise<Uint8Array> {
    return this.run(() => Promise.resolve({ kind: 'nda', record, at }));
  }

  private async run(task: () => Promise<PdfTask>): Promise<Uint8Array> {
    if (this.waiting >= MOST_WAITING) {
      throw new AppError('unavailable', 'overloaded', 'Many documents are being prepared. Try again in a minute.');
    }
    this.waiting++;
    const mine = this.last.then(async () => this.inThread(await task()));
    this.last = mine.catch(() => undefined);
    const reply = await mine.finally(() => this.waiting--);
    if (reply.kind === 'refused') throw refusalOf(reply.code);
    if (reply.kind === 'failed') throw new Error(`working on a PDF failed\n${reply.stack}`);
    return reply.bytes;
  }

  /** Ends the thread; what it has in hand fails. */
  async close(): Promise<void> {
    await this.worker?.terminate();
    this.worker = undefined;
  }

  /** What takes too much time or memory counts as unreadable, and ends the thread. */
  private async inThread(task: PdfTask): Promise<PdfReply> {
    const worker = (this.worker ??= started());
    const timer: { late?: NodeJS.Timeout } = {};
    const lost = (reply: PdfReply): PdfReply => {
      this.worker = undefined;
      void worker.terminate();
      return reply;
    };
    try {
      return await new Promise<PdfReply>((resolve, reject) => {
        worker.on('message', resolve);
        worker.on('error', (error: NodeJS.ErrnoException) => {
          const reply = lost({ kind: 'refused', code: 'document_unreadable' });
          if (error.code === 'ERR_WORKER_OUT_OF_MEMORY') resolve(reply);
          else reject(error);
        });
        worker.on('exit', () => {
          this.worker = undefined;
          reject(new Error('the thread for PDFs ended unexpectedly'));
        });
        timer.late = setTimeout(() => resolve(lost({ kind: 'refused', code: 'document_unreadable' })), TIME_MS);
        worker.ref();
        worker.postMessage(task, 'bytes' in task ? [task.bytes.buffer as ArrayBuffer] : []);
      });
    } finally {
      clearTimeout(timer.late);
      for (const event of ['message', 'error', 'exit']) worker.removeAllListeners(event);
      worker.unref();
    }
  }
}

/** In memory of its own, which can be handed over: small pieces share theirs with others. */
const owned = (bytes: Uint8Array): Uint8Array =>
  bytes.byteLength === bytes.buffer.byteLength ? bytes : Uint8Array.from(bytes);

const started = (): Worker =>
  new Worker(WORKER_FILE, { resourceLimits: { maxOldGenerationSizeMb: HEAP_MB }, execArgv: [] });

const REFUSALS = {
  document_encrypted: 'The PDF is encrypted. Save it without a password and without restrictions, then add it again.',
  document_unreadable: 'The PDF cannot be read. Save it anew, for example by printing it to a PDF, then add it again.',
};

export function refusalOf(code: keyof typeof REFUSALS): AppError {
  const message = REFUSALS[code];
  return new AppError('invalid', code, message, { errors: [{ path: 'file', message }] });
}
