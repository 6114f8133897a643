import { RETRIED_BYTES } from '@candor/runtime';

/**
 * Four of what a connection is read by: a message costs as much as copying this. More than what the library may keep for a
 * repeat: when such a message is said to be written, nobody looks at it any more.
 */
export const CHUNK_BYTES = 4 * RETRIED_BYTES;

const LENGTH_DELIMITED = 2;
/** Of a length up to 2 MB, in Protocol Buffers' base 128; written with leading zeros, which readers take. */
const LENGTH_BYTES = 3;

/**
 * A message with one field of bytes, encoded in the memory in which the bytes are collected: the generated code would copy
 * each byte three times. The same memory serves for the next message once the one before has been written.
 */
export class ChunkMessage {
  private readonly memory: Buffer;
  private readonly begin: number;
  private end: number;

  /** `example`: such a message with one byte, as the generated code encodes it. */
  constructor(example: Buffer) {
    const [tag = 0, length] = example;
    if (example.length !== 3 || tag >= 128 || (tag & 7) !== LENGTH_DELIMITED || length !== 1) {
      throw new Error('this message has more than one field of bytes');
    }
    this.begin = 1 + LENGTH_BYTES;
    this.end = this.begin;
    this.memory = Buffer.allocUnsafeSlow(this.begin + CHUNK_BYTES);
    this.memory[0] = tag;
  }

  get isFull(): boolean {
    return this.end === this.memory.length;
  }

  get hasBytes(): boolean {
    return this.end > this.begin;
  }

  /** Copies what there is room for from `bytes`, beginning at `at`; returns how many. */
  add(bytes: Buffer, at: number): number {
    const copied = bytes.copy(this.memory, this.end, at);
    this.end += copied;
    return copied;
  }

  /** The message with what was collected; it is good until bytes are added again. */
  take(): Buffer {
    const { memory, begin, end } = this;
    const length = end - begin;
    memory[1] = (length & 127) | 128;
    memory[2] = ((length >> 7) & 127) | 128;
    memory[3] = length >> 14;
    this.end = begin;
    return memory.subarray(0, end);
  }
}
