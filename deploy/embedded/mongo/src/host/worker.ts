import { parentPort } from 'node:worker_threads';
import type { FromServer, ToServer } from './protocol.js';
import { serve } from './serve.js';
import type { Served } from './serve.js';

// The entry of both the worker thread and the process of its own: it waits for its options, serves, closes when told to.

const port = parentPort;
const send = (message: FromServer): void => {
  if (port) port.postMessage(message);
  else process.send?.(message);
};

let served: Promise<Served> | undefined;
let closing = false;

async function start(message: Extract<ToServer, { type: 'start' }>): Promise<void> {
  served = serve(message.options, (entry) => send({ type: 'log', entry }));
  try {
    const { url } = await served;
    send({ type: 'listening', url });
  } catch (error) {
    const { name, message: text } = error as Error;
    send({ type: 'failed', name, message: text });
    leave();
  }
}

async function close(): Promise<void> {
  if (closing) return;
  closing = true;
  const server = await served?.catch(() => undefined);
  await server?.close();
  if (port || process.connected) send({ type: 'closed' });
  leave();
}

/** Lets the thread or process end by itself: nothing holds its event loop any more. */
function leave(): void {
  if (port) port.close();
  else if (process.connected) process.disconnect();
}

function receive(message: ToServer): void {
  if (message.type === 'start') void start(message);
  else void close();
}

if (port) {
  port.on('message', receive);
} else {
  process.on('message', receive);
  // The host is gone, or asks by signal: end in good order.
  process.on('disconnect', () => void close());
  process.on('SIGTERM', () => void close());
  process.on('SIGINT', () => void close());
}
