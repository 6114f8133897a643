import {
  makeClientConstructor,
  type Client,
  type ClientUnaryCall,
  type Metadata,
  type ServiceDefinition,
  type ServiceError,
} from '@grpc/grpc-js';
import { afterEach, describe, expect, it } from '@jest/globals';
import { silentLogger } from '../logger.js';
import { RpcClient, type CallFor } from './client.js';
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

describe('a call of a service that is away', () => {
  const closers: (() => Promise<void> | void)[] = [];
  afterEach(async () => {
    for (const close of closers.splice(0).reverse()) await close();
  });

  async function serve(address: string, echo: Handler<object, object> = (request) => Promise.resolve(request)) {
    const services = [{ definition, handlers: { echo } }];
    const server = await startRpcServer({ services, token: TOKEN, logger: silentLogger(), address });
    closers.push(() => server.close());
    return server;
  }

  function calling({ address }: RunningRpcServer) {
    const client = new RpcClient(EchoStub, address, TOKEN);
    closers.push(() => client.close());
    return (call: Partial<CallFor> = {}) => client.unary(client.stub.echo, { n: 1 }, { requestId: 'r', ...call });
  }

  const kind = (call: Promise<unknown>): Promise<unknown> =>
    call.then(
      () => 'answered',
      (error: unknown) => (error as { kind: string }).kind,
    );

  it('waits for it to come back, as it does after a restart', async () => {
    const first = await serve('127.0.0.1:0');
    const call = calling(first);
    expect(await kind(call())).toBe('answered');
    await first.close();
    const waiting = kind(call());
    await serve(first.address);
    expect(await waiting).toBe('answered');
  });

  it('is given up after a while; those after it are refused at once, until it is back', async () => {
    const first = await serve('127.0.0.1:0');
    const call = calling(first);
    await call();
    await first.close();
    const began = performance.now();
    expect(await kind(call())).toBe('unavailable');
    expect(performance.now() - began).toBeGreaterThan(2500);
    const again = performance.now();
    expect(await kind(call())).toBe('unavailable');
    expect(performance.now() - again).toBeLessThan(2500);
    await serve(first.address);
    let answered = await kind(call());
    while (answered !== 'answered') answered = await kind(call());
  }, 30_000);

  it('ends with the deadline of its request when the service is silent', async () => {
    const server = await serve('127.0.0.1:0', () => new Promise(() => undefined));
    const call = calling(server);
    const began = performance.now();
    expect(await kind(call({ deadlineAt: performance.now() + 300 }))).toBe('unavailable');
    expect(await kind(call({ deadlineAt: performance.now() - 1000 }))).toBe('unavailable');
    expect(performance.now() - began).toBeLessThan(5000);
  });
});
