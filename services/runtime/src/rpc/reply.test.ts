import { afterEach, describe, expect, it } from '@jest/globals';
import { AppError } from '../errors.js';
import { echoClient, serveEcho } from './echo.fixture.js';
import { MAX_MESSAGE_BYTES } from './reply.js';

describe('a call whose work was done and whose reply cannot be sent', () => {
  const closers: (() => Promise<void> | void)[] = [];
  afterEach(async () => {
    for (const close of closers.splice(0).reverse()) await close();
  });

  async function codeOf(reply: object): Promise<unknown> {
    const server = await serveEcho('127.0.0.1:0', () => Promise.resolve(reply));
    closers.push(() => server.close());
    const client = echoClient(server.address);
    closers.push(() => client.close());
    return client.unary(client.stub.echo, {}, { requestId: 'r' }).then(
      () => 'answered',
      (error: unknown) => (error instanceof AppError ? [error.kind, error.code] : error),
    );
  }

  it('says so, not that nothing was done', async () => {
    // JSON, which the fixture writes, has no whole numbers of this kind.
    expect(await codeOf({ n: 1n })).toEqual(['internal', 'reply_lost']);
  });

  it('says that it is too large, and what to do', async () => {
    expect(await codeOf({ text: 'x'.repeat(MAX_MESSAGE_BYTES) })).toEqual(['too_large', 'reply_too_large']);
  });
});
