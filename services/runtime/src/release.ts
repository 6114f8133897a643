import { MessageChannel, type MessagePort } from 'node:worker_threads';

/** Smaller ones may be parts of Node's pool, which others have parts of too, and whose size differs between releases. */
const MIN_BYTES = Math.max(16 * 1024, Buffer.poolSize + 1);

const nowhere = portToNowhere();

/**
 * Gives the memory of a Buffer back at once, which would otherwise stay until the collector next runs: for a stream, whose
 * bytes pass through several Buffers of 64 KB each, the difference between no garbage and 64 MB of it. What is transferred
 * to a port whose other end is closed belongs to nobody (5 µs). Every view of the same memory is empty afterwards: only
 * for who knows that there is no other. A Buffer that small ones share, or might, is left to the collector.
 */
export function release(bytes: Uint8Array): void {
  const { buffer } = bytes;
  if (!(buffer instanceof ArrayBuffer) || buffer.byteLength < MIN_BYTES) return;
  nowhere.postMessage(null, [buffer]);
}

/** Closed within the first turns of the event loop: what is sent before is given back then. */
function portToNowhere(): MessagePort {
  const { port1, port2 } = new MessageChannel();
  port2.close();
  // Nothing arrives on it, and it must not keep the thread alive.
  port1.unref();
  return port1;
}
