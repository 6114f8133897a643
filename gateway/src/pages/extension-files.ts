import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import express, { type Router } from 'express';
import { contextOf } from '../http/context.js';
import { matches } from '../http/send-json.js';
import { methodNotAllowed } from '../middleware/method-not-allowed.js';

const built = join(fileURLToPath(new URL('../../', import.meta.url)), 'dist', 'extension');

/** The browser extension as it was built, one for a browser. */
const FILES = ['candor-extension-chrome.zip', 'candor-extension-firefox.zip'];

/** The browser extension at /extension/candor-extension-chrome.zip and …-firefox.zip, for everybody: it holds no secret. */
export function extensionFiles(): Router {
  const router = express.Router({ caseSensitive: true, strict: true });
  const getOnly = methodNotAllowed(['GET'], () => true);
  for (const name of FILES) {
    router
      .route(`/extension/${name}`)
      .get(async (request, response) => {
        contextOf(response).route = '/extension';
        const body = await readFile(join(built, name));
        const tag = `"${createHash('sha256').update(body).digest('base64url')}"`;
        response.setHeader('Cache-Control', 'no-cache');
        response.setHeader('ETag', tag);
        if (matches(request.get('if-none-match'), tag)) {
          response.status(304).end();
          return;
        }
        response.setHeader('Content-Type', 'application/zip');
        response.setHeader('Content-Disposition', `attachment; filename="${name}"`);
        response.setHeader('Content-Length', body.length);
        response.end(request.method === 'HEAD' ? undefined : body);
      })
      .all(getOnly);
  }
  return router;
}
