import { IncomingMessage, ServerResponse, type ServerOptions } from 'node:http';
import type { Express, Request, Response } from 'express';

export type MessageClasses = Required<Pick<ServerOptions, 'IncomingMessage' | 'ServerResponse'>>;

/**
 * Classes of requests and responses that have the app's methods from the start, for the server that the app is served by.
 * Express else gives its methods to each message by changing its prototype. V8 then keeps the message, and all that it
 * leads to, until a collection of the whole heap: of a small call that cost two thirds of the calls a second, and every
 * tenth of a second a pause of 5 ms.
 */
export function messageClasses(app: Express): MessageClasses {
  class AppRequest extends IncomingMessage {}
  class AppResponse extends ServerResponse {}
  // eslint-disable-next-line no-restricted-syntax -- of the class, once
  Object.setPrototypeOf(AppRequest.prototype, app.request);
  // eslint-disable-next-line no-restricted-syntax -- of the class, once
  Object.setPrototypeOf(AppResponse.prototype, app.response);
  // What Express sets on each message is then what the message has, which changes nothing.
  app.request = AppRequest.prototype as Request;
  app.response = AppResponse.prototype as unknown as Response;
  return { IncomingMessage: AppRequest, ServerResponse: AppResponse as typeof ServerResponse };
}
