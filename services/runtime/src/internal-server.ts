import { createServer } from 'node:http';
import type { Registry } from 'prom-client';
import { readiness, type Dependency } from './health.js';

export interface InternalServerOptions {
  port: number;
  host: string;
  /** Asked anew at every call, so that dependencies may be added while the process starts. */
  dependencies: () => readonly Dependency[];
  metrics: Registry;
}

export interface InternalServer {
  /** http://host:port that it listens on. */
  url: string;
  close(): Promise<void>;
}

/**
 * What the operator's tools ask a process, apart from its own calls: /healthz (it runs), /readyz (200 or 503, naming the
 * dependencies that are out; `?exclude=NAME` leaves one out of it), /metrics (Prometheus text).
 */
export async function startInternalServer(options: InternalServerOptions): Promise<InternalServer> {
  const answer = async ({
    pathname: path,
    searchParams,
  }: URL): Promise<{ status: number; type: string; body: string }> => {
    if (path === '/metrics')
      return { status: 200, type: options.metrics.contentType, body: await options.metrics.metrics() };
    if (path === '/healthz') return json(200, { status: 'ok' });
    if (path === '/readyz') {
      const excluded = searchParams.getAll('exclude');
      const state = await readiness(options.dependencies().filter(({ name }) => !excluded.includes(name)));
      return json(state.ready ? 200 : 503, {
        ...state,
        out: state.dependencies.filter((one) => !one.ready).map((one) => one.name),
      });
    }
    return json(404, { status: 'not found' });
  };
  const server = createServer((request, response) => {
    answer(new URL(request.url ?? '/', 'http://internal')).then(
      ({ status, type, body }) => response.writeHead(status, { 'content-type': type }).end(body),
      () => response.writeHead(500).end(),
    );
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject).listen(options.port, options.host, resolve);
  });
  const address = server.address();
  const port = address !== null && typeof address === 'object' ? address.port : options.port;
  return {
    url: `http://${options.host}:${port}`,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

const json = (status: number, body: object) => ({ status, type: 'application/json', body: JSON.stringify(body) });
