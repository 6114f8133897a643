import { Agent, request as httpRequest, type IncomingMessage, type ServerResponse } from 'node:http';

export interface FormForwarder {
  /**
   * Passes a request on whose body has been read, and its answer back. Rejects when the service gives none; an answer that breaks
   * off breaks the response.
   */
  forward(request: IncomingMessage, body: Buffer, response: ServerResponse): Promise<void>;
  close(): void;
}

/** What speaks of one connection only (RFC 9110, 7.6.1), and of how the body came to us. */
const OF_ONE_CONNECTION = [
  'connection',
  'keep-alive',
  'transfer-encoding',
  'upgrade',
  'te',
  'trailer',
  'content-length',
];

/** Forms to the service at `url` by at most `connections` at once, milliseconds each. */
export function formForwarder(url: string, { connections, timeoutMs }: { connections: number; timeoutMs: number }) {
  const agent = new Agent({ keepAlive: true, maxSockets: connections });
  const { hostname, port } = new URL(url);
  const forwarder: FormForwarder = {
    forward: (request, body, response) =>
      new Promise((resolve, reject) => {
        const { method, url: path, headers } = request;
        const kept = Object.entries(headers).filter(([name]) => !OF_ONE_CONNECTION.includes(name));
        const passed = httpRequest({
          agent,
          host: hostname.replace(/^\[|\]$/g, ''),
          port,
          method,
          path,
          headers: { ...Object.fromEntries(kept), 'content-length': body.length },
          timeout: timeoutMs,
        });
        passed
          .once('response', (answer: IncomingMessage) => {
            const told = Object.entries(answer.headers).filter(
              ([name]) => name !== 'connection' && name !== 'keep-alive',
            );
            response.writeHead(answer.statusCode ?? 502, Object.fromEntries(told));
            answer.once('error', () => response.destroy());
            answer.pipe(response);
            resolve();
          })
          .once('timeout', () => passed.destroy(new Error('the service does not answer')))
          .once('error', reject);
        response.once('close', () => passed.destroy());
        passed.end(body);
      }),
    close: () => agent.destroy(),
  };
  return forwarder;
}
