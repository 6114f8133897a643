import { deflateSync } from 'node:zlib';

/** A square with round corners in the product's colour, with a "C": a PNG of `size` pixels. */
export function icon(size, accent) {
  const colour = [1, 3, 5].map((at) => Number.parseInt(accent.slice(at, at + 2), 16));
  const rows = Buffer.alloc(size * (size * 4 + 1));
  for (let y = 0; y < size; y++)
    for (let x = 0; x < size; x++) {
      const [inside, letter] = coverage(x, y, size);
      const at = y * (size * 4 + 1) + 1 + x * 4;
      colour.forEach((value, channel) => (rows[at + channel] = Math.round(value + (255 - value) * letter)));
      rows[at + 3] = Math.round(255 * inside);
    }
  const head = Buffer.alloc(13);
  head.writeUInt32BE(size, 0);
  head.writeUInt32BE(size, 4);
  head.set([8, 6, 0, 0, 0], 8);
  const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
  const data = deflateSync(rows, { level: 9 });
  return Buffer.concat([signature, chunk('IHDR', head), chunk('IDAT', data), chunk('IEND', Buffer.alloc(0))]);
}

/** How much of a pixel the square covers, and how much of it the letter; four by four samples. */
function coverage(x, y, size) {
  let [inside, letter] = [0, 0];
  for (let sample = 0; sample < 16; sample++) {
    const [u, v] = [(x + ((sample % 4) + 0.5) / 4) / size - 0.5, (y + (Math.floor(sample / 4) + 0.5) / 4) / size - 0.5];
    const [cornerX, cornerY] = [Math.max(0, Math.abs(u) - 0.28), Math.max(0, Math.abs(v) - 0.28)];
    if (Math.hypot(cornerX, cornerY) > 0.22) continue;
    inside++;
    const radius = Math.hypot(u, v);
    if (radius > 0.17 && radius < 0.3 && Math.abs(Math.atan2(v, u)) > 0.75) letter++;
  }
  return [inside / 16, inside === 0 ? 0 : letter / inside];
}

function chunk(type, data) {
  const named = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  const whole = Buffer.alloc(named.length + 8);
  whole.writeUInt32BE(data.length, 0);
  named.copy(whole, 4);
  whole.writeUInt32BE(crc32(named), named.length + 4);
  return whole;
}

/** CRC-32 of ISO 3309, which Node has of its own only from 20.15 on. */
function crc32(bytes) {
  let crc = 0xffffffff;
  for (const byte of bytes) {
    crc ^= byte;
    for (let bit = 0; bit < 8; bit++) crc = crc & 1 ? (crc >>> 1) ^ 0xedb88320 : crc >>> 1;
  }
  return (crc ^ 0xffffffff) >>> 0;
}
