import { get, IncomingMessage, type ServerResponse } from 'node:http';
import { afterAll, expect, it } from '@jest/globals';
import express from 'express';
import { listen, type ListeningServer } from '../server.js';
import { messageClasses } from './messages.js';

let server: ListeningServer | undefined;
afterAll(() => server?.close());

it('have the app’s methods from the start, so that Express changes no prototype', async () => {
  const app = express();
  const messages = messageClasses(app);
  const made: { request: object; response: object }[] = [];
  const handler = (request: IncomingMessage, response: ServerResponse): void => {
    made.push({
      request: Object.getPrototypeOf(request) as object,
      response: Object.getPrototypeOf(response) as object,
    });
    (app as unknown as (request: IncomingMessage, response: ServerResponse) => void)(request, response);
  };
  app.get('/', (request, response) => {
    made.push({
      request: Object.getPrototypeOf(request) as object,
      response: Object.getPrototypeOf(response) as object,
    });
    response.status(201).json({ accepts: request.accepts('json'), node: request instanceof IncomingMessage });
  });
  server = await listen(handler, { port: 0, host: '127.0.0.1', messages });
  const { url } = server;
  const status = await new Promise((resolve, reject) => {
    get(url, (response) => resolve(response.resume().statusCode)).on('error', reject);
  });
  expect(status).toBe(201);
  const [before, within] = made;
  expect(within?.request).toBe(before?.request);
  expect(within?.response).toBe(before?.response);
  expect(before?.request).toBe(app.request);
  expect(before?.response).toBe(app.response);
});
