import { isUtf8 } from 'node:buffer';
import iconv from 'iconv-lite';
import jschardet from 'jschardet';

export interface DecodedText {
  text: string;
  /** Name of the encoding as iconv-lite knows it. */
  encoding: string;
  /** The bytes began with a byte order mark (which is not part of `text`). */
  byteOrderMark: boolean;
}

/** Encodings that resemble a usual one and are hardly ever meant. */
const RARE = /^(?:mac|kz|ptcp|hp-|ascii|utf)/i;
/** Confidences closer than this do not tell encodings apart. */
const TIE = 0.005;
const SAMPLE_BYTES = 64 * 1024;

/** Whether the bytes look like text in some encoding: no binary control characters, or regular UTF-16. */
export function isText(head: Uint8Array): boolean {
  if (startsWith(head, 0xff, 0xfe) || startsWith(head, 0xfe, 0xff)) return true;
  if (utf16WithoutMark(head) !== undefined) return true;
  let control = 0;
  for (const byte of head) {
    if (byte === 0) return false;
    if (byte < 32 && byte !== 9 && byte !== 10 && byte !== 12 && byte !== 13 && byte !== 27) control++;
  }
  return control <= head.length / 100;
}

/**
 * Decodes a text file: by byte order mark; UTF-16 without a mark by its zero bytes; UTF-8 when it is valid; else by the
 * statistics of its non-ASCII bytes; Windows-1252 when these say nothing certain.
 */
export function decodeText(bytes: Uint8Array): DecodedText {
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (startsWith(bytes, 0xef, 0xbb, 0xbf))
    return { text: buffer.toString('utf8', 3), encoding: 'utf8', byteOrderMark: true };
  if (startsWith(bytes, 0xff, 0xfe))
    return { text: buffer.toString('utf16le', 2), encoding: 'utf16le', byteOrderMark: true };
  if (startsWith(bytes, 0xfe, 0xff))
    return { text: iconv.decode(buffer.subarray(2), 'utf16be'), encoding: 'utf16be', byteOrderMark: true };
  const encoding = utf16WithoutMark(bytes) ?? (isUtf8(withoutCutCharacter(buffer)) ? 'utf8' : guess(buffer));
  return { text: iconv.decode(buffer, encoding), encoding, byteOrderMark: false };
}

function startsWith(bytes: Uint8Array, ...mark: number[]): boolean {
  return mark.every((byte, i) => bytes[i] === byte);
}

/** A piece of a file may end within a character; that must not make it invalid UTF-8. */
function withoutCutCharacter(buffer: Buffer): Buffer {
  for (let back = 1; back <= Math.min(3, buffer.length); back++) {
    const byte = buffer[buffer.length - back]!;
    if (byte < 0x80) break;
    if (byte >= 0xc0) return buffer.subarray(0, buffer.length - back);
  }
  return buffer;
}

/** UTF-16 of mostly Latin text has a zero in nearly every second byte. */
function utf16WithoutMark(bytes: Uint8Array): 'utf16le' | 'utf16be' | undefined {
  const pairs = Math.min(bytes.length, 2_000) >> 1;
  let evenZeros = 0;
  let oddZeros = 0;
  for (let i = 0; i < pairs; i++) {
    if (bytes[2 * i] === 0) evenZeros++;
    if (bytes[2 * i + 1] === 0) oddZeros++;
  }
  if (pairs < 4) return undefined;
  if (oddZeros > pairs * 0.7 && evenZeros < pairs * 0.05) return 'utf16le';
  if (evenZeros > pairs * 0.7 && oddZeros < pairs * 0.05) return 'utf16be';
  return undefined;
}

/** The likeliest encoding that documents are written in; Windows-1252 when it is as likely as the best. */
function guess(buffer: Buffer): string {
  const candidates = jschardet
    .detectAll(nonAsciiLines(buffer))
    .map(({ encoding, confidence }) => ({ encoding: encoding ?? 'ascii', confidence }))
    .filter(({ encoding }) => !RARE.test(encoding));
  const [best] = candidates;
  if (best === undefined) return 'win1252';
  const usual = candidates.find(({ encoding }) => /^windows-1252$/i.test(encoding));
  if (usual !== undefined && usual.confidence >= best.confidence - TIE) return 'win1252';
  return iconv.encodingExists(best.encoding) ? best.encoding.toLowerCase() : 'win1252';
}

/** The lines that can tell encodings apart, up to a sample's size. */
function nonAsciiLines(buffer: Buffer): Buffer {
  const lines: Buffer[] = [];
  let size = 0;
  for (let at = 0; at < buffer.length && size < SAMPLE_BYTES;) {
    const newline = buffer.indexOf(10, at);
    const end = newline < 0 ? buffer.length : newline + 1;
    const line = buffer.subarray(at, Math.min(end, at + SAMPLE_BYTES));
    if (line.some((byte) => byte >= 0x80)) {
      lines.push(line);
      size += line.length;
    }
    at = end;
  }
  return Buffer.concat(lines);
}
