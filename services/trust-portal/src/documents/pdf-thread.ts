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
  | { kind: 'refused'; code: 'document_encrypted' | 'document_unreadable' | 'document_too_slow' }
  | { kind: 'failed'; stack: string };

/** What the thread says first: it can work. */
export interface PdfReady {
  kind: 'ready';
}

const WORKER_FILE = workerEntry(import.meta.url, './pdf-worker.js');
/** What passed the check has more time when it is marked: the machine may be busier then. */
const TIME_MS = 60_000;
/** A PDF that takes longer than this is refused when it is added, where somebody can do something about it. */
const CHECK_MS = 15_000;
const HEAP_MB = 768;

/** Works on one PDF at a time in a thread of its own, within bounds of time and memory. */
export class PdfThread {
  /** Kept from task to task; undefined before the first, and after one that it did not survive. */
  private worker: Worker | undefined;
  /** Whether it has said that it can work. */
  private ready = false;

  constructor(private readonly checkMs = CHECK_MS) {}

  /** One task; the caller waits for it before it gives the next. Throws what the task is refused for. */
  async run(task: PdfTask): Promise<Uint8Array> {
    const reply = await this.inThread(task, task.kind === 'check' ? this.checkMs : TIME_MS);
    if (reply.kind === 'refused') throw refusalOf(reply.code);
    if (reply.kind === 'failed') throw new Error(`working on a PDF failed\n${reply.stack}`);
    return reply.bytes;
  }

  /** Ends the thread; what it has in hand fails. */
  async close(): Promise<void> {
    await this.worker?.terminate();
    this.worker = undefined;
  }

  /** What takes too much time or memory is refused, and ends the thread. */
  private async inThread(task: PdfTask, timeMs: number): Promise<PdfReply> {
    if (!this.worker) this.ready = false;
    const worker = (this.worker ??= started());
    const timer: { late?: NodeJS.Timeout } = {};
    const lost = (code: 'document_unreadable' | 'document_too_slow'): PdfReply => {
      this.worker = undefined;
      void worker.terminate();
      return { kind: 'refused', code };
    };
    try {
      return await new Promise<PdfReply>((resolve, reject) => {
        const giveUpAfter = (ms: number): void => {
          clearTimeout(timer.late);
          timer.late = setTimeout(() => resolve(lost('document_too_slow')), ms);
        };
        worker.on('message', (reply: PdfReply | PdfReady) => {
          if (reply.kind === 'ready') {
            // The time that a busy machine takes to start the thread is not the PDF's.
            this.ready = true;
            giveUpAfter(timeMs);
          } else resolve(reply);
        });
        worker.on('error', (error: NodeJS.ErrnoException) => {
          const reply = lost('document_unreadable');
          if (error.code === 'ERR_WORKER_OUT_OF_MEMORY') resolve(reply);
          else reject(error);
        });
        worker.on('exit', () => {
          this.worker = undefined;
          reject(new Error('the thread for PDFs ended unexpectedly'));
        });
        giveUpAfter(this.ready ? timeMs : TIME_MS + timeMs);
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

const started = (): Worker =>
  new Worker(WORKER_FILE, { resourceLimits: { maxOldGenerationSizeMb: HEAP_MB }, execArgv: [] });

const REFUSALS = {
  document_encrypted: 'The PDF is encrypted. Save it without a password and without restrictions, then add it again.',
  document_unreadable: 'The PDF cannot be read. Save it anew, for example by printing it to a PDF, then add it again.',
  document_too_slow:
    'The PDF takes too long to be marked. Save it anew, for example by printing it to a PDF, or split it, then add it again.',
};

export function refusalOf(code: keyof typeof REFUSALS): AppError {
  const message = REFUSALS[code];
  return new AppError('invalid', code, message, { errors: [{ path: 'file', message }] });
}
