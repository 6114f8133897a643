import { AppError } from '@candor/runtime';
import type { NdaRecordText } from './nda-pdf.js';
import { PdfThread, type Mark, type PdfTask } from './pdf-thread.js';

/** Documents that may wait. Each reads its file when its turn comes. */
const DOCUMENTS = { all: 16, ofOne: 8 };
/** Whoever asks for records waits for them, and there are only so many of these at a time. */
const RECORDS = { all: Infinity, ofOne: Infinity };

interface Waiting {
  organizationId: string;
  task: () => Promise<PdfTask>;
  resolve: (bytes: Uint8Array) => void;
  reject: (error: unknown) => void;
}

/** A thread and what waits for it. Organizations take turns, so that the slow PDFs of one hold up its own. */
class Lane {
  private waiting: Waiting[] = [];
  private readonly inHand = new Map<string, number>();
  private busy = false;
  /** Whose turn was last. */
  private last = '';

  /** `room`: tasks that may wait, of all and of one organization. */
  constructor(
    private readonly thread: PdfThread,
    private readonly room: { all: number; ofOne: number },
  ) {}

  /** Throws `overloaded` when too many wait. */
  add(organizationId: string, task: () => Promise<PdfTask>): Promise<Uint8Array> {
    const mine = this.inHand.get(organizationId) ?? 0;
    const all = [...this.inHand.values()].reduce((sum, count) => sum + count, 0);
    if (all >= this.room.all || mine >= this.room.ofOne) return Promise.reject(overloaded());
    this.inHand.set(organizationId, mine + 1);
    const done = new Promise<Uint8Array>((resolve, reject) => {
      this.waiting.push({ organizationId, task, resolve, reject });
    });
    void this.next();
    return done;
  }

  close(): Promise<void> {
    return this.thread.close();
  }

  private async next(): Promise<void> {
    if (this.busy) return;
    // Who comes after the one before in the order of their names: everybody's turn comes, however many one has waiting.
    const names = [...new Set(this.waiting.map(({ organizationId }) => organizationId))].sort();
    const turn = names.find((name) => name > this.last) ?? names[0];
    const index = this.waiting.findIndex(({ organizationId }) => organizationId === turn);
    const [one] = index < 0 ? [] : this.waiting.splice(index, 1);
    if (!one) return;
    this.busy = true;
    this.last = one.organizationId;
    try {
      one.resolve(await this.thread.run(await one.task()));
    } catch (error) {
      one.reject(error);
    }
    this.busy = false;
    const left = (this.inHand.get(one.organizationId) ?? 1) - 1;
    if (left === 0) this.inHand.delete(one.organizationId);
    else this.inHand.set(one.organizationId, left);
    void this.next();
  }
}

/** Work on the PDFs of strangers: one lane for documents, and one for the records that emails wait for. */
export class PdfWork {
  private readonly documents: Lane;
  private readonly records: Lane;

  /** `checkMs`: how long the check of a document may take; default 15 seconds. */
  constructor(checkMs?: number) {
    this.documents = new Lane(new PdfThread(checkMs), DOCUMENTS);
    this.records = new Lane(new PdfThread(), RECORDS);
  }

  /**
   * Throws `document_encrypted`, `document_unreadable` or `document_too_slow` when the PDF that `read` gives cannot be marked,
   * `overloaded` when too many wait.
   */
  async check(organizationId: string, read: () => Promise<Uint8Array>): Promise<void> {
    const mark = { line: 'check', across: 'check' };
    await this.documents.add(organizationId, async () => ({ kind: 'check', bytes: owned(await read()), mark }));
  }

  /** The PDF that `read` gives with the mark on each page. */
  mark(organizationId: string, read: () => Promise<Uint8Array>, mark: Mark): Promise<Uint8Array> {
    return this.documents.add(organizationId, async () => ({ kind: 'mark', bytes: owned(await read()), mark }));
  }

  /** An accepted agreement as a PDF; `at` in milliseconds. */
  nda(organizationId: string, record: NdaRecordText, at: number): Promise<Uint8Array> {
    return this.records.add(organizationId, () => Promise.resolve({ kind: 'nda', record, at }));
  }

  /** Ends the threads; what they have in hand fails. */
  async close(): Promise<void> {
    await Promise.all([this.documents.close(), this.records.close()]);
  }
}

/** In memory of its own, which can be handed over: small pieces share theirs with others. */
const owned = (bytes: Uint8Array): Uint8Array =>
  bytes.byteLength === bytes.buffer.byteLength ? bytes : Uint8Array.from(bytes);

const overloaded = (): AppError =>
  new AppError('unavailable', 'overloaded', 'Many documents are being prepared. Try again in a minute.');
