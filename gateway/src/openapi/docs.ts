import express, { type Router } from 'express';
import swaggerUi from 'swagger-ui-express';
import type { OpenApiDocument } from './document.js';

/** /openapi.json, and /docs to read it and try calls; everything is served from here, nothing from the network. */
export function docs(document: OpenApiDocument): Router {
  const text = JSON.stringify(document);
  const router = express.Router();
  router.get('/openapi.json', (_request, response) => {
    response.type('application/json').send(text);
  });
  const page = {
    customSiteTitle: 'Candor API',
    swaggerOptions: { url: '/openapi.json', validatorUrl: null, persistAuthorization: false },
  };
  router.use('/docs', swaggerUi.serveFiles(undefined, page), swaggerUi.setup(undefined, page));
  return router;
}
