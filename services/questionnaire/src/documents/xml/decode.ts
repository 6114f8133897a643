import { StringDecoder } from 'node:string_decoder';
import iconv from 'iconv-lite';
import { XmlScanner, type XmlHandler } from './scanner.js';

interface TextDecoding {
  write(bytes: Buffer): string;
  end(): string;
}

/** Encoding of an XML part by its byte order mark, else by its declaration, else UTF-8 (XML 1.0, appendix F). */
function decoderFor(head: Uint8Array): TextDecoding {
  if (head[0] === 0xff && head[1] === 0xfe) return new StringDecoder('utf16le');
  if (head[0] === 0xfe && head[1] === 0xff) return streaming('utf-16be');
  const declaration = Buffer.from(head.subarray(0, 200)).toString('latin1');
  const declared = /^[^<]{0,4}<\?xml[^>]*\sencoding\s*=\s*["']([\w.:-]+)["']/.exec(declaration)?.[1]?.toLowerCase();
  if (declared === undefined || declared.startsWith('utf') || !iconv.encodingExists(declared))
    return new StringDecoder('utf8');
  return streaming(declared);
}

function streaming(encoding: string): TextDecoding {
  const decoder = iconv.getDecoder(encoding);
  return { write: (bytes) => decoder.write(bytes), end: () => decoder.end() ?? '' };
}

/** Scans an XML part that comes in pieces of bytes. Throws `DocumentError('file_damaged')` when it is not well-formed. */
export function scanXml(chunks: Iterable<Uint8Array>, handler: XmlHandler): void {
  const scanner = new XmlScanner(handler);
  let decoder: TextDecoding | undefined;
  for (const chunk of chunks) {
    decoder ??= decoderFor(chunk);
    scanner.write(decoder.write(Buffer.from(chunk.buffer, chunk.byteOffset, chunk.byteLength)));
  }
  scanner.write(decoder?.end() ?? '');
  scanner.end();
}
