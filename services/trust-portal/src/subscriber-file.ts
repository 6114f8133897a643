import { isUtf8 } from 'node:buffer';
import { TextDecoder } from 'node:util';
import { emailAddress } from '@candor/runtime';

/** How far a file is read before its delimiter and its columns are known. */
export const MAX_SNIFFED = 64 * 1024;
const DELIMITERS = [',', ';', '\t', '|'];
/** Excel's own line that names the delimiter. */
const NAMED = /^sep=(.)\r?$/i;

/**
 * The text of a file that comes in pieces: UTF-8, UTF-16 by its byte order mark ("Unicode text" of Excel), and from the
 * first byte on that is no UTF-8, Windows-1252.
 */
export async function* decoded(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<string> {
  let decoder: TextDecoder | undefined;
  let rest: Uint8Array = new Uint8Array();
  for await (const chunk of chunks) {
    const bytes = rest.length === 0 ? chunk : Buffer.concat([rest, chunk]);
    rest = new Uint8Array();
    if (decoder) {
      yield decoder.decode(bytes, { stream: true });
      continue;
    }
    if (bytes.length < 2) {
      rest = bytes;
      continue;
    }
    const mark = (bytes[0] ?? 0) * 256 + (bytes[1] ?? 0);
    if (mark === 0xfffe || mark === 0xfeff) {
      decoder = new TextDecoder(mark === 0xfffe ? 'utf-16le' : 'utf-16be');
      yield decoder.decode(bytes, { stream: true });
      continue;
    }
    const end = completeUtf8(bytes);
    if (isUtf8(bytes.subarray(0, end))) {
      rest = bytes.subarray(end);
      yield Buffer.from(bytes.subarray(0, end)).toString('utf8');
    } else {
      decoder = new TextDecoder('windows-1252');
      yield decoder.decode(bytes, { stream: true });
    }
  }
  yield decoder ? decoder.decode() : new TextDecoder(isUtf8(rest) ? 'utf-8' : 'windows-1252').decode(rest);
}

/** Where the last character of UTF-8 ends that is there as a whole. */
function completeUtf8(bytes: Uint8Array): number {
  for (let back = 1; back <= 3 && back <= bytes.length; back++) {
    const byte = bytes[bytes.length - back] ?? 0;
    if (byte < 0x80) return bytes.length;
    if (byte >= 0xc0) {
      const length = byte >= 0xf0 ? 4 : byte >= 0xe0 ? 3 : 2;
      return length > back ? bytes.length - back : bytes.length;
    }
  }
  return bytes.length;
}

/** Reads the beginning of a text, and tells its delimiter; `whole` begins at the beginning again. */
export async function sniffed(
  pieces: AsyncIterable<string>,
): Promise<{ delimiter: string; fromLine: number; whole: AsyncGenerator<string> }> {
  const iterator = pieces[Symbol.asyncIterator]();
  const read: string[] = [];
  let size = 0;
  let ended = false;
  while (size < MAX_SNIFFED) {
    const next = await iterator.next();
    if (next.done) {
      ended = true;
      break;
    }
    read.push(next.value);
    size += next.value.length;
  }
  if (read[0]?.startsWith('\ufeff')) read[0] = read[0].slice(1);
  const lines = read.join('').slice(0, MAX_SNIFFED).split('\n', 50);
  const named = NAMED.exec(lines[0] ?? '')?.[1];
  return {
    delimiter: named ?? delimiterOf(lines),
    fromLine: named === undefined ? 1 : 2,
    whole: (async function* () {
      yield* read;
      while (!ended) {
        const next = await iterator.next();
        if (next.done) return;
        yield next.value;
      }
    })(),
  };
}

/** The one that leaves most lines with an address standing alone; else the first that the first line has. */
function delimiterOf(lines: string[]): string {
  const addresses = (delimiter: string): number =>
    lines.filter((line) => line.split(delimiter).some((field) => emailAddress(field.replaceAll('"', '')))).length;
  const there = DELIMITERS.filter((delimiter) => lines.some((line) => line.includes(delimiter)));
  const [best] = there
    .map((delimiter, order) => ({ delimiter, order, found: addresses(delimiter) }))
    .sort((a, b) => b.found - a.found || a.order - b.order);
  if (best && best.found > 0) return best.delimiter;
  return DELIMITERS.find((delimiter) => lines[0]?.includes(delimiter)) ?? ',';
}
