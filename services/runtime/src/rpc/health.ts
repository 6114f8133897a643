import {
  Metadata,
  status as codes,
  type Client,
  type sendUnaryData,
  type Server,
  type ServerUnaryCall,
  type UntypedServiceImplementation,
} from '@grpc/grpc-js';
import { HealthImplementation, service as HealthService, type ServingStatus } from 'grpc-health-check';
import { readiness, type Dependency } from '../health.js';

/**
 * The name to ask the health service for whether all that a service needs works, its database's writes among it. Without a
 * name it says that the process takes calls, which it does while only writes fail.
 */
export const READINESS = 'readiness';

/** Less than the gateway waits for the answer. */
const DEPENDENCIES_MS = 1200;

interface HealthRequest {
  service: string;
}
interface HealthReply {
  status: ServingStatus;
}

/** gRPC's health service of a server. Readiness is looked at when somebody asks; watchers get the process's state only. */
export class ServerHealth {
  private readonly health = new HealthImplementation({ '': 'SERVING' });
  private ended = false;

  constructor(private readonly dependencies: () => readonly Dependency[]) {}

  addTo(server: Server): void {
    this.health.addToServer({
      addService: (definition, handlers) => {
        const known = handlers as UntypedServiceImplementation;
        const asProcess = known['check'] as (call: HealthCall, done: sendUnaryData<HealthReply>) => void;
        const check = (call: HealthCall, done: sendUnaryData<HealthReply>): void => {
          if (call.request.service === READINESS) void this.ready().then((status) => done(null, { status }));
          else asProcess(call, done);
        };
        server.addService(definition, { ...known, check });
      },
    });
  }

  /** From now on the server is closing. */
  end(): void {
    this.ended = true;
    this.health.setStatus('', 'NOT_SERVING');
  }

  private async ready(): Promise<ServingStatus> {
    if (this.ended) return 'NOT_SERVING';
    return (await readiness(this.dependencies(), DEPENDENCIES_MS)).ready ? 'SERVING' : 'NOT_SERVING';
  }
}

type HealthCall = ServerUnaryCall<HealthRequest, HealthReply>;

/** Asks a server that is connected for its readiness. One of the release before knows no readiness: that it answers is enough. */
export function isReady(client: Client, deadline: Date): Promise<boolean> {
  const { path, requestSerialize, responseDeserialize } = HealthService['Check']!;
  return new Promise((resolve) => {
    client.makeUnaryRequest<HealthRequest, HealthReply>(
      path,
      requestSerialize,
      (bytes) => responseDeserialize(bytes) as HealthReply,
      { service: READINESS },
      new Metadata(),
      { deadline },
      (error, reply) => resolve(error ? error.code === codes.NOT_FOUND : reply?.status === 'SERVING'),
    );
  });
}
