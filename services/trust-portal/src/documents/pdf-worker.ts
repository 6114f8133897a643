import { parentPort } from 'node:worker_threads';
import { ndaPdf } from './nda-pdf.js';
import type { PdfReady, PdfReply, PdfTask } from './pdf-thread.js';
import { UnmarkablePdf, watermarked } from './watermark.js';

async function done(task: PdfTask): Promise<PdfReply> {
  try {
    const bytes = task.kind === 'nda' ? await ndaPdf(task.record, task.at) : await watermarked(task.bytes, task.mark);
    // Whoever only wanted to know whether it can be marked gets nothing.
    return { kind: 'done', bytes: task.kind === 'check' ? new Uint8Array() : bytes };
  } catch (error) {
    if (error instanceof UnmarkablePdf) return { kind: 'refused', code: error.code };
    return { kind: 'failed', stack: error instanceof Error ? (error.stack ?? error.message) : String(error) };
  }
}

parentPort?.on('message', (task: PdfTask) => {
  void done(task).then((reply) => parentPort?.postMessage(reply));
});

parentPort?.postMessage({ kind: 'ready' } satisfies PdfReady);
