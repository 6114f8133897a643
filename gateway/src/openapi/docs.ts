import express, { type Router } from 'express';
import swaggerUi from 'swagger-ui-express';
import { sendBody } from '../http/send-json.js';
import type { OpenApiDocument } from './document.js';

/**
 * /openapi.json, and /docs to read it and try calls; everything is served from here, nothing from the network. The document
 * is made when it is first asked for: that takes a tenth of a second, which no start should wait for.
 */
export function docs(makeDocument: () => OpenApiDocument): Router {
  let text: Buffer | undefined;
  const router = express.Router();
  router.get('/openapi.json', (request, response) => {
    text ??= Buffer.from(JSON.stringify(makeDocument()));
    return sendBody(request, response, 'application/json', text);
  });
  const page = {
    customSiteTitle: 'Candor API',
    customCss: '.swagger-ui .topbar { display: none }',
    swaggerOptions: { url: '/openapi.json', validatorUrl: null, persistAuthorization: false },
  };
  router.use('/docs', swaggerUi.serveFiles(undefined, page), swaggerUi.setup(undefined, page));
  return router;
}
