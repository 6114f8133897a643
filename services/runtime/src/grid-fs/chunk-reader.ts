import type { Binary, Db } from 'mongodb';

/**
 * The bytes of a file in GridFS, chunk by chunk, each in memory that is the caller's alone. Fails when its entry is gone, or
 * when what is stored is not all of it: a file that has lost a part must not pass for a shorter one. One chunk is asked for
 * at a time; the driver's stream takes as many as fit into a reply, 16 MB.
 */
export async function* readChunks(db: Db, bucket: string, fileId: string): AsyncGenerator<Uint8Array> {
  const entry = await db.collection<{ _id: string; length: number }>(`${bucket}.files`).findOne({ _id: fileId });
  if (!entry) throw new Error(`the bytes of file ${fileId} are gone`);
  const chunks = db.collection<{ data: Binary }>(`${bucket}.chunks`);
  for (let n = 0, read = 0; read < entry.length; n++) {
    const chunk = await chunks.findOne({ files_id: fileId, n }, { projection: { _id: 0, data: 1 } });
    if (!chunk) throw new Error(`file ${fileId} ends after ${read} of its ${entry.length} bytes`);
    const bytes = chunk.data.buffer.subarray(0, chunk.data.position);
    read += bytes.byteLength;
    yield bytes;
  }
}
