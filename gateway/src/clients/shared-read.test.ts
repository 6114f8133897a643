import { describe, expect, it } from '@jest/globals';
import type { CallFor } from '@candor/runtime';
import { sharedRead } from './shared-read.js';

const from = (organizationId: string, keyId: string, requestId: string): CallFor => ({
  caller: { organizationId, keyId, role: 'MEMBER', scopes: [], ownerId: '', requestId },
  requestId,
});

function reading(): { read: ReturnType<typeof sharedRead<string, string>>; begun: string[]; end: () => void } {
  const begun: string[] = [];
  const waiting: (() => void)[] = [];
  const read = sharedRead<string, string>(({ caller, requestId }, request) => {
    const name = `${caller?.organizationId} ${caller?.keyId} ${request} ${requestId}`;
    begun.push(name);
    return new Promise((resolve) => waiting.push(() => resolve(name)));
  });
  return { read, begun, end: () => waiting.shift()?.() };
}

/** Lets what waits for promises, and for the end of the event loop's turn, run. */
async function settle(): Promise<void> {
  for (let turn = 0; turn < 3; turn++) await new Promise((resolve) => setImmediate(resolve));
}

describe('a read that is shared', () => {
  it('is begun once for all who ask while another runs', async () => {
    const { read, begun, end } = reading();
    const replies = [read(from('o', 'k', 'r1'), 'page 1')];
    await settle();
    replies.push(...[2, 3, 4].map((n) => read(from('o', 'k', `r${n}`), 'page 1')));
    end();
    await settle();
    end();
    expect(await Promise.all(replies)).toEqual(['o k page 1 r1', 'o k page 1 r2', 'o k page 1 r2', 'o k page 1 r2']);
    expect(begun).toHaveLength(2);
  });

  it('is never that of another organization, key or request', async () => {
    const { read, begun } = reading();
    void read(from('o', 'k', 'r1'), 'page 1');
    void read(from('child', 'k', 'r2'), 'page 1');
    void read(from('o', 'other', 'r3'), 'page 1');
    void read(from('o', 'k', 'r4'), 'page 2');
    await settle();
    expect(begun).toEqual(['o k page 1 r1', 'child k page 1 r2', 'o other page 1 r3', 'o k page 2 r4']);
  });

  it('goes on when the one who caused it goes away', async () => {
    const { read, end } = reading();
    const gone = new AbortController();
    const replies = [read({ ...from('o', 'k', 'r1'), abandonment: gone }, 'page 1')];
    await settle();
    replies.push(read(from('o', 'k', 'r2'), 'page 1'));
    gone.abort();
    end();
    await settle();
    end();
    expect(await Promise.all(replies)).toEqual(['o k page 1 r1', 'o k page 1 r2']);
  });
});
