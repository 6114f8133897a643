import type { Request, Response } from 'express';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { z } from 'zod';
import { matches } from './send-json.js';

/** A file that is sent while it is read. */
export interface Download {
  fileName: string;
  mimeType: string;
  /** Bytes. */
  size: number;
  /** Hex, of the content. */
  sha256: string;
  /** Called when the content is wanted; ends early when the client goes away. */
  content: () => AsyncIterable<Uint8Array>;
  /** Shown by browsers instead of stored. */
  inline?: boolean;
}

/** Reply of a route that gives a file. */
export const download = z.custom<Download>((value) => isDownload(value)).meta({ type: 'string', format: 'binary' });

export const isDownload = (value: unknown): value is Download =>
  typeof value === 'object' && value !== null && 'content' in value && typeof value.content === 'function';

/** Sends a file; one that breaks off in the middle breaks the connection, so that nobody takes it for whole. */
export async function sendDownload(request: Request, response: Response, file: Download): Promise<void> {
  const tag = `"${file.sha256}"`;
  response.setHeader('Cache-Control', 'private, no-cache');
  response.setHeader('ETag', tag);
  if (matches(request.get('if-none-match'), tag)) {
    response.status(304).end();
    return;
  }
  // Also sets a type by the name's extension: what the service says is better.
  if (!file.inline) response.attachment(file.fileName);
  response.setHeader('Content-Type', file.mimeType);
  response.setHeader('Content-Length', file.size);
  response.status(200);
  if (request.method === 'HEAD') {
    response.end();
    return;
  }
  await pipeline(Readable.from(file.content()), response);
}
