import type { IncomingMessage, ServerResponse } from 'node:http';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { ByteRange } from '@candor/runtime';

/** A file as the answer of a page. */
export interface FileReply {
  fileName: string;
  mimeType: string;
  /** Bytes. */
  size: number;
  /** Hex, of the content. */
  sha256: string;
  /** Whether everybody may have it. */
  isPublic: boolean;
  /** Called once before the first byte is sent. `part`: the file's beginning is not among what is sent. */
  begins(part: boolean): Promise<void>;
  read(range: ByteRange): AsyncIterable<Uint8Array>;
}

/** Sends a file, or the one part that is asked for (RFC 9110 §14); several parts at once are answered with the whole. */
export async function sendFile(request: IncomingMessage, response: ServerResponse, file: FileReply): Promise<void> {
  const etag = `"${file.sha256}"`;
  const headers: Record<string, string> = {
    'Content-Type': file.mimeType,
    'Content-Disposition': attachment(file.fileName),
    'Cache-Control': file.isPublic ? 'public, no-cache' : 'private, no-store',
    'Accept-Ranges': 'bytes',
    'Content-Security-Policy': "default-src 'none'; sandbox",
    'Cross-Origin-Resource-Policy': 'same-origin',
    'Referrer-Policy': 'no-referrer',
    'X-Content-Type-Options': 'nosniff',
    ETag: etag,
  };
  if (file.isPublic && request.headers['if-none-match']?.split(/,\s*/).includes(etag)) {
    response.writeHead(304, headers).end();
    return;
  }
  const wanted = rangeOf(request, file.size, etag);
  if (wanted === 'none') {
    response.writeHead(416, { ...headers, 'Content-Range': `bytes */${file.size}` }).end();
    return;
  }
  const range = wanted ?? { start: 0, end: file.size };
  headers['Content-Length'] = String(range.end - range.start);
  if (wanted) headers['Content-Range'] = `bytes ${range.start}-${range.end - 1}/${file.size}`;
  if (request.method === 'HEAD') {
    response.writeHead(wanted ? 206 : 200, headers).end();
    return;
  }
  await file.begins(range.start > 0);
  response.writeHead(wanted ? 206 : 200, headers);
  await pipeline(Readable.from(file.read(range)), response);
}

/** Undefined: the whole file; 'none': there is no such part. */
function rangeOf({ headers }: IncomingMessage, size: number, etag: string): ByteRange | 'none' | undefined {
  const [, from, to] = /^bytes=(\d{0,15})-(\d{0,15})$/.exec(headers.range ?? '') ?? [];
  const ifRange = headers['if-range'];
  if (from === undefined || to === undefined || (from === '' && to === '')) return undefined;
  if (ifRange !== undefined && ifRange !== etag) return undefined;
  const start = from === '' ? Math.max(0, size - Number(to)) : Number(from);
  const end = from === '' || to === '' ? size : Math.min(size, Number(to) + 1);
  if (from !== '' && to !== '' && Number(to) < Number(from)) return undefined;
  return start >= end ? 'none' : { start, end };
}

/** The name in all its letters, and without them for old browsers (RFC 6266). */
function attachment(fileName: string): string {
  const plain = fileName.replace(/[^\x20-\x7e]|["\\%]/g, '_');
  const encoded = encodeURIComponent(fileName.replace(/\p{Cs}/gu, '_')).replace(
    /['()*]/g,
    (c) => `%${c.charCodeAt(0).toString(16)}`,
  );
  return `attachment; filename="${plain}"; filename*=UTF-8''${encoded}`;
}
