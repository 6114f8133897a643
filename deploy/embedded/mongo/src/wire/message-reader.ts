import { release } from '@candor/runtime/release';
import { MAX_MESSAGE_BYTES } from '../commands/handshake.js';
import { ProtocolError } from './message.js';

const LENGTH_BYTES = 4;
/** The header, a flag and the smallest document. */
const MIN_MESSAGE_BYTES = 21;

/**
 * Cuts a connection's bytes into messages. A message that lies within one chunk is given as a view of it; a larger one is
 * put together in memory of its own, which is given back afterwards: what it is given to must not keep it.
 */
export class MessageReader {
  private readonly length = Buffer.alloc(LENGTH_BYTES);
  private lengthKnown = 0;
  private message: Buffer | undefined;
  private filled = 0;

  constructor(private readonly onMessage: (bytes: Buffer) => void) {}

  /** Takes the next bytes; throws a `ProtocolError` for a length that no message has. Keeps no view of `chunk`. */
  take(chunk: Buffer): void {
    for (let at = 0; at < chunk.length;) {
      if (this.message) at += this.fill(this.message, chunk, at);
      else if (this.lengthKnown > 0 || chunk.length - at < LENGTH_BYTES) at += this.readLength(chunk, at);
      else at += this.readMessage(chunk, at);
    }
  }

  private readMessage(chunk: Buffer, at: number): number {
    const length = checked(chunk.readInt32LE(at));
    if (at + length <= chunk.length) {
      this.onMessage(chunk.subarray(at, at + length));
      return length;
    }
    return this.fill(this.begin(length), chunk, at);
  }

  private begin(length: number): Buffer {
    this.message = Buffer.allocUnsafe(length);
    this.filled = 0;
    return this.message;
  }

  private fill(message: Buffer, chunk: Buffer, at: number): number {
    const taken = chunk.copy(message, this.filled, at);
    this.filled += taken;
    if (this.filled < message.length) return taken;
    this.message = undefined;
    this.onMessage(message);
    release(message);
    return taken;
  }

  /** A message of which not even the length has come whole. */
  private readLength(chunk: Buffer, at: number): number {
    const taken = chunk.copy(this.length, this.lengthKnown, at);
    this.lengthKnown += taken;
    if (this.lengthKnown < LENGTH_BYTES) return taken;
    this.lengthKnown = 0;
    this.fill(this.begin(checked(this.length.readInt32LE(0))), this.length, 0);
    return taken;
  }
}

function checked(length: number): number {
  if (length < MIN_MESSAGE_BYTES || length > MAX_MESSAGE_BYTES + 16 * 1024) {
    throw new ProtocolError(`message of ${length} bytes`);
  }
  return length;
}
