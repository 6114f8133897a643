import streams from 'pdf-lib/cjs/core/streams/DecodeStream.js';

/** Bytes of one stream in a PDF after decoding; what is read of a document when it is opened is far smaller. */
export const MOST_DECODED = 64 * 1024 * 1024;

interface Growing {
  /** Makes room for so many bytes of what is decoded. */
  ensureBuffer(bytes: number): Uint8Array;
}

/**
 * Lets the streams of a PDF grow to `most` bytes; one that grows further throws. No bound of a thread's heap counts typed
 * arrays, so that a few kilobytes could fill the machine's memory.
 */
export function boundDecoding(most: number): void {
  const { prototype } = streams.default as unknown as { prototype: Growing };
  const { ensureBuffer: ensure } = prototype;
  prototype.ensureBuffer = function (this: Growing, bytes) {
    if (bytes > most) throw new RangeError('a stream of the PDF is too large');
    return ensure.call(this, bytes);
  };
}
