import { InterceptingCall, status as Status, type Interceptor, type Metadata } from '@grpc/grpc-js';
import type { TraceHeaders } from '../bus/job.js';
import { AppError } from '../errors.js';
import { tracing } from '../tracing/tracing.js';

const NAMES = ['traceparent', 'tracestate'];

/** Every call of a client as a span, whose context travels in the call's metadata. */
export const tracingInterceptor: Interceptor = (options, nextCall) => {
  const span = tracing().begin(nameOf(options.method_definition.path), {
    kind: 'client',
    attributes: { 'rpc.system': 'grpc' },
  });
  return new InterceptingCall(nextCall(options), {
    start: (metadata, _listener, next) => {
      for (const [name, value] of Object.entries(span.run(() => tracing().headers()))) metadata.set(name, value);
      next(metadata, {
        onReceiveStatus: (status, pass) => {
          span.end(status.code === Status.OK ? undefined : failureOf(status.code));
          pass(status);
        },
      });
    },
  });
};

/** The context that a call came with. */
export const traceOf = (metadata: Metadata): TraceHeaders =>
  Object.fromEntries(
    NAMES.flatMap((name) => {
      const [value] = metadata.get(name);
      return typeof value === 'string' ? [[name, value] as const] : [];
    }),
  );

/** "candor.tenant.v1.TenantService/VerifyKey". */
export const nameOf = (path: string): string => path.replace(/^\//, '');

const OUT = new Set<Status>([Status.UNAVAILABLE, Status.DEADLINE_EXCEEDED, Status.INTERNAL, Status.UNKNOWN]);
const failureOf = (code: Status): AppError => new AppError(OUT.has(code) ? 'internal' : 'invalid', Status[code], '');
