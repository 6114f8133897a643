import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import express, { type NextFunction, type Request, type Response, type Router } from 'express';
import { contextOf } from '../http/context.js';
import { matches, sendBody } from '../http/send-json.js';
import { methodNotAllowed } from '../middleware/method-not-allowed.js';

const built = join(fileURLToPath(new URL('../../', import.meta.url)), 'dist', 'console');

const TYPES: Record<string, string> = {
  js: 'text/javascript; charset=utf-8',
  css: 'text/css; charset=utf-8',
  svg: 'image/svg+xml',
};
/** As the build names them: "main-K3X9Z2QF.js". */
const ASSET = /^[a-zA-Z0-9._-]+-([A-Z0-9]{8})\.(js|css|svg)$/;

/** The page may run its own scripts and call this server, and nothing else; no page may frame it or read its key. */
const POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "connect-src 'self'",
  "img-src 'self' data:",
  "form-action 'none'",
  "frame-ancestors 'none'",
  "base-uri 'none'",
  "require-trusted-types-for 'script'",
  "trusted-types 'none'",
].join('; ');

/**
 * The review console at /console. Its files are read from disk when they are asked for: nothing of them stays in memory.
 * The bare
 * address leads there. Every path without a file behind it is the page itself, which knows its own paths.
 */
export function consolePage(): Router {
  const router = express.Router({ caseSensitive: true, strict: true });
  router
    .route('/console/assets/:name')
    .get(asset)
    .all(methodNotAllowed(['GET'], () => true));
  router.get('/', (_request, response) => response.redirect(307, '/console'));
  router.get('/console/', (_request, response) => response.redirect(308, '/console'));
  router
    .route(['/console', '/console/*path'])
    .get(page)
    .all(methodNotAllowed(['GET'], () => true));
  return router;
}

async function page(request: Request, response: Response): Promise<void> {
  contextOf(response).route = '/console';
  const body = await readFile(join(built, 'index.html'));
  // The page names its files by their hashes, so their names say whether it changed.
  const tag = `W/"${[...body.toString().matchAll(/-([A-Z0-9]{8})\./g)].map(([, hash]) => hash).join('')}"`;
  response.setHeader('Content-Security-Policy', POLICY);
  response.setHeader('Cache-Control', 'no-cache');
  response.setHeader('ETag', tag);
  if (matches(request.get('if-none-match'), tag)) response.status(304).end();
  else await sendBody(request, response, 'text/html; charset=utf-8', body);
}

async function asset(request: Request<{ name: string }>, response: Response, next: NextFunction): Promise<void> {
  contextOf(response).route = '/console/assets';
  const [name, hash, extension = ''] = ASSET.exec(request.params.name) ?? [];
  const compressed = request.acceptsEncodings('gzip', 'identity') === 'gzip';
  const body = name === undefined ? undefined : await contentOf(compressed ? `${name}.gz` : name);
  if (body === undefined) {
    next('router');
    return;
  }
  const tag = `W/"${hash}"`;
  response.setHeader('Content-Security-Policy', POLICY);
  response.setHeader('Cache-Control', 'public, max-age=31536000, immutable');
  response.setHeader('ETag', tag);
  response.setHeader('Content-Type', TYPES[extension] ?? 'application/octet-stream');
  response.vary('Accept-Encoding');
  if (matches(request.get('if-none-match'), tag)) {
    response.status(304).end();
    return;
  }
  // Compressed once, by the build.
  if (compressed) response.setHeader('Content-Encoding', 'gzip');
  response.setHeader('Content-Length', body.length);
  response.end(request.method === 'HEAD' ? undefined : body);
}

async function contentOf(name: string): Promise<Buffer | undefined> {
  try {
    return await readFile(join(built, 'assets', name));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
}
