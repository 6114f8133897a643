import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import type { Request, Response } from 'express';

/** Of all answers, and of those by the rules of SCIM (RFC 7644, 3.1). */
const JSON_TYPE = 'application/json; charset=utf-8';
export const SCIM_JSON = 'application/scim+json; charset=utf-8';

const gzipped = promisify(gzip);

/** Below this, compressing costs more than it saves. */
const COMPRESS_FROM_BYTES = 1024;

/**
 * Sends a reply as JSON: compressed for clients that take gzip, and for GET with an ETag, so that a poll of what has not
 * changed costs no body. An ETag that is set already (a version, for If-Match) stays.
 */
export async function sendJson(
  request: Request,
  response: Response,
  { status, reply, type = JSON_TYPE }: { status: number; reply: unknown; type?: string },
): Promise<void> {
  if (reply === undefined) {
    response.status(status).setHeader('Cache-Control', 'no-store');
    response.end();
    return;
  }
  const reads = request.method === 'GET' || request.method === 'HEAD';
  const { body, tag } = written(reply);
  response.status(status).setHeader('Cache-Control', reads ? 'private, no-cache' : 'no-store');
  if (reads && status === 200) {
    if (!response.hasHeader('ETag')) response.setHeader('ETag', tag());
    if (matches(request.get('if-none-match'), String(response.getHeader('ETag')))) {
      response.status(304).end();
      return;
    }
  }
  await sendBody(request, response, type, body);
}

interface WrittenReply {
  body: Buffer;
  tag(): string;
}

/** Replies that several calls share are written once. */
const shared = new WeakMap<object, WrittenReply>();

function written(reply: unknown): WrittenReply {
  const known = isObject(reply) ? shared.get(reply) : undefined;
  if (known) return known;
  const body = Buffer.from(JSON.stringify(reply));
  let tag: string | undefined;
  const made = { body, tag: () => (tag ??= weakTag(body)) };
  if (isObject(reply)) shared.set(reply, made);
  return made;
}

const isObject = (value: unknown): value is object => typeof value === 'object' && value !== null;

/** Sends a text that a client may have compressed. */
export async function sendBody(request: Request, response: Response, type: string, body: Buffer): Promise<void> {
  response.setHeader('Content-Type', type);
  response.vary('Accept-Encoding');
  let sent = body;
  if (body.length >= COMPRESS_FROM_BYTES && request.acceptsEncodings('gzip', 'identity') === 'gzip') {
    sent = await gzipped(body);
    response.setHeader('Content-Encoding', 'gzip');
  }
  response.setHeader('Content-Length', sent.length);
  response.end(request.method === 'HEAD' ? undefined : sent);
}

/** Weak: it is the same for the compressed and the plain body. */
const weakTag = (body: Buffer): string => `W/"${createHash('sha1').update(body).digest('base64url')}"`;

/** Whether one of the tags of an If-None-Match header is `tag`, compared weakly (RFC 9110, 13.1.2). */
export function matches(header: string | undefined, tag: string): boolean {
  if (header === undefined) return false;
  const opaque = (text: string): string => text.trim().replace(/^W\//, '');
  return header.trim() === '*' || header.split(',').some((one) => opaque(one) === opaque(tag));
}
