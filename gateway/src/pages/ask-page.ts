import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { accentShades, BRAND, COLOURS, mediaVariables, type Shades } from '@candor/runtime';
import express, { type RequestHandler, type Router } from 'express';
import { matches, sendBody } from '../http/send-json.js';
import { methodNotAllowed } from '../middleware/method-not-allowed.js';

const gateway = fileURLToPath(new URL('../../', import.meta.url));
const sources = join(gateway, 'ask-page');
const built = join(gateway, 'dist', 'ask-page');

const CSS = 'text/css; charset=utf-8';

/** Everything the page consists of; its scripts are compiled from `gateway/ask-page`. */
const FILES: Record<string, { file: string; type: string }> = {
  '/ask': { file: join(sources, 'index.html'), type: 'text/html; charset=utf-8' },
  ...Object.fromEntries(
    ['ask', 'chat'].map((name) => [`/ask/${name}.css`, { file: join(sources, `${name}.css`), type: CSS }]),
  ),
  ...Object.fromEntries(
    ['main', 'api', 'brand', 'exchange', 'key'].map((name) => [
      `/ask/${name}.js`,
      { file: join(built, `${name}.js`), type: 'text/javascript; charset=utf-8' },
    ]),
  ),
};

/** The page may run its own scripts and call this server, and nothing else; no page may frame it or read its key. */
const POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "connect-src 'self'",
  // The organization's logo, wherever it is kept.
  'img-src data: https:',
  "form-action 'none'",
  "frame-ancestors 'none'",
  "base-uri 'none'",
  "require-trusted-types-for 'script'",
  "trusted-types 'none'",
].join('; ');

/** The chat page at /ask. It has no key of its own: whoever opens it enters one, which stays in their tab. */
export function askPage(): Router {
  const router = express.Router({ caseSensitive: true, strict: true });
  const getOnly = methodNotAllowed(['GET'], () => true);
  for (const [path, { file, type }] of Object.entries(FILES)) {
    router.route(path).get(serve(file, type)).all(getOnly);
  }
  const colours = (shades: Record<string, Shades>): RequestHandler =>
    sending(CSS, () => Promise.resolve(Buffer.from(mediaVariables(shades))));
  // The colours that portal, console and mails have as well, and those of an organization.
  router.route('/ask/brand.css').get(colours(COLOURS)).all(getOnly);
  router
    .route(/^\/ask\/accent-([0-9a-f]{6})\.css$/)
    .get((request, response, next) => colours(accentShades(`#${request.params[0]}`))(request, response, next))
    .all(getOnly);
  router.get('/ask/', (_request, response) => response.redirect(308, '/ask'));
  return router;
}

const serve = (file: string, type: string): RequestHandler =>
  sending(type, async () =>
    type.startsWith('text/html')
      ? Buffer.from((await readFile(file, 'utf8')).replace('%ACCENT%', encodeURIComponent(BRAND.accent)))
      : readFile(file),
  );

function sending(type: string, read: () => Promise<Buffer>): RequestHandler {
  let content: { body: Buffer; tag: string } | undefined;
  return async (request, response) => {
    if (!content) {
      const body = await read();
      content = { body, tag: `W/"${createHash('sha1').update(body).digest('base64url')}"` };
    }
    response.setHeader('Content-Security-Policy', POLICY);
    response.setHeader('Cache-Control', 'no-cache');
    response.setHeader('ETag', content.tag);
    if (matches(request.get('if-none-match'), content.tag)) response.status(304).end();
    else await sendBody(request, response, type, content.body);
  };
}
