import { credentials, type Client, type ClientWritableStream, type Metadata, type ServiceError } from '@grpc/grpc-js';
import type { Caller } from './caller.js';
import { callerMetadata } from './caller.js';
import { fromStatus } from './status.js';

/** For whom a call is made. */
export interface CallFor {
  caller?: Caller | undefined;
  requestId: string;
  /** Milliseconds; default 15,000. */
  deadlineMs?: number;
  signal?: AbortSignal;
}

type UnaryMethod<Request, Reply> = (
  request: Request,
  metadata: Metadata,
  options: { deadline: Date },
  callback: (error: ServiceError | null, reply: Reply) => void,
) => { cancel(): void };

type ClientStreamMethod<Request, Reply> = (
  metadata: Metadata,
  options: { deadline: Date },
  callback: (error: ServiceError | null, reply: Reply) => void,
) => ClientWritableStream<Request>;

type ClientConstructor<C extends Client> = new (
  address: string,
  creds: ReturnType<typeof credentials.createInsecure>,
  options: object,
) => C;

/**
 * A typed client of one service; errors come out as the `AppError` that the service threw. The name in `address`
 * (host:port or dns:///host:port) may stand for several replicas, which are called in turn.
 */
export class RpcClient<C extends Client> {
  readonly stub: C;

  constructor(
    Service: ClientConstructor<C>,
    address: string,
    private readonly token: string,
  ) {
    this.stub = new Service(address, credentials.createInsecure(), {
      'grpc.max_receive_message_length': 64 * 1024 * 1024,
      'grpc.service_config': JSON.stringify({ loadBalancingConfig: [{ round_robin: {} }] }),
      'grpc.initial_reconnect_backoff_ms': 100,
      'grpc.max_reconnect_backoff_ms': 2000,
      // A replica that was replaced has another address, as a rule; the default would not look again for 30 seconds.
      'grpc.dns_min_time_between_resolutions_ms': 1000,
      // A machine that vanished says no goodbye; without pings its calls would wait for their deadlines.
      'grpc.keepalive_time_ms': 20_000,
      'grpc.keepalive_timeout_ms': 5000,
    });
  }

  unary<Request, Reply>(method: UnaryMethod<Request, Reply>, request: Request, call: CallFor): Promise<Reply> {
    return new Promise((resolve, reject) => {
      const sent = method.call(
        this.stub,
        request,
        callerMetadata(this.token, call.caller, call.requestId),
        { deadline: deadline(call) },
        (error, reply) => (error ? reject(fromStatus(error)) : resolve(reply)),
      );
      call.signal?.addEventListener('abort', () => sent.cancel(), { once: true });
    });
  }

  /** Opens a client-streaming call: write messages to `stream` (mind its back-pressure), end it, await `reply`. */
  clientStream<Request, Reply>(
    method: ClientStreamMethod<Request, Reply>,
    call: CallFor,
  ): { stream: ClientWritableStream<Request>; reply: Promise<Reply> } {
    let settle: { resolve: (reply: Reply) => void; reject: (error: Error) => void } | undefined;
    const reply = new Promise<Reply>((resolve, reject) => {
      settle = { resolve, reject };
    });
    const stream = method.call(
      this.stub,
      callerMetadata(this.token, call.caller, call.requestId),
      { deadline: deadline(call) },
      (error, value) => (error ? settle?.reject(fromStatus(error)) : settle?.resolve(value)),
    );
    return { stream, reply };
  }

  /** Resolves true once the connection stands, false when it does not within `timeoutMs`. */
  reachable(timeoutMs: number): Promise<boolean> {
    return new Promise((resolve) => {
      this.stub.waitForReady(new Date(Date.now() + timeoutMs), (error) => resolve(!error));
    });
  }

  close(): void {
    this.stub.close();
  }
}

const deadline = (call: CallFor): Date => new Date(Date.now() + (call.deadlineMs ?? 15_000));
