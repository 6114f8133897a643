import { invalid, type AppError } from '@candor/runtime';
import express, { type Request, type RequestHandler, type Response } from 'express';
import { UNPARSEABLE } from './problem.js';

/** Reads a request's body as JSON; an absent one counts as `{}`. */
export type JsonReader = (request: Request, response: Response) => Promise<unknown>;

const unreadable = (message: string): AppError => invalid([{ path: '', message }], UNPARSEABLE);

/** `tooLarge` is thrown for bodies of more than `maxBytes` (after decompression). */
export function jsonReader(maxBytes: number, tooLarge: () => AppError): JsonReader {
  const readRaw: RequestHandler = express.raw({ limit: maxBytes, type: () => true });
  return async (request, response) => {
    await new Promise<void>((resolve, reject) => {
      void readRaw(request, response, (error?: unknown) => {
        if (error === undefined) resolve();
        else reject(isTooLarge(error) ? tooLarge() : unreadable('The body could not be read.'));
      });
    });
    const bytes: unknown = request.body;
    if (!Buffer.isBuffer(bytes) || bytes.length === 0) return {};
    if (request.is(['json', '+json']) === false) {
      throw invalid([{ path: '', message: 'The content type must be application/json.' }], 'unsupported_content_type');
    }
    try {
      return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes)) as unknown;
    } catch {
      throw unreadable('The body is not valid JSON in UTF-8.');
    }
  };
}

const isTooLarge = (error: unknown): boolean =>
  typeof error === 'object' && error !== null && 'type' in error && error.type === 'entity.too.large';
