import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startEmbeddedMongo } from '@candor/embedded-mongo';
import { expect, it } from '@jest/globals';
import { silentLogger } from './logger.js';
import { connectMongo } from './mongo.js';
import { TestClock } from './service.fixture.js';
import { WRITE_PROBE_COLLECTION, WriteProbe } from './write-probe.js';

it('a database that stops taking writes is told within seconds, and so is that it takes them again, in one row', async () => {
  const dataDir = await mkdtemp(join(tmpdir(), 'candor-probe-'));
  let server = await startEmbeddedMongo({ dataDir });
  const client = await connectMongo(server.url, 'test', 1000);
  const clock = new TestClock();
  const db = client.db('test');
  const probes = [1, 2].map(() => new WriteProbe({ db, logger: silentLogger(), clock }));
  const works = (): Promise<boolean[]> => Promise.all([...probes, ...probes].map((probe) => probe.works()));
  const later = (): Promise<boolean[]> => {
    clock.advance(3000);
    return works();
  };
  const everywhere = (state: boolean): boolean[] => [state, state, state, state];
  try {
    expect(await works()).toEqual(everywhere(true));
    const first = await db.collection(WRITE_PROBE_COLLECTION).findOne({});
    expect(await works()).toEqual(everywhere(true));
    expect(await db.collection(WRITE_PROBE_COLLECTION).find({}).toArray()).toEqual([first]);
    expect(await later()).toEqual(everywhere(true));
    expect(await db.collection(WRITE_PROBE_COLLECTION).find({}).toArray()).not.toEqual([first]);

    await server.close();
    // An answer is not kept longer because somebody sets the clock back.
    clock.advance(-2 * 86_400_000);
    expect(await works()).toEqual(everywhere(false));
    expect(await later()).toEqual(everywhere(false));
    server = await startEmbeddedMongo({ dataDir });
    expect(await later()).toEqual(everywhere(true));
    expect(await db.collection(WRITE_PROBE_COLLECTION).countDocuments()).toBe(1);
  } finally {
    await client.close();
    await server.close();
    await rm(dataDir, { recursive: true });
  }
}, 30_000);
