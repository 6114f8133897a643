/** @jest-environment ./test/support/models-environment.mjs */
import { describe, expect, it } from '@jest/globals';
import { evidenceToDraftFrom } from './drafting-evidence.js';
import { HARBOUR, request } from './evidence.fixture.js';
import { indexOf } from './evidence-index.fixture.js';
import { startReader } from './reading/reader.js';

describe('the evidence that a model is given', () => {
  it('begins with what the judge takes for the answer, whole, and is no more than asked for', async () => {
    const [evidence, reader] = [await indexOf(HARBOUR), await startReader()];
    const asked: [question: string, id: string][] = [
      ['How often is access reviewed?', 'p2'],
      ['How long are backups kept?', 'p4'],
      ['Which companies process data for you, and where?', 'p7'],
    ];
    for (const [question, id] of asked) {
      const items = await evidenceToDraftFrom(evidence, reader, request(question), 4);
      expect(items[0]?.id).toBe(id);
      expect(items[0]).toBe(evidence.index.get(id));
      expect(items.length).toBeLessThanOrEqual(4);
      expect(new Set(items).size).toBe(items.length);
    }
  });

  it('holds nothing that has expired', async () => {
    const expired = HARBOUR.map((item) => (item.id === 'p2' ? { ...item, expiresAt: 500 } : item));
    const [evidence, reader] = [await indexOf(expired), await startReader()];
    const items = await evidenceToDraftFrom(evidence, reader, request('How often is access reviewed?'), 12);
    expect(items.map(({ id }) => id)).not.toContain('p2');
  });
});
