import { createHash } from 'node:crypto';
import { ReadBudget } from '../../documents/budget.js';
import type { ByteSource, ReadLimits } from '../../documents/source.js';
import { findEndOfCentralDirectory } from '../../documents/zip/directory.js';
import { ZipArchive } from '../../documents/zip/zip-archive.js';

export interface HashedPart {
  name: string;
  size: number;
  sha256: string;
}

/** Uncompressed size and hash of every part of a package; empty for a file that is no package. */
export function hashParts(source: ByteSource, limits: ReadLimits): HashedPart[] {
  const head = source.read(0, 2);
  if (head[0] !== 0x50 || head[1] !== 0x4b || findEndOfCentralDirectory(source) === undefined) return [];
  const archive = ZipArchive.open(source, new ReadBudget(limits));
  return [...archive.entries.values()]
    .filter((entry) => !entry.name.endsWith('/'))
    .map((entry) => {
      const hash = createHash('sha256');
      let size = 0;
      if (entry.compressedSize > 0)
        for (const chunk of archive.chunks(entry)) {
          hash.update(chunk);
          size += chunk.length;
        }
      return { name: entry.name, size, sha256: hash.digest('hex') };
    });
}

export function hashSource(source: ByteSource): string {
  const hash = createHash('sha256');
  for (let at = 0; at < source.size; at += 1024 * 1024) hash.update(source.read(at, 1024 * 1024));
  return hash.digest('hex');
}

export interface ComparedPart {
  name: string;
  size_before: number | null;
  size_after: number | null;
  sha256_before: string | null;
  sha256_after: string | null;
  identical: boolean;
}

/** Parts of both packages side by side, in the order of the first. */
export function compareParts(before: readonly HashedPart[], after: readonly HashedPart[]): ComparedPart[] {
  const late = new Map(after.map((part) => [part.name, part]));
  const early = new Set(before.map((part) => part.name));
  const compared = (name: string, a: HashedPart | undefined, b: HashedPart | undefined): ComparedPart => ({
    name,
    size_before: a?.size ?? null,
    size_after: b?.size ?? null,
    sha256_before: a?.sha256 ?? null,
    sha256_after: b?.sha256 ?? null,
    identical: a !== undefined && a.sha256 === b?.sha256,
  });
  return [
    ...before.map((part) => compared(part.name, part, late.get(part.name))),
    ...after.filter((part) => !early.has(part.name)).map((part) => compared(part.name, undefined, part)),
  ];
}
