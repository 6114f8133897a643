import { parentPort } from 'node:worker_threads';
import { extractQuestions } from '../../extraction/extract.js';
import { DocumentError } from '../errors.js';
import type { DocumentModel } from '../model.js';
import { withRecognitionAccount } from '../ocr/account.js';
import type { PageMemory, PageReading } from '../ocr/known-pages.js';
import type { RecognitionOptions } from '../ocr/recognition.js';
import { checkDocument, readDocument } from '../read-document.js';
import { FileSource, type ReadLimits } from '../source.js';
import { readPastedText } from '../text/read-plain.js';
import type { FileJob, FromWorker, Job, Piece, ToWorker } from './messages.js';
import { extractionPieces, knowledgePieces, rowPieces } from './pieces.js';

/** Pieces that may be on their way before the other side asks for more. */
const PIECES_AHEAD = 2;

/** One thread of the pool: takes one job at a time and hands its result over in pieces, at the pace of the receiver. */
const port = parentPort;
if (port === null) throw new Error('this file runs in a worker thread');
let credit = 0;
let cancelled = false;
let wake: (() => void) | undefined;
let mayRecognise: (() => void) | undefined;
let onKnown: ((reading: PageReading | undefined) => void) | undefined;

port.on('message', (message: ToWorker) => {
  if (message.kind === 'job') {
    credit = PIECES_AHEAD;
    cancelled = false;
    send({ kind: 'started' });
    void run(message.job, message.limits, message.recognition);
    return;
  }
  if (message.kind === 'recognise') {
    mayRecognise?.();
    return;
  }
  if (message.kind === 'known') {
    onKnown?.(message.reading);
    return;
  }
  if (message.kind === 'more') credit++;
  else cancelled = true;
  wake?.();
});

function send(message: FromWorker): void {
  port?.postMessage(message);
}

async function run(job: Job, limits: ReadLimits, options: RecognitionOptions): Promise<void> {
  try {
    const pieces = await compute(job, limits, options);
    send({ kind: 'computed' });
    for (const piece of pieces) {
      while (credit === 0 && !cancelled) await new Promise<void>((resolve) => (wake = resolve));
      if (cancelled) break;
      credit--;
      send({ kind: 'piece', piece });
    }
    send({ kind: 'done' });
  } catch (error) {
    if (error instanceof DocumentError) send({ kind: 'failed', code: error.code, detail: error.detail });
    else send({ kind: 'crashed', stack: error instanceof Error ? withoutMessage(error) : 'an unknown error' });
  }
}

async function compute(job: Job, limits: ReadLimits, options: RecognitionOptions): Promise<Iterable<Piece>> {
  if (job.task === 'text') return extractionPieces(extractQuestions(readPastedText(job.text), job.corrections), []);
  const source = FileSource.open(job.path);
  try {
    if (job.task === 'check') return [await checkDocument(source, job.declared, limits)];
    const recognition = { options, pictures: job.task === 'passages', turn: takeTurn, memory };
    return piecesOf(await readDocument(source, job.declared, limits, recognition), job);
  } finally {
    source.close();
  }
}

/** The pool remembers for all of its threads. */
const memory: PageMemory = {
  get: (picture) =>
    new Promise((resolve) => {
      onKnown = resolve;
      send({ kind: 'is_known', picture });
    }),
  put: (picture, reading) => send({ kind: 'recognised', picture, reading }),
};

/** Waits until no other document of this process is read by OCR. */
async function takeTurn(): Promise<() => void> {
  const come = new Promise<void>((resolve) => (mayRecognise = resolve));
  send({ kind: 'recognition', state: 'wanted' });
  await come;
  return () => send({ kind: 'recognition', state: 'over' });
}

function piecesOf(model: DocumentModel, job: FileJob): Iterable<Piece> {
  if (job.task === 'passages') return knowledgePieces(model, job.declared.fileName);
  if (job.task === 'rows') return rowPieces(model);
  const recognised = model.kind === 'text' ? model.recognised : undefined;
  const result = extractQuestions(model, job.corrections);
  return extractionPieces(withRecognitionAccount(result, recognised), model.warnings);
}

/** Where an error came from; its message may quote the document and must not reach a log. */
function withoutMessage(error: Error): string {
  const frames = (error.stack ?? '').split('\n').filter((line) => /^\s+at /.test(line));
  return [error.name, ...frames].join('\n');
}
