import { join } from 'node:path';
import { sizeOf, type FilesEntry, type Finding } from '@candor/runtime';
import type { FileDocument } from '../store/documents.js';

/** Compares the directory in which files lie (`onDisk`: their ids) with what the database says of them. */
export async function checkDirectory(
  directory: string | undefined,
  onDisk: readonly string[],
  owners: ReadonlyMap<string, FileDocument>,
  stored: ReadonlyMap<string, FilesEntry>,
): Promise<Finding[]> {
  const findings: Finding[] = [];
  for (const id of onDisk)
    if (!owners.has(id))
      findings.push({ kind: 'orphan_file', organizationId: '', id, detail: 'nobody owns its bytes on disk' });
  for (const { _id, length, keptIn } of stored.values()) {
    if (keptIn !== 'directory') continue;
    const size = directory === undefined ? undefined : await sizeOf(join(directory, _id));
    if (size === length) continue;
    const detail =
      directory === undefined
        ? 'it lies in the folder of an embedded Candor, which is not used here'
        : size === undefined
          ? 'its bytes are not on disk'
          : `${size} of its ${length} bytes are on disk`;
    findings.push({ kind: 'lost_file', organizationId: owners.get(_id)?.organizationId ?? '', id: _id, detail });
  }
  return findings;
}
