import { setTimeout as wait } from 'node:timers/promises';
import { expect, it } from '@jest/globals';
import { InProcessBus, silentLogger, systemClock } from '@candor/runtime';
import { countedDatabase } from '@candor/runtime/service.fixture';
import { composeTrustPortal } from '../compose.js';

it('reads the database once a sweep while there is nothing to send', async () => {
  const { db, counts, close } = await countedDatabase('candor_trust_portal');
  const logger = silentLogger();
  const service = await composeTrustPortal({
    db,
    logger,
    bus: new InProcessBus({ logger }),
    clock: systemClock,
    sweepEveryMs: 50,
    publish: () => Promise.resolve(),
    mail: {
      from: 'Trust <trust@example.com>',
      publicUrl: 'https://trust.example.com',
      portalOf: () => Promise.resolve({ name: 'Acme', tenantName: 'acme' }),
      transport: { send: () => Promise.resolve(), close: () => undefined },
    },
  });
  await service.start();
  counts.clear();
  // The last thing that a sweep looks at.
  while ((counts.get('distinct portal_documents') ?? 0) < 5) await wait(10);
  const sweeps = counts.get('distinct portal_documents') ?? 0;
  await service.close();
  // Two reads each of what falls due: the times that have come, and those of a clock that was set back.
  const reads = {
    'find updates': 2,
    'distinct updates': 1,
    'find subscribers': 2,
    'distinct subscribers': 1,
    'distinct access_requests': 1,
    'distinct nda_acceptances': 1,
    'distinct document_downloads': 1,
    'distinct portal_documents': 1,
    'aggregate portal_mails': 1,
  };
  for (const [of, each] of Object.entries(reads)) {
    expect([of, counts.get(of)]).toEqual([of, expect.any(Number)]);
    // One sweep more may have begun meanwhile.
    expect(counts.get(of)).toBeLessThanOrEqual(each * (sweeps + 1));
  }
  // The start reads, too; that is not repeated.
  const repeated = [...counts].filter(([of, count]) => !(of in reads) && count >= sweeps);
  expect(repeated).toEqual([]);
  await close();
});
