/** Assembled from tools/vector-kernel/kernel.wat. */
const KERNEL = [
  'AGFzbQEAAAABCQFgBX9/f39/AAMCAQAFAwEAAQcUAgZtZW1vcnkCAAdjb21wYXJlAAAKoAIBnQICAn8EewJAA0AgAkUNASAAIQYg',
  'ASADaiEF/QwAAAAAAAAAAAAAAAAAAAAAIQf9DAAAAAAAAAAAAAAAAAAAAAAhCP0MAAAAAAAAAAAAAAAAAAAAACEJ/QwAAAAAAAAA',
  'AAAAAAAAAAAAIQoDQCAHIAH9AAQAIAb9AAQA/eYB/eQBIQcgCCAB/QAEECAG/QAEEP3mAf3kASEIIAkgAf0ABCAgBv0ABCD95gH9',
  '5AEhCSAKIAH9AAQwIAb9AAQw/eYB/eQBIQogBkHAAGohBiABQcAAaiEBIAEgBUkNAAsgByAI/eQBIAkgCv3kAf3kASEHIAQgB/0f',
  'ACAH/R8BkiAH/R8CIAf9HwOSkjgCACAEQQRqIQQgAkEBayECDAALCws=',
].join('');

/** Numbers that the kernel takes at once: vectors have a multiple of it. */
export const LANES = 16;

/** What of WebAssembly is used here; its types come with the browser's only. */
declare const WebAssembly: {
  Module: new (bytes: Uint8Array) => object;
  Instance: new (module: object) => { exports: unknown };
};

export interface VectorKernel {
  memory: {
    /** Another one after each `grow`. */
    readonly buffer: ArrayBuffer;
    /** By pages of 64 KB. */
    grow(pages: number): number;
  };
  /**
   * Scalar products of the vector at `vector` with `rows` rows of `bytes` bytes from `from` on; they go to `to`. Addresses in
   * bytes of `memory`, numbers of 32 bits; sums are made in 32 bits, too.
   */
  compare(vector: number, from: number, rows: number, bytes: number, to: number): void;
}

let compiled: object | undefined;

/** A kernel with a memory of its own. */
export function startVectorKernel(): VectorKernel {
  compiled ??= new WebAssembly.Module(Buffer.from(KERNEL, 'base64'));
  return new WebAssembly.Instance(compiled).exports as VectorKernel;
}
