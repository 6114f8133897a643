import {
  Server,
  ServerCredentials,
  type sendUnaryData,
  type ServerReadableStream,
  type ServerUnaryCall,
  type ServiceDefinition,
  type UntypedServiceImplementation,
} from '@grpc/grpc-js';
import { HealthImplementation } from 'grpc-health-check';
import { AppError } from '../errors.js';
import type { Logger } from '../logger.js';
import { callerOf, checkServiceToken, requestIdOf, type Caller } from './caller.js';
import { toStatus } from './status.js';
import { nameOf, traceOf } from './tracing.js';
import { traced } from '../tracing/tracing.js';
import { isDatabaseOut } from '../mongo.js';

export interface CallContext {
  /** Undefined when the gateway calls for itself (before a key is known). */
  caller: Caller | undefined;
  requestId: string;
  /** Aborted when the caller went away or its deadline passed. */
  signal: AbortSignal;
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

const MAX_MESSAGE_BYTES = 32 * 1024 * 1024;
/**
 * Clients look for replicas anew when a connection ends, so connections end now and then: otherwise a replica that was
 * added would get no calls. What is under way may finish; an upload takes a quarter of an hour at most.
 */
const CONNECTION_AGE_MS = 3 * 60_000;
const CONNECTION_GRACE_MS = 20 * 60_000;

/** Starts a gRPC server with the health service; every other call must carry the service token. */
export async function startRpcServer(options: RpcServerOptions): Promise<RunningRpcServer> {
  const server = new Server({
    'grpc.max_receive_message_length': MAX_MESSAGE_BYTES,
    'grpc.max_send_message_length': MAX_MESSAGE_BYTES,
    'grpc.max_connection_age_ms': options.connectionAgeMs ?? CONNECTION_AGE_MS,
    'grpc.max_connection_age_grace_ms': CONNECTION_GRACE_MS,
  });
  const health = new HealthImplementation({ '': 'SERVING' });
  health.addToServer(server);
  for (const service of options.services) server.addService(service.definition, implementation(service, options));
  if (options.reflection) await addReflection(server, options.reflection);
  const port = await new Promise<number>((resolve, reject) => {
    server.bindAsync(options.address, ServerCredentials.createInsecure(), (error, bound) =>
      error ? reject(error) : resolve(bound),
    );
  });
  return {
    address: `${options.address.slice(0, options.address.lastIndexOf(':'))}:${port}`,
    close: () =>
      new Promise((resolve) => {
        health.setStatus('', 'NOT_SERVING');
        const force = setTimeout(() => server.forceShutdown(), 10_000);
        server.tryShutdown(() => {
          clearTimeout(force);
          resolve();
        });
      }),
  };
}

async function addReflection(
  server: Server,
  { protoDir, files }: { protoDir: string; files: string[] },
): Promise<void> {
  const [{ ReflectionService }, loader] = await Promise.all([import('@grpc/reflection'), import('@grpc/proto-loader')]);
  new ReflectionService(await loader.load(files, { includeDirs: [protoDir] })).addToServer(server);
}

function implementation(service: RpcService, options: RpcServerOptions): UntypedServiceImplementation {
  const methods: UntypedServiceImplementation = {};
  for (const [name, method] of Object.entries(service.definition)) {
    const handler = service.handlers[name] as Handler<unknown, object> | undefined;
    if (!handler) throw new Error(`no handler for ${method.path}`);
    methods[name] = (
      call: ServerUnaryCall<unknown, object> | ServerReadableStream<unknown, object>,
      done: sendUnaryData<object>,
    ): void => {
      const abort = new AbortController();
      let answered = false;
      // Also told of unary calls that have been answered, where an abort would only cost an exception. A stream that breaks
      // off looks to its handler like one that ends.
      call.on('cancelled', () => {
        if (!answered || !('request' in call)) abort.abort();
      });
      const began = performance.now();
      const ended = (outcome: Parameters<CallObserver>[1]): void => {
        answered = outcome === 'ok';
        options.observe?.(method.path, outcome, performance.now() - began);
      };
      const of = { kind: 'server' as const, from: traceOf(call.metadata) };
      void traced(nameOf(method.path), of, () => run(method.path, handler, call, abort.signal, options)).then(
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

function outcomeOf(error: unknown): 'refused' | 'unavailable' | 'failed' {
  if (!(error instanceof AppError) || error.kind === 'internal') return 'failed';
  return error.kind === 'unavailable' ? 'unavailable' : 'refused';
}

async function run(
  path: string,
  handler: Handler<unknown, object>,
  call: ServerUnaryCall<unknown, object> | ServerReadableStream<unknown, object>,
  signal: AbortSignal,
  { token, logger }: RpcServerOptions,
): Promise<object> {
  const requestId = requestIdOf(call.metadata);
  try {
    checkServiceToken(call.metadata, token);
    const caller = callerOf(call.metadata);
    return await handler('request' in call ? call.request : call, { caller, requestId, signal });
  } catch (error) {
    if (isDatabaseOut(error)) {
      logger.warn({ method: path, request_id: requestId }, 'the database is out of reach');
      throw databaseOut(error);
    }
    if (!(error instanceof AppError)) {
      if (signal.aborted) logger.info({ method: path, request_id: requestId }, 'call was abandoned by its caller');
      else logger.error({ err: error, method: path, request_id: requestId }, 'call failed');
    }
    throw error;
  }
}

const databaseOut = (cause: unknown): AppError =>
  new AppError('unavailable', 'service_unavailable', 'The service is not reachable right now. Try again shortly.', {
    cause,
  });
