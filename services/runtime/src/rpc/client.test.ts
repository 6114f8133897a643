import { constants, createServer } from 'node:http2';
import type { AddressInfo } from 'node:net';
import { afterEach, describe, expect, it } from '@jest/globals';
import { MongoServerError } from 'mongodb';
import type { CallFor } from './client.js';
import { echoClient, serveEcho } from './echo.fixture.js';
import type { Handler, RunningRpcServer } from './server.js';

describe('a call of a service that is away', () => {
  const closers: (() => Promise<void> | void)[] = [];
  afterEach(async () => {
    for (const close of closers.splice(0).reverse()) await close();
  });

  async function serve(address: string, echo?: Handler<object, object>) {
    const server = await serveEcho(address, echo);
    closers.push(() => server.close());
    return server;
  }

  function calling({ address }: RunningRpcServer) {
    const client = echoClient(address);
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

describe('a connection that breaks off during a call', () => {
  it.each([
    ['the reply is not begun', constants.NGHTTP2_NO_ERROR],
    ['the other side fails', constants.NGHTTP2_INTERNAL_ERROR],
    ['the protocol is broken', constants.NGHTTP2_PROTOCOL_ERROR],
    ['too much is sent', constants.NGHTTP2_ENHANCE_YOUR_CALM],
  ])('is told as a service that cannot be reached: %s', async (_what, code) => {
    const server = createServer().on('stream', (stream) => {
      stream.on('error', () => undefined);
      stream.close(code);
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const client = echoClient(`127.0.0.1:${(server.address() as AddressInfo).port}`);
    try {
      await expect(client.unary(client.stub.echo, {}, { requestId: 'r' })).rejects.toMatchObject({
        kind: 'unavailable',
        code: 'service_unavailable',
      });
    } finally {
      client.close();
      server.close();
    }
  });
});

describe('a database without room', () => {
  it('is told as what it is, and is no defect: the call may be made again', async () => {
    const full = new MongoServerError({ ok: 0, code: 14031, codeName: 'OutOfDiskSpace', errmsg: 'no room' });
    const server = await serveEcho('127.0.0.1:0', () => Promise.reject(full));
    const client = echoClient(server.address);
    try {
      await expect(client.unary(client.stub.echo, {}, { requestId: 'r' })).rejects.toMatchObject({
        kind: 'unavailable',
        code: 'storage_full',
        message: expect.stringMatching(/nothing was changed\. Make room/),
      });
    } finally {
      client.close();
      await server.close();
    }
  });
});
