import { readFileSync } from 'node:fs';
import { parentPort } from 'node:worker_threads';
import { DocumentError } from '../../documents/errors.js';
import { FileSource, type ReadLimits } from '../../documents/source.js';
import { exportDocument, type ExportOutcome } from '../export-document.js';
import type { ExportedQuestion } from '../model.js';
import { writeReceipt } from '../receipt/write-receipt.js';
import { FileSink } from '../sinks.js';
import type { ExportTask, FromWorker, ReceiptTask, Task, ToWorker } from './messages.js';

/** A thread that writes exports and receipts, one after the other. */
const port = parentPort;
if (port === null) throw new Error('this file runs in a worker thread');
port.on('message', ({ task, limits }: ToWorker) => void run(task, limits).then((reply) => port.postMessage(reply)));

async function run(task: Task, limits: ReadLimits): Promise<FromWorker> {
  try {
    if (task.kind === 'export') return { kind: 'done', outcome: await exportTo(task, limits) };
    await proveTo(task, limits);
    return { kind: 'done', outcome: undefined };
  } catch (error) {
    if (error instanceof DocumentError) return { kind: 'failed', code: error.code, detail: error.detail };
    return { kind: 'crashed', stack: error instanceof Error ? withoutMessage(error) : 'an unknown error' };
  }
}

async function exportTo(task: ExportTask, limits: ReadLimits): Promise<ExportOutcome> {
  const questions = readFileSync(task.questionsPath, 'utf8')
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as ExportedQuestion);
  const source = FileSource.open(task.originalPath);
  const sink = new FileSink(task.outputPath);
  try {
    return await exportDocument(task.request, source, questions, sink, limits);
  } finally {
    sink.close();
    source.close();
  }
}

async function proveTo(task: ReceiptTask, limits: ReadLimits): Promise<void> {
  const original = FileSource.open(task.originalPath);
  const exported = FileSource.open(task.exportedPath);
  const sink = new FileSink(task.outputPath);
  try {
    await writeReceipt(task.request, original, exported, sink, limits);
  } finally {
    sink.close();
    exported.close();
    original.close();
  }
}

/** Where an error came from; its message may quote the document and must not reach a log. */
function withoutMessage(error: Error): string {
  const frames = (error.stack ?? '').split('\n').filter((line) => /^\s+at /.test(line));
  return [error.name, ...frames].join('\n');
}
