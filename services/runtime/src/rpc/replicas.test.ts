import { afterEach, describe, expect, it } from '@jest/globals';
import { echoClient, serveEcho } from './echo.fixture.js';

const closers: (() => Promise<void> | void)[] = [];
afterEach(async () => {
  for (const close of closers.splice(0).reverse()) await close();
});

/** One that answers with its name. Resolves to host:port and what closes it. */
async function replica(name: string, options: { connectionAgeMs?: number } = {}) {
  const server = await serveEcho('127.0.0.1:0', () => Promise.resolve({ name }), options);
  closers.push(() => server.close());
  return server;
}

function clientOf(address: string): () => Promise<string> {
  const client = echoClient(address);
  closers.push(() => client.close());
  return async () => {
    const reply = (await client.unary(client.stub.echo, {}, { requestId: 'test' })) as { name: string };
    return reply.name;
  };
}

async function names(count: number, call: () => Promise<string>): Promise<Record<string, number>> {
  const counts: Record<string, number> = {};
  for (let n = 0; n < count; n++) {
    const name = await call();
    counts[name] = (counts[name] ?? 0) + 1;
  }
  return counts;
}

/** As a name that stands for both, without a name server. */
const together = (...replicas: { address: string }[]): string =>
  `ipv4:${replicas.map(({ address }) => address).join(',')}`;

describe('replicas of a service', () => {
  it('are called in turn', async () => {
    const call = clientOf(together(await replica('one'), await replica('two')));
    const first = await call();
    // The second connection may take a moment longer.
    while ((await call()) === first);
    expect(await names(20, call)).toEqual({ one: 10, two: 10 });
  });

  it('take over from one that stops, without an error', async () => {
    const [one, two] = [await replica('one'), await replica('two')];
    const call = clientOf(together(one, two));
    await names(10, call);
    const [counts] = await Promise.all([names(300, call), one.close()]);
    expect((counts['one'] ?? 0) + (counts['two'] ?? 0)).toBe(300);
    expect(await names(10, call)).toEqual({ two: 10 });
  });

  it('end connections now and then, so that new replicas are found, without an error', async () => {
    const call = clientOf(`dns:///${(await replica('one', { connectionAgeMs: 50 })).address}`);
    const until = Date.now() + 1500;
    let calls = 0;
    while (Date.now() < until) {
      expect(await Promise.all([call(), call(), call()])).toEqual(['one', 'one', 'one']);
      calls += 3;
    }
    expect(calls).toBeGreaterThan(30);
  });
});
