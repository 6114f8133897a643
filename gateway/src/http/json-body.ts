import { AppError, invalid } from '@candor/runtime';
import express, { type Request, type RequestHandler, type Response } from 'express';
import { z } from 'zod';
import { UNPARSEABLE } from './problem.js';
import { validate } from './validate.js';

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

const MOST_IGNORED_BYTES = 64 * 1024;
const noFields = z.strictObject({});

/** For calls that take no body: refuses the fields of one by their names. What is no JSON object, or a long one, says nothing. */
export function fieldsRefuser(): (request: Request, response: Response) => Promise<void> {
  const tooLarge = (): AppError => invalid([{ path: '', message: 'This call takes no body.' }]);
  const read = jsonReader(MOST_IGNORED_BYTES, tooLarge);
  return async (request, response) => {
    const sent = await read(request, response).catch((error: unknown) => {
      if (error instanceof AppError && error.kind === 'invalid') return {};
      throw error;
    });
    validate(noFields, typeof sent === 'object' && sent !== null && !Array.isArray(sent) ? sent : {});
  };
}
