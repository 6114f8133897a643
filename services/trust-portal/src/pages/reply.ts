import { createHash } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';

/** What a page answers. */
export interface Reply {
  status: number;
  type: string;
  body: string;
  /** Value of Cache-Control. */
  cache: string;
  headers?: Record<string, string>;
  /** Address of the organization's logo, which the policy must allow. */
  logoUrl?: string | undefined;
}

export const HTML_TYPE = 'text/html; charset=utf-8';
/** What is the same for everybody; short, so that what is archived is soon gone. */
export const PUBLIC = 'public, max-age=30';
export const PRIVATE = 'no-store';

/** A page that is the same for everybody, or of one person. */
export const pageReply = (body: string, change: Partial<Reply> = {}): Reply => ({
  status: 200,
  type: HTML_TYPE,
  body,
  cache: PRIVATE,
  ...change,
});

const compress = promisify(gzip);
const WORTH_COMPRESSING = 1400;

/** Nothing runs in these pages, and nothing is loaded but our stylesheet and the organization's logo. */
function policy(logoUrl: string | undefined): string {
  const logo = logoUrl !== undefined && URL.canParse(logoUrl) ? ` ${new URL(logoUrl).origin}` : '';
  return `default-src 'none'; style-src 'self'; img-src 'self'${logo}; form-action 'self'; base-uri 'none'; frame-ancestors 'none'`;
}

export async function send(request: IncomingMessage, response: ServerResponse, reply: Reply): Promise<void> {
  const headers: Record<string, string> = {
    'Content-Type': reply.type,
    'Cache-Control': reply.cache,
    'Content-Security-Policy': policy(reply.logoUrl),
    'Cross-Origin-Opener-Policy': 'same-origin',
    'Permissions-Policy': 'camera=(), geolocation=(), microphone=()',
    // Addresses of personal pages hold a token.
    'Referrer-Policy': 'no-referrer',
    'X-Content-Type-Options': 'nosniff',
    'X-Frame-Options': 'DENY',
    Vary: 'Accept-Encoding, Accept-Language',
    ...reply.headers,
  };
  if (reply.status === 200 && reply.cache !== PRIVATE) {
    const etag = etagOf(reply);
    headers['ETag'] = etag;
    if (request.headers['if-none-match']?.split(/,\s*/).includes(etag)) {
      response.writeHead(304, headers).end();
      return;
    }
  }
  const compressed = reply.body.length >= WORTH_COMPRESSING && takesGzip(request);
  const body = compressed ? await compressedOf(reply) : Buffer.from(reply.body);
  if (compressed) headers['Content-Encoding'] = 'gzip';
  headers['Content-Length'] = String(body.length);
  response.writeHead(reply.status, headers).end(request.method === 'HEAD' ? undefined : body);
}

const takesGzip = ({ headers }: IncomingMessage): boolean => /\bgzip\b/.test(headers['accept-encoding'] ?? '');

/** Of replies that are sent more than once. */
const etags = new WeakMap<Reply, string>();
const compressions = new WeakMap<Reply, Promise<Buffer>>();

function etagOf(reply: Reply): string {
  const known = etags.get(reply);
  if (known !== undefined) return known;
  const etag = `W/"${createHash('sha256').update(reply.body).digest('base64url').slice(0, 22)}"`;
  etags.set(reply, etag);
  return etag;
}

function compressedOf(reply: Reply): Promise<Buffer> {
  const known = compressions.get(reply);
  if (known) return known;
  const made = compress(reply.body);
  compressions.set(reply, made);
  return made;
}

const MAX_FORM_BYTES = 32 * 1024;

/** The fields of a posted form; undefined when it is too long. Of another content type: none. */
export async function readForm(request: IncomingMessage): Promise<URLSearchParams | undefined> {
  const pieces: Buffer[] = [];
  let size = 0;
  for await (const piece of request as AsyncIterable<Buffer>) {
    size += piece.length;
    if (size > MAX_FORM_BYTES) return undefined;
    pieces.push(piece);
  }
  const form = /^application\/x-www-form-urlencoded\b/i.test(request.headers['content-type'] ?? '');
  return new URLSearchParams(form ? Buffer.concat(pieces).toString('utf8') : '');
}
