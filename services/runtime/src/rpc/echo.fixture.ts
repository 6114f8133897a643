import {
  makeClientConstructor,
  type Client,
  type ClientUnaryCall,
  type Metadata,
  type ServiceDefinition,
  type ServiceError,
} from '@grpc/grpc-js';
import type { Dependency } from '../health.js';
import { silentLogger } from '../logger.js';
import { RpcClient } from './client.js';
import { startRpcServer, type Handler, type RunningRpcServer } from './server.js';

/** A stub as the generated ones are. */
interface EchoClient extends Client {
  echo(
    request: object,
    metadata: Metadata,
    options: { deadline: Date },
    callback: (error: ServiceError | null, reply: object) => void,
  ): ClientUnaryCall;
}

const TOKEN = 'a token that both sides share';
const serialize = (value: object): Buffer => Buffer.from(JSON.stringify(value));
const deserialize = (bytes: Buffer): object => JSON.parse(bytes.toString()) as object;
const definition: ServiceDefinition = {
  echo: {
    path: '/test.Echo/Echo',
    requestStream: false,
    responseStream: false,
    requestSerialize: serialize,
    requestDeserialize: deserialize,
    responseSerialize: serialize,
    responseDeserialize: deserialize,
  },
};
const EchoStub = makeClientConstructor(definition, 'Echo') as unknown as new (
  ...from: ConstructorParameters<typeof Client>
) => EchoClient;

/** A server of one method, which answers what it was asked unless it is told otherwise. */
export const serveEcho = (
  address: string,
  echo: Handler<object, object> = (request) => Promise.resolve(request),
  options: { connectionAgeMs?: number; dependencies?: Dependency[] } = {},
): Promise<RunningRpcServer> =>
  startRpcServer({
    services: [{ definition, handlers: { echo } }],
    token: TOKEN,
    logger: silentLogger(),
    address,
    ...options,
  });

/** A client of that method. */
export const echoClient = (address: string): RpcClient<EchoClient> => new RpcClient(EchoStub, address, TOKEN);
