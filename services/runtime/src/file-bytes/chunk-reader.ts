import type { Binary, Db } from 'mongodb';
import type { ByteRange, FilesEntry } from './file-bytes.js';

/**
 * The bytes of a file in GridFS, chunk by chunk, each in memory that is the caller's alone. Fails when its entry is gone, or
 * when what is stored is not all of it: a file that has lost a part must not pass for a shorter one. One chunk is asked for
 * at a time; the driver's stream takes as many as fit into a reply, 16 MB.
 */
export async function* readChunks(
  db: Db,
  bucket: string,
  fileId: string,
  range: ByteRange = { start: 0, end: Infinity },
): AsyncGenerator<Uint8Array> {
  const entry = await db.collection<FilesEntry>(`${bucket}.files`).findOne({ _id: fileId });
  if (!entry) throw new Error(`the bytes of file ${fileId} are gone`);
  if (entry.keptIn)
    throw new Error(
      `file ${fileId} lies in the folder of an embedded Candor (CANDOR_DATA_DIR), which this process does not have`,
    );
  const { chunkSize } = entry;
  const end = Math.min(entry.length, range.end);
  const chunks = db.collection<{ data: Binary }>(`${bucket}.chunks`);
  for (let n = Math.floor(range.start / chunkSize); n * chunkSize < end; n++) {
    const chunk = await chunks.findOne({ files_id: fileId, n }, { projection: { _id: 0, data: 1 } });
    const at = n * chunkSize;
    const wanted = Math.min(chunkSize, entry.length - at);
    if (chunk?.data.position !== wanted)
      throw new Error(`file ${fileId} lacks bytes: ${entry.length} were stored, what follows byte ${at} is not there`);
    yield chunk.data.buffer.subarray(Math.max(0, range.start - at), Math.min(wanted, end - at));
  }
}
