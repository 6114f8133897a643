import {
  Server,
  ServerCredentials,
  type sendUnaryData,
  type ServerReadableStream,
  type ServerUnaryCall,
  type ServiceDefinition,
  type UntypedServiceImplementation,
} from '@grpc/grpc-js';
import { StartError } from '../config.js';
import { AppError } from '../errors.js';
import type { Dependency } from '../health.js';
import type { Logger } from '../logger.js';
import { callerOf, checkServiceToken, creationIdOf, requestIdOf, type Caller } from './caller.js';
import type { Abandonment } from './client.js';
import { ServerHealth } from './health.js';
import { MAX_MESSAGE_BYTES, replyBytes } from './reply.js';
import { toStatus } from './status.js';
import { nameOf, traceOf } from './tracing.js';
import { traced, tracing } from '../tracing/tracing.js';
import { isDatabaseOut, isStorageFull } from '../mongo.js';

export interface CallContext {
  /** Undefined when the gateway calls for itself (before a key is known). */
  caller: Caller | undefined;
  requestId: string;
  /** Aborted when the caller went away or its deadline passed. */
  signal: AbortSignal;
  /**
   * The id to give to what the call creates; '' for any. Repeats of a call whose reply was lost carry the same one, so that
   * what it creates is there once.
   */
  creationId: string;
}

/** `Request` is the message of a unary call, or an async iterable of messages of a client-streaming one. */
export type Handler<Request, Reply> = (request: Request, context: CallContext) => Promise<Reply>;

export interface RpcService {
  definition: ServiceDefinition;
  /** By method name as in the definition. Unary and client-streaming methods only. */
  handlers: Record<string, Handler<never, object>>;
}

/** Told about every call that ended; for metrics. Refused: by rule or input, which is the caller's to mend. */
export type CallObserver = (
  method: string,
  outcome: 'ok' | 'refused' | 'unavailable' | 'failed',
  durationMs: number,
) => void;

export interface RpcServerOptions {
  services: RpcService[];
  /** Shared by all services and the gateway. */
  token: string;
  logger: Logger;
  /** "127.0.0.1:0" takes any free port. */
  address: string;
  observe?: CallObserver;
  /** What the services need to do their work; asked when somebody asks the health service for readiness. */
  dependencies?: readonly Dependency[];
  /** Paths of .proto files, for server reflection; loaded only when given. */
  reflection?: { protoDir: string; files: string[] };
  /** After how long a connection is made anew, milliseconds; for tests. */
  connectionAgeMs?: number;
}

export interface RunningRpcServer {
  /** host:port that it listens on. */
  address: string;
  close(): Promise<void>;
}

/**
 * Clients look for replicas anew when a connection ends, so connections end now and then: otherwise a replica that was
 * added would get no calls. What is under way may finish; an upload takes a quarter of an hour at most.
 */
const CONNECTION_AGE_MS = 3 * 60_000;
const CONNECTION_GRACE_MS = 20 * 60_000;

/** Starts a gRPC server with the health service; every other call must carry the service token. */
export async function startRpcServer(options: RpcServerOptions): Promise<RunningRpcServer> {
  const server = new Server({
    'grpc.enable_channelz': 0,
    'grpc.max_receive_message_length': MAX_MESSAGE_BYTES,
    'grpc.max_send_message_length': MAX_MESSAGE_BYTES,
    'grpc.max_connection_age_ms': options.connectionAgeMs ?? CONNECTION_AGE_MS,
    'grpc.max_connection_age_grace_ms': CONNECTION_GRACE_MS,
  });
  const health = new ServerHealth(() => options.dependencies ?? []);
  health.addTo(server);
  for (const service of options.services)
    server.addService(answeredInBytes(service.definition), implementation(service, options));
  if (options.reflection) await addReflection(server, options.reflection);
  const port = await new Promise<number>((resolve, reject) => {
    server.bindAsync(options.address, ServerCredentials.createInsecure(), (error, bound) =>
      error ? reject(notBound(options.address, error)) : resolve(bound),
    );
  });
  return {
    address: `${options.address.slice(0, options.address.lastIndexOf(':'))}:${port}`,
    close: () =>
      new Promise((resolve) => {
        health.end();
        const force = setTimeout(() => server.forceShutdown(), 10_000);
        server.tryShutdown(() => {
          clearTimeout(force);
          resolve();
        });
      }),
  };
}

/** grpc-js tells a port that is in use in words only. */
const notBound = (address: string, cause: Error): Error =>
  /EADDRINUSE|EACCES|EADDRNOTAVAIL|No address added/.test(cause.message)
    ? new StartError(`gRPC calls cannot be taken at ${address} (${cause.message}). Set another address for them.`, {
        cause,
      })
    : cause;

async function addReflection(
  server: Server,
  { protoDir, files }: { protoDir: string; files: string[] },
): Promise<void> {
  const [{ ReflectionService }, loader] = await Promise.all([import('@grpc/reflection'), import('@grpc/proto-loader')]);
  new ReflectionService(await loader.load(files, { includeDirs: [protoDir] })).addToServer(server);
}

/** Replies are written before their call is answered: the library would tell one that cannot be written as a failed call. */
const answeredInBytes = (definition: ServiceDefinition): ServiceDefinition =>
  Object.fromEntries(
    Object.entries(definition).map(([name, method]) => [
      name,
      { ...method, responseSerialize: (bytes: Buffer) => bytes },
    ]),
  );

function implementation(service: RpcService, options: RpcServerOptions): UntypedServiceImplementation {
  const methods: UntypedServiceImplementation = {};
  for (const [name, method] of Object.entries(service.definition)) {
    const handler = service.handlers[name] as Handler<unknown, object> | undefined;
    if (!handler) throw new Error(`no handler for ${method.path}`);
    const write = method.responseSerialize as (reply: object) => Buffer;
    methods[name] = (call: Call, done: sendUnaryData<Buffer>): void => {
      const abandonment = new CallAbandonment(call);
      const began = performance.now();
      const ended = (outcome: Parameters<CallObserver>[1]): void => {
        abandonment.answered = outcome === 'ok';
        options.observe?.(method.path, outcome, performance.now() - began);
      };
      const work = async (): Promise<Buffer> =>
        replyBytes(write, await run(method.path, handler, call, abandonment, options), {
          path: method.path,
          request: 'request' in call ? call.request : undefined,
          logger: options.logger,
        });
      const answer = tracing().on
        ? traced(nameOf(method.path), { kind: 'server', from: traceOf(call.metadata) }, work)
        : work();
      void answer.then(
        (reply) => {
          ended('ok');
          done(null, reply);
        },
        (error: unknown) => {
          ended(outcomeOf(error));
          done(toStatus(error));
        },
      );
    };
  }
  return methods;
}

type Call = ServerUnaryCall<unknown, object> | ServerReadableStream<unknown, object>;

/** Whether a call's caller went away. Its signal is made when a handler asks for it: few do, and it costs a tenth of a call. */
class CallAbandonment implements Abandonment {
  happened = false;
  answered = false;
  private controller: AbortController | undefined;

  constructor(call: Call) {
    // Also told of unary calls that have been answered, where an abort would only cost an exception. A stream that breaks
    // off looks to its handler like one that ends.
    call.on('cancelled', () => {
      if (this.answered && 'request' in call) return;
      this.happened = true;
      this.controller?.abort();
    });
  }

  get signal(): AbortSignal {
    if (!this.controller) {
      this.controller = new AbortController();
      if (this.happened) this.controller.abort();
    }
    return this.controller.signal;
  }
}

/** A class, because V8 makes a new shape for every object literal with a getter, and keeps what the getter refers to. */
class AnsweredCall implements CallContext {
  constructor(
    readonly caller: Caller | undefined,
    readonly requestId: string,
    readonly creationId: string,
    private readonly abandonment: Abandonment,
  ) {}

  get signal(): AbortSignal {
    return this.abandonment.signal;
  }
}

function outcomeOf(error: unknown): 'refused' | 'unavailable' | 'failed' {
  if (!(error instanceof AppError) || error.kind === 'internal') return 'failed';
  return error.kind === 'unavailable' ? 'unavailable' : 'refused';
}

async function run(
  path: string,
  handler: Handler<unknown, object>,
  call: Call,
  abandonment: CallAbandonment,
  { token, logger }: RpcServerOptions,
): Promise<object> {
  const requestId = requestIdOf(call.metadata);
  try {
    checkServiceToken(call.metadata, token);
    const caller = callerOf(call.metadata);
    const context = new AnsweredCall(caller, requestId, creationIdOf(call.metadata), abandonment);
    return await handler('request' in call ? call.request : call, context);
  } catch (error) {
    if (isDatabaseOut(error)) {
      const full = isStorageFull(error);
      logger.warn({ method: path, request_id: requestId }, full ? 'the disk is full' : 'the database is out of reach');
      throw full ? storageFull(error) : databaseOut(error);
    }
    if (!(error instanceof AppError)) {
      if (abandonment.happened)
        logger.info({ method: path, request_id: requestId }, 'call was abandoned by its caller');
      else logger.error({ err: error, method: path, request_id: requestId }, 'call failed');
    }
    throw error;
  }
}

const storageFull = (cause: unknown): AppError =>
  new AppError(
    'unavailable',
    'storage_full',
    'The disk of the database is full: nothing was changed. Make room there, then try again.',
    { cause },
  );

const databaseOut = (cause: unknown): AppError =>
  new AppError('unavailable', 'service_unavailable', 'The service is not reachable right now. Try again shortly.', {
    cause,
  });
