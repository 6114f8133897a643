import type { IncomingMessage, ServerResponse } from 'node:http';

const waiting = new WeakSet<IncomingMessage>();

/** Whether the client still holds its body back, until it is told to go on. */
export const holdsBodyBack = (request: IncomingMessage): boolean => waiting.has(request);

/**
 * For a request with `Expect: 100-continue`: tells the client to go on when somebody begins to read its body. Who is refused
 * before that sends nothing; the connection then ends, because a body may or may not follow.
 */
export function continueWhenRead(request: IncomingMessage, response: ServerResponse): void {
  waiting.add(request);
  response.setHeader('Connection', 'close');
  const read = request._read.bind(request);
  request._read = (size) => {
    request._read = read;
    // Once the answer is on its way, Node reads on only to throw the body away.
    if (!response.headersSent) {
      waiting.delete(request);
      response.removeHeader('Connection');
      response.writeContinue();
    }
    read(size);
  };
}
