import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { eventually } from './poll.js';

/** A span as it arrived. */
export interface ReceivedSpan {
  traceId: string;
  spanId: string;
  /** '' for the first of a trace. */
  parentSpanId: string;
  name: string;
  service: string;
  failed: boolean;
  attributes: Record<string, unknown>;
}

interface OtlpAttribute {
  key: string;
  value: Record<string, unknown>;
}
interface OtlpRequest {
  resourceSpans: {
    resource: { attributes: OtlpAttribute[] };
    scopeSpans: {
      spans: {
        traceId: string;
        spanId: string;
        parentSpanId?: string;
        name: string;
        status?: { code?: number };
        attributes: OtlpAttribute[];
      }[];
    }[];
  }[];
}

const ERROR = 2;

/** A collector that takes traces by OTLP over HTTP, as JSON. */
export class OtlpReceiver {
  readonly spans: ReceivedSpan[] = [];
  /** Everything that arrived, as text. */
  raw = '';
  /** Of the last request. */
  headers: IncomingMessage['headers'] = {};
  private readonly server = createServer((request, response) => {
    const pieces: Buffer[] = [];
    request.on('data', (piece: Buffer) => pieces.push(piece));
    request.on('end', () => {
      if (request.url === '/v1/traces') this.take(Buffer.concat(pieces).toString(), request.headers);
      response.writeHead(request.url === '/v1/traces' ? 200 : 404, { 'content-type': 'application/json' }).end('{}');
    });
  });

  static async start(): Promise<OtlpReceiver> {
    const receiver = new OtlpReceiver();
    await new Promise<void>((resolve) => receiver.server.listen(0, '127.0.0.1', resolve));
    return receiver;
  }

  get url(): string {
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}`;
  }

  /** The trace of the span with this request id, once it has all of `names`; each span may be asked for by name. */
  async trace(requestId: string, names: string[], timeoutMs = 20_000): Promise<ReceivedSpan[]> {
    let seen: string[] = [];
    try {
      return await eventually(
        `a trace of ${requestId}`,
        () => {
          const root = this.spans.find(({ attributes }) => attributes['candor.request_id'] === requestId);
          const own = this.spans.filter(({ traceId }) => traceId === root?.traceId);
          seen = own.map(({ name }) => name);
          return names.every((name) => seen.includes(name)) ? own : undefined;
        },
        timeoutMs,
        50,
      );
    } catch (error) {
      throw new Error(`the trace lacks ${names.filter((name) => !seen.includes(name)).join(', ')}`, { cause: error });
    }
  }

  async close(): Promise<void> {
    this.server.closeAllConnections();
    await new Promise((resolve) => this.server.close(resolve));
  }

  private take(text: string, headers: IncomingMessage['headers']): void {
    this.raw += text;
    this.headers = headers;
    for (const { resource, scopeSpans } of (JSON.parse(text) as OtlpRequest).resourceSpans) {
      const service = String(attributesOf(resource.attributes)['service.name']);
      for (const { traceId, spanId, parentSpanId = '', name, status, attributes } of scopeSpans.flatMap((s) => s.spans))
        this.spans.push({
          traceId,
          spanId,
          parentSpanId,
          name,
          service,
          failed: status?.code === ERROR,
          attributes: attributesOf(attributes),
        });
    }
  }
}

const attributesOf = (attributes: OtlpAttribute[]): Record<string, unknown> =>
  Object.fromEntries(attributes.map(({ key, value }) => [key, Object.values(value)[0]]));

/** Names from a span up to the first of its trace. */
export function pathOf(spans: ReceivedSpan[], name: string): string[] {
  const path: string[] = [];
  let span = spans.find((one) => one.name === name);
  while (span) {
    path.unshift(span.name);
    const { parentSpanId } = span;
    span = spans.find((one) => one.spanId === parentSpanId);
  }
  return path;
}
