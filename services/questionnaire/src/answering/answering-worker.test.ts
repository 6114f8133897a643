import { Worker } from 'node:worker_threads';
import { afterEach, describe, expect, it } from '@jest/globals';
import { passage } from './evidence.fixture.js';
import { NativeGate } from './reading/native-gate.js';
import type { WorkerMessage, WorkerRequest } from './worker-protocol.js';

let worker: Worker;
const gate = new NativeGate();
afterEach(async () => {
  await gate.shut();
  await worker.terminate();
});

describe('an answering thread', () => {
  it('goes on to give signs of life for one task when another, that had paused, is dropped', async () => {
    const built = import.meta.url.replace('/src/', '/dist/').replace(/[^/]+$/, 'answering-worker.js');
    worker = new Worker(new URL(built), { workerData: { indexBytes: 50_000_000, gate: gate.shared, sliceMs: 0 } });
    /** The next message of one of these names. */
    const next = (...names: string[]) =>
      new Promise<string>((found) => {
        worker.on('message', (message: WorkerMessage) => {
          const name = 'id' in message ? `${message.kind} ${message.id}` : message.kind;
          if (names.includes(name)) found(name);
        });
      });
    const send = (sent: WorkerRequest): void => worker.postMessage(sent);
    const answers = Array.from({ length: 20 }, (_, i) => ({
      questionId: `q${i}`,
      text: `Are logs ${i} kept?`,
      answer: i % 2 === 0 ? 'No.' : 'Yes.',
    }));
    const paused = next('paused 1');
    send({ kind: 'compare', id: 1, organizationId: 'a', alone: false, answers });
    await paused;
    // Works for seconds, and lets nobody come between.
    const upserts = Array.from({ length: 500 }, (_, i) =>
      passage(`p${i}`, 'Registers', `Register ${i} is kept for ${i} years.`),
    );
    send({ kind: 'index', id: 2, organizationId: 'b', alone: true, chunk: { upserts, removals: [] }, rev: 1 });
    const dropped = next('reply 1');
    send({ kind: 'drop', id: 1 });
    await dropped;
    expect(await next('alive', 'reply 2')).toBe('alive');
  }, 60_000);
});
