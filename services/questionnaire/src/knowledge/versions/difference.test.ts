import { describe, expect, it } from '@jest/globals';
import { aligned } from './aligned.js';
import { differenceOf } from './difference.js';
import { Units } from './units.js';

function units(text: string, mimeType = 'text/markdown') {
  const made = new Units(mimeType);
  made.add({ locator: 'Policy', text });
  return made.all;
}
const shown = async (before: string, after: string, mimeType?: string) =>
  (await differenceOf(units(before, mimeType), units(after, mimeType))).map(({ kind, before: was, after: is }) => [
    kind,
    was,
    is,
  ]);

describe('the difference of two versions', () => {
  it('tells sentences that were kept, changed, added and removed, in the order of the new version', async () => {
    const before =
      'Logs are kept for 13 months. They are reviewed daily.\nBackups are tested quarterly. Visitors wear a badge.';
    const after =
      'Logs are kept for 6 months. They are reviewed daily.\nKeys rotate yearly. Backups are tested quarterly.';
    expect(await shown(before, after)).toEqual([
      ['changed', 'Logs are kept for 13 months.', 'Logs are kept for 6 months.'],
      ['kept', 'They are reviewed daily.', 'They are reviewed daily.'],
      ['added', '', 'Keys rotate yearly.'],
      ['kept', 'Backups are tested quarterly.', 'Backups are tested quarterly.'],
      ['removed', 'Visitors wear a badge.', ''],
    ]);
  });

  it('takes a sign for a change, and spaces for none', async () => {
    expect(await shown('Patches within < 5 days.', 'Patches  within > 5 days.')).toEqual([
      ['changed', 'Patches within < 5 days.', 'Patches within > 5 days.'],
    ]);
    expect(await shown('Patches within 5 days.', ' Patches  within 5 days. ')).toEqual([
      ['kept', 'Patches within 5 days.', 'Patches within 5 days.'],
    ]);
  });

  it('compares tables row by row, also those within texts', async () => {
    const table = (hours: number): string => `Class | Hours\nHigh. Now. | ${hours}\nLow | 72`;
    expect(await shown(table(4), table(8))).toEqual([
      ['kept', 'Class | Hours', 'Class | Hours'],
      ['changed', 'High. Now. | 4', 'High. Now. | 8'],
      ['kept', 'Low | 72', 'Low | 72'],
    ]);
    const row = (days: number): string => `Control: Patching. Weekly.\nDays: ${days}`;
    expect(await shown(row(7), row(14), 'text/csv')).toEqual([
      ['changed', 'Control: Patching. Weekly. Days: 7', 'Control: Patching. Weekly. Days: 14'],
    ]);
  });

  it('counts the header of a table that goes on in the next passage once', () => {
    const made = new Units('text/markdown');
    made.add({ locator: 'T', text: 'Class | Hours\nHigh | 4' });
    made.add({ locator: 'T', text: 'Class | Hours\nLow | 72' });
    expect(made.all.map(({ text }) => text)).toEqual(['Class | Hours', 'High | 4', 'Low | 72']);
  });

  it('gives every sentence of both versions once, whatever they hold', async () => {
    let seed = 7;
    const random = (below: number): number => (seed = (seed * 48_271) % 2_147_483_647) % below;
    for (let round = 0; round < 200; round++) {
      const texts = (): string[] =>
        Array.from({ length: random(12) }, () => `w${random(5)} w${random(5)} w${random(5)}`);
      const [before, after] = [texts(), texts()];
      const asUnits = (all: string[]) => all.map((text) => ({ locator: '', text }));
      const found = await differenceOf(asUnits(before), asUnits(after));
      expect(found.filter(({ kind }) => kind !== 'removed').map((one) => one.after)).toEqual(after);
      const olds = found.filter(({ kind }) => kind !== 'added').map((one) => one.before);
      expect([...olds].sort()).toEqual([...before].sort());
    }
  });

  it('finds all that is the same of versions without one difference, and nothing of versions without one sentence in common', () => {
    const texts = Array.from({ length: 50 }, (_, index) => `t${index % 7}`);
    expect(aligned(texts, texts)).toHaveLength(50);
    expect(aligned(texts, ['x'])).toEqual([]);
    expect(aligned([], texts)).toEqual([]);
  });

  it('compares 10,000 sentences in well under a second of the processor, and lets others come between', async () => {
    const sentence = (index: number, edition: number): string =>
      `Control C${index} of domain ${index % 90} is owned by team ${index % 40} and reviewed every ${(index * 7 + edition) % 97} days.`;
    const all = (edition: number) =>
      Array.from({ length: 10_000 }, (_, index) => ({ locator: 'C', text: sentence(index, edition) }));
    const [before, after] = [all(0), all(1)];
    let between = 0;
    const turn = setInterval(() => between++, 1);
    const begun = process.cpuUsage();
    const found = await differenceOf(before, after);
    const { user, system } = process.cpuUsage(begun);
    clearInterval(turn);
    expect(found.filter(({ kind }) => kind === 'changed')).toHaveLength(10_000);
    expect(between).toBeGreaterThan(5);
    // Measured: 0.28 s of processor time; a quadratic comparison takes a hundred times that.
    expect((user + system) / 1e6).toBeLessThan(5);
  });
});
