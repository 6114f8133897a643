import { createServer, type IncomingHttpHeaders, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface Received {
  path: string;
  headers: IncomingHttpHeaders;
  body: string;
}

/** An HTTP server that keeps what is posted to it; `answer` is asked what to answer, 200 when absent. */
export interface Receiver {
  url: string;
  received: Received[];
  close(): Promise<void>;
}

type Answer = (request: Received, count: number) => { status: number; headers?: Record<string, string> };

export async function startReceiver(host = '127.0.0.1', answer: Answer = () => ({ status: 200 })): Promise<Receiver> {
  const received: Received[] = [];
  const listener: RequestListener = (request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const one = { path: request.url ?? '', headers: request.headers, body: Buffer.concat(chunks).toString('utf8') };
      received.push(one);
      const { status, headers } = answer(one, received.length);
      response.writeHead(status, headers).end();
    });
  };
  const server = createServer(listener);
  await new Promise<void>((resolve) => server.listen(0, host, resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://${host}:${port}`,
    received,
    close: () =>
      new Promise((resolve) => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  };
}
