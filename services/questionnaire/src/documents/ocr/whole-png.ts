import { Unzlib } from 'fflate';

const SIGNATURE_LENGTH = 8;
/** Length, name and check sum of a chunk. */
const CHUNK_LENGTH = 12;
/** Samples of a pixel by the type of colour. */
const SAMPLES: Record<number, number> = { 0: 1, 2: 3, 3: 1, 4: 2, 6: 4 };
/** An interlaced picture is seven small ones, each with a byte more a row. */
const ROWS_INTERLACED = 2;

/**
 * Whether the pixels of a PNG are all there: they are inflated and thrown away. Decoders may wait for ever for what is missing.
 * Nothing else is checked; what is no PNG is not whole.
 */
export function isWholePng(bytes: Uint8Array): boolean {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (bytes.length < 33 || view.getUint32(0) !== 0x89504e47) return false;
  const [width, height] = [view.getUint32(16), view.getUint32(20)];
  const bits = (bytes[24] ?? 0) * (SAMPLES[bytes[25] ?? -1] ?? 0);
  const needed = (Math.ceil((width * bits) / 8) + 1) * height;
  if (width === 0 || height === 0 || bits === 0) return false;
  const isInterlaced = bytes[28] === 1;
  const pixels = { bytes: 0, ended: false };
  const inflate = new Unzlib((data, final) => {
    pixels.bytes += data.length;
    pixels.ended ||= final;
    if (pixels.bytes > needed * ROWS_INTERLACED + 1024) throw new RangeError('more pixels than the picture has');
  });
  try {
    for (const data of pixelChunks(bytes, view)) inflate.push(data);
    inflate.push(new Uint8Array(), true);
  } catch {
    return false;
  }
  return pixels.ended && (isInterlaced || pixels.bytes >= needed);
}

function* pixelChunks(bytes: Uint8Array, view: DataView): Generator<Uint8Array> {
  for (let at = SIGNATURE_LENGTH; at + CHUNK_LENGTH <= bytes.length;) {
    const length = view.getUint32(at);
    const name = String.fromCharCode(...bytes.subarray(at + 4, at + 8));
    if (at + CHUNK_LENGTH + length > bytes.length) throw new RangeError('a chunk goes beyond the end');
    if (name === 'IEND') return;
    if (name === 'IDAT') yield bytes.subarray(at + 8, at + 8 + length);
    at += CHUNK_LENGTH + length;
  }
  throw new RangeError('the file has no end');
}
