import { describe, expect, it } from '@jest/globals';
import { strToU8, unzipSync, zipSync } from 'fflate';
import { crc32 as nativeCrc32 } from 'node:zlib';
import { BytesSource } from '../../services/questionnaire/src/documents/source.js';
import { MemorySink } from '../../services/questionnaire/src/export/sinks.js';
import { crc32BySlicing } from '../../services/questionnaire/src/export/zip/crc32.js';
import { DeflatedPart } from '../../services/questionnaire/src/export/zip/deflated-part.js';
import { rewriteZip } from '../../services/questionnaire/src/export/zip/rewrite-zip.js';

function rewrite(original: Uint8Array, replaced: Record<string, string>): Uint8Array {
  const sink = new MemorySink();
  const parts = Object.entries(replaced).map(([name, text]): [string, DeflatedPart] => {
    const part = new DeflatedPart();
    for (let at = 0; at < text.length; at += 100_000) part.write(strToU8(text.slice(at, at + 100_000)));
    return [name, part];
  });
  rewriteZip(new BytesSource(original), new Map(parts), sink);
  return sink.bytes();
}

describe('an archive that is written again', () => {
  const long = 'The quick brown fox. '.repeat(100_000);
  const original = zipSync(
    { 'A.txt': strToU8('first'), 'b/stored.bin': [strToU8('kept'), { level: 0 }], 'c.txt': strToU8('third') },
    { mtime: new Date('2020-02-02T02:02:02'), comment: 'of the archive' },
  );

  it('has the same parts in the same order, with new content where it was replaced', () => {
    const parts = unzipSync(rewrite(original, { 'a.txt': long }));
    expect(Object.keys(parts)).toEqual(['A.txt', 'b/stored.bin', 'c.txt']);
    expect(Buffer.from(parts['A.txt'] ?? []).toString()).toBe(long);
    expect(Buffer.from(parts['b/stored.bin'] ?? []).toString()).toBe('kept');
  });

  it('is the same archive when nothing is replaced', () => {
    expect(Buffer.from(rewrite(original, {})).equals(Buffer.from(original))).toBe(true);
  });

  it('computes the checksum as zlib does, in any pieces', () => {
    const bytes = strToU8(long.slice(0, 10_007));
    expect(crc32BySlicing(bytes.subarray(5_003), crc32BySlicing(bytes.subarray(0, 5_003)))).toBe(nativeCrc32(bytes));
  });
});
