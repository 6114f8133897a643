import { mkdtemp, rm } from 'node:fs/promises';
import { Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startEmbeddedMongo } from '@candor/embedded-mongo';
import { expect, it } from '@jest/globals';
import { connectMongo, isDatabaseOut } from './mongo.js';

/** Sockets of this process that are connected; Node tells of them for the sake of tools like this. */
const sockets = (): Socket[] =>
  (process as unknown as { _getActiveHandles(): unknown[] })
    ._getActiveHandles()
    .filter((handle): handle is Socket => handle instanceof Socket && handle.writable && !handle.connecting);

it('a command whose connection closes while it is encoded fails, and the next one works', async () => {
  const directory = await mkdtemp(join(tmpdir(), 'candor-mongo-'));
  const server = await startEmbeddedMongo({ dataDir: directory });
  const others = new Set(sockets());
  const client = await connectMongo(server.url, 'test', 3000);
  try {
    const rows = client.db('test').collection<{ _id: number; value: unknown }>('rows');
    await rows.insertOne({ _id: 1, value: 1 });
    let closed = 0;
    const value = {
      toBSON: () => {
        for (const socket of sockets())
          if (!others.has(socket)) {
            socket.destroy();
            closed++;
          }
        return 2;
      },
    };
    const failed: unknown = await rows.insertOne({ _id: 2, value }).catch((error: unknown) => error);
    expect(closed).toBeGreaterThan(0);
    expect(isDatabaseOut(failed)).toBe(true);
    await rows.insertOne({ _id: 3, value: 3 });
    expect(await rows.countDocuments({ _id: 3 })).toBe(1);
  } finally {
    await client.close();
    await server.close();
    await rm(directory, { recursive: true });
  }
}, 20_000);
