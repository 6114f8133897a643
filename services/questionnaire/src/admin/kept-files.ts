import type { FilesEntry } from '@candor/runtime';
import type { Db } from 'mongodb';

/** The files that lie in a directory beside the database: their bytes, by their ids. */
export async function keptFiles(db: Db): Promise<Map<string, number>> {
  const kept = new Map<string, number>();
  for await (const { _id, length, keptIn } of db.collection<FilesEntry>('files.files').find())
    if (keptIn === 'directory') kept.set(_id, length);
  return kept;
}
