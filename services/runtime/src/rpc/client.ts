import {
  connectivityState,
  credentials,
  type Client,
  type ClientWritableStream,
  type Metadata,
  type ServiceError,
} from '@grpc/grpc-js';
import { bindWithoutDeprecatedProperty } from './async-resource.js';
import type { Caller } from './caller.js';
import { callerMetadata } from './caller.js';
import { isReady } from './health.js';
import { fromStatus } from './status.js';
import { tracingInterceptor } from './tracing.js';
import { tracing } from '../tracing/tracing.js';

/**
 * Whether whoever waits went away. A signal costs much more than the little call that it may end: whoever passes it on leaves
 * it unmade, as an `AbortController` does until it is asked.
 */
export interface Abandonment {
  readonly signal: AbortSignal;
}

/** For whom a call is made. */
export interface CallFor {
  caller?: Caller | undefined;
  requestId: string;
  /** Milliseconds from now; absent: until `deadlineAt`, else 15,000. */
  deadlineMs?: number;
  /** When all calls that are made for the same request must have ended, by `performance.now()`. */
  deadlineAt?: number;
  /** Ends the call when whoever waits for it goes away. */
  abandonment?: Abandonment;
  /** Id of what the call creates: the same for each repeat of one call (see `CallContext`). */
  creationId?: string;
}

type UnaryMethod<Request, Reply> = (
  request: Request,
  metadata: Metadata,
  options: { deadline: Date },
  callback: (error: ServiceError | null, reply: Reply) => void,
) => { cancel(): void };

/** Of a generated service definition. */
export interface ClientStreamMethod<Request, Reply> {
  readonly path: string;
  readonly requestSerialize: (message: Request) => Buffer;
  readonly responseDeserialize: (bytes: Buffer) => Reply;
}

type ClientConstructor<C extends Client> = new (
  address: string,
  creds: ReturnType<typeof credentials.createInsecure>,
  options: object,
) => C;

/** Calls up to this size are repeated by the library when their connection ended before they were looked at. */
export const RETRIED_BYTES = 64 * 1024;

/**
 * How long a call waits for a connection that was lost: a service that is just restarted is back within seconds, and what
 * was not sent yet may wait for it whatever it does. Of one that stays away, later calls are refused at once.
 */
const CONNECT_PATIENCE_MS = 3000;

/**
 * A typed client of one service; errors come out as the `AppError` that the service threw. The name in `address`
 * (host:port or dns:///host:port) may stand for several replicas, which are called in turn.
 */
export class RpcClient<C extends Client> {
  readonly stub: C;
  private away = false;

  constructor(
    Service: ClientConstructor<C>,
    address: string,
    private readonly token: string,
  ) {
    bindWithoutDeprecatedProperty();
    this.stub = new Service(address, credentials.createInsecure(), {
      'grpc.max_receive_message_length': 64 * 1024 * 1024,
      // What is sent is kept for a repeat until the reply begins; of a stream, this much.
      'grpc.per_rpc_retry_buffer_size': RETRIED_BYTES,
      // Counters for a debugger that nobody attaches, raised on every call.
      'grpc.enable_channelz': 0,
      'grpc.service_config': JSON.stringify({ loadBalancingConfig: [{ round_robin: {} }] }),
      'grpc.initial_reconnect_backoff_ms': 100,
      'grpc.max_reconnect_backoff_ms': 2000,
      // A replica that was replaced has another address, as a rule; the default would not look again for 30 seconds.
      'grpc.dns_min_time_between_resolutions_ms': 1000,
      // A machine that vanished says no goodbye; without pings its calls would wait for their deadlines.
      'grpc.keepalive_time_ms': 20_000,
      'grpc.keepalive_timeout_ms': 5000,
      ...(tracing().on ? { interceptors: [tracingInterceptor] } : {}),
    });
  }

  unary<Request, Reply>(method: UnaryMethod<Request, Reply>, request: Request, call: CallFor): Promise<Reply> {
    return new Promise((resolve, reject) => {
      const sent = withoutStackTraces(() =>
        method.call(this.stub, request, this.metadata(call), { deadline: deadline(call) }, (error, reply) => {
          clearTimeout(patience);
          // Some requests make many calls, one after the other.
          abandoned?.removeEventListener('abort', cancel);
          if (error) reject(fromStatus(error));
          else resolve(reply);
        }),
      );
      const patience = this.giveUpWithoutConnection(sent);
      const cancel = (): void => sent.cancel();
      const abandoned = call.abandonment?.signal;
      abandoned?.addEventListener('abort', cancel, { once: true });
    });
  }

  /**
   * Opens a client-streaming call: write messages to `stream` (mind its back-pressure), end it, await `reply`. A Buffer is
   * a message that has been encoded already.
   */
  clientStream<Request, Reply>(
    { path, requestSerialize, responseDeserialize }: ClientStreamMethod<Request, Reply>,
    call: CallFor,
  ): { stream: ClientWritableStream<Request | Buffer>; reply: Promise<Reply> } {
    let settle: { resolve: (reply: Reply) => void; reject: (error: Error) => void } | undefined;
    const reply = new Promise<Reply>((resolve, reject) => {
      settle = { resolve, reject };
    });
    const stream = this.stub.makeClientStreamRequest<Request | Buffer, Reply>(
      path,
      (message) => (Buffer.isBuffer(message) ? message : requestSerialize(message)),
      responseDeserialize,
      this.metadata(call),
      { deadline: deadline(call) },
      (error, value) => {
        clearTimeout(patience);
        if (error) settle?.reject(fromStatus(error));
        else settle?.resolve(value as Reply);
      },
    );
    const patience = this.giveUpWithoutConnection(stream);
    return { stream, reply };
  }

  private metadata(made: CallFor): Metadata {
    if (this.connected()) this.away = false;
    const metadata = callerMetadata(this.token, made);
    if (!this.away) metadata.setOptions({ waitForReady: true });
    return metadata;
  }

  private giveUpWithoutConnection(sent: { cancel(): void }): NodeJS.Timeout {
    return setTimeout(() => {
      if (this.connected()) return;
      this.away = true;
      sent.cancel();
    }, CONNECT_PATIENCE_MS).unref();
  }

  private connected(): boolean {
    return this.stub.getChannel().getConnectivityState(false) === connectivityState.READY;
  }

  /** Whether the service is reached and says within `timeoutMs` that all it needs works. */
  reachable(timeoutMs: number): Promise<boolean> {
    const deadline = new Date(Date.now() + timeoutMs);
    return new Promise((resolve) => {
      this.stub.waitForReady(deadline, (error) => (error ? resolve(false) : resolve(isReady(this.stub, deadline))));
    });
  }

  close(): void {
    this.stub.close();
  }
}

/**
 * The library takes a stack trace at every call, for the message of an error that we tell in our own words: a twentieth of
 * what the call costs.
 */
function withoutStackTraces<T>(call: () => T): T {
  const { stackTraceLimit } = Error;
  Error.stackTraceLimit = 0;
  try {
    return call();
  } finally {
    Error.stackTraceLimit = stackTraceLimit;
  }
}

function deadline({ deadlineMs, deadlineAt }: CallFor): Date {
  const left = deadlineAt === undefined ? 15_000 : Math.max(1, deadlineAt - performance.now());
  return new Date(Date.now() + (deadlineMs ?? left));
}
