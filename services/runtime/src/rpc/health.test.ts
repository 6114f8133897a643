import { afterEach, expect, it } from '@jest/globals';
import { Server, ServerCredentials } from '@grpc/grpc-js';
import { HealthImplementation } from 'grpc-health-check';
import type { Dependency } from '../health.js';
import { echoClient, serveEcho } from './echo.fixture.js';

const closers: (() => Promise<void> | void)[] = [];
afterEach(async () => {
  for (const close of closers.splice(0).reverse()) await close();
});

const asking = (address: string) => {
  const client = echoClient(address);
  closers.push(() => client.close());
  return client;
};

it('a service that is reached is ready when all that it needs works, and takes calls while only that fails', async () => {
  const state = { database: true, writes: true };
  const dependencies: Dependency[] = [
    { name: 'database', check: () => Promise.resolve(state.database) },
    { name: 'writes', check: () => (state.writes ? Promise.resolve(true) : Promise.reject(new Error('full'))) },
  ];
  const server = await serveEcho('127.0.0.1:0', undefined, { dependencies });
  closers.push(() => server.close());
  const client = asking(server.address);
  expect(await client.reachable(2000)).toBe(true);
  state.writes = false;
  expect(await client.reachable(2000)).toBe(false);
  expect(await client.unary(client.stub.echo, { n: 1 }, { requestId: 'r' })).toEqual({ n: 1 });
  state.writes = true;
  expect(await client.reachable(2000)).toBe(true);
});

it('a service whose need never answers is not ready within the time that is given', async () => {
  const dependencies = [{ name: 'writes', check: () => new Promise<boolean>(() => undefined) }];
  const server = await serveEcho('127.0.0.1:0', undefined, { dependencies });
  closers.push(() => server.close());
  const began = performance.now();
  expect(await asking(server.address).reachable(1500)).toBe(false);
  expect(performance.now() - began).toBeLessThan(3000);
});

it('a service of the release before, which tells no readiness, counts as ready when it is reached', async () => {
  const server = new Server();
  new HealthImplementation({ '': 'SERVING' }).addToServer(server);
  const port = await new Promise<number>((resolve, reject) =>
    server.bindAsync('127.0.0.1:0', ServerCredentials.createInsecure(), (error, bound) =>
      error ? reject(error) : resolve(bound),
    ),
  );
  closers.push(() => server.forceShutdown());
  expect(await asking(`127.0.0.1:${port}`).reachable(2000)).toBe(true);
});
