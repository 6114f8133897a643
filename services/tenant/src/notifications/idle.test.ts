import { setTimeout as wait } from 'node:timers/promises';
import { expect, it } from '@jest/globals';
import { InProcessBus, silentLogger, systemClock } from '@candor/runtime';
import { countedDatabase } from '@candor/runtime/service.fixture';
import { composeTenant } from '../compose.js';

it('reads the database once a sweep while there is nothing to send', async () => {
  const { db, counts, close } = await countedDatabase('candor_tenant');
  const logger = silentLogger();
  const service = await composeTenant({
    db,
    logger,
    bus: new InProcessBus({ logger }),
    clock: systemClock,
    sweepEveryMs: 50,
    mail: {
      from: 'Candor <candor@example.com>',
      publicUrl: 'https://candor.example.com',
      transport: { send: () => Promise.resolve(), close: () => undefined },
    },
  });
  await service.start();
  counts.clear();
  const reads = ['aggregate notification_mails', 'aggregate webhook_deliveries'];
  while (reads.some((of) => (counts.get(of) ?? 0) < 5)) await wait(10);
  await service.close();
  const [mails = 0, webhooks = 0] = reads.map((of) => counts.get(of));
  expect(Math.abs(mails - webhooks)).toBeLessThanOrEqual(1);
  // The start reads, too; that is not repeated.
  const repeated = [...counts].filter(([of, count]) => !reads.includes(of) && count >= mails);
  expect(repeated).toEqual([]);
  await close();
});
