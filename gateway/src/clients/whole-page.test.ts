import { AppError } from '@candor/runtime';
import { describe, expect, it } from '@jest/globals';
import { numberedPage, wholeList, wholePage } from './whole-page.js';

const TOTAL = 100;
const all = Array.from({ length: TOTAL }, (_, n) => n);

/** A service that gives at most `most` items at once. */
function service(most: number) {
  const asked: { limit: number; offset: number }[] = [];
  const ask = (page: { limit: number; offset: number }) => {
    asked.push(page);
    const items = all.slice(page.offset, page.offset + Math.min(page.limit, most));
    return Promise.resolve({ items, total: TOTAL, reply: `from ${page.offset}` });
  };
  return { asked, ask };
}

describe('a page of a list', () => {
  it('is asked for once when it fits, wherever it ends', async () => {
    for (const [limit, offset, expected] of [
      [10, 0, all.slice(0, 10)],
      [1000, 90, all.slice(90)],
      [10, 500, []],
    ] as const) {
      const { ask, asked } = service(TOTAL);
      const page = await wholePage({ limit, offset }, ask);
      expect(page).toEqual({ items: expected, pagination: { total: TOTAL, limit, offset }, reply: `from ${offset}` });
      expect(asked).toEqual([{ limit, offset }]);
    }
  });

  it('of large items is put together from parts', async () => {
    const { ask, asked } = service(30);
    expect(await wholePage({ limit: 80, offset: 5 }, ask)).toEqual({
      items: all.slice(5, 85),
      pagination: { total: TOTAL, limit: 80, offset: 5 },
      reply: 'from 5',
    });
    expect(asked.map(({ limit }) => limit)).toEqual([80, 50, 20]);
  });

  it('of very large items is shorter, and says where the next one begins, until nothing is left', async () => {
    const { ask } = service(7);
    const seen: number[] = [];
    let offset: number | undefined = 0;
    while (offset !== undefined) {
      const page: Awaited<ReturnType<typeof wholePage<number, string>>> = await wholePage({ limit: 1000, offset }, ask);
      expect(page.items.length).toBeLessThanOrEqual(28);
      seen.push(...page.items);
      offset = page.pagination.next_offset;
    }
    expect(seen).toEqual(all);
  });
});

describe('a list without pages', () => {
  it('is whole, however little comes at once', async () => {
    const { ask } = service(7);
    expect(await wholeList((offset) => ask({ limit: TOTAL, offset }))).toEqual(all);
  });
});

describe('a page that is counted from 1', () => {
  it.each([
    [1, 100],
    [2, 30],
    [3, 7],
    [15, 7],
  ])('is whole: page %d of %d each', async (page, pageSize) => {
    const ask = (part: { page: number; pageSize: number }) => {
      if (part.pageSize > 2) return Promise.reject(new AppError('too_large', 'reply_too_large', 'Too large.'));
      const from = (part.page - 1) * part.pageSize;
      return Promise.resolve({ data: all.slice(from, from + part.pageSize), total: TOTAL });
    };
    const from = (page - 1) * pageSize;
    const expected = { data: all.slice(from, from + pageSize), total: TOTAL };
    expect(await numberedPage({ page, pageSize }, ask)).toEqual(expected);
  });

  it('fails when one item alone cannot be sent, and as other calls do', async () => {
    for (const code of ['reply_too_large', 'service_unavailable']) {
      const failing = numberedPage({ page: 1, pageSize: 4 }, () =>
        Promise.reject(new AppError('too_large', code, 'No.')),
      );
      await expect(failing).rejects.toMatchObject({ code });
    }
  });
});
