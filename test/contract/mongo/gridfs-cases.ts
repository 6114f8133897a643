import { expect } from '@jest/globals';
import { createHash, randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { GridFSBucket, ObjectId } from 'mongodb';
import type { Case } from './contract.js';

async function sha256(chunks: AsyncIterable<Buffer>): Promise<string> {
  const hash = createHash('sha256');
  for await (const chunk of chunks) hash.update(chunk);
  return hash.digest('hex');
}

export function gridFsCases(test: Case): void {
  test('stores, reads, lists and deletes a file of several megabytes', async ({ db }) => {
    const bucket = new GridFSBucket(db);
    const content = randomBytes(5 * 1024 * 1024 + 17);
    const id = new ObjectId();
    await pipeline(
      Readable.from([content.subarray(0, 999), content.subarray(999)]),
      bucket.openUploadStreamWithId(id, 'a.bin', { metadata: { owner: 'o' } }),
    );
    expect(await sha256(bucket.openDownloadStream(id))).toBe(createHash('sha256').update(content).digest('hex'));
    expect(await bucket.find({ 'metadata.owner': 'o' }).toArray()).toMatchObject([
      { filename: 'a.bin', length: content.length },
    ]);
    await bucket.delete(id);
    expect(await db.collection('fs.chunks').countDocuments({})).toBe(0);
    await expect(sha256(bucket.openDownloadStream(id))).rejects.toThrow(/FileNotFound/);
  });

  test('reads a range of a file', async ({ db }) => {
    const bucket = new GridFSBucket(db, { bucketName: 'small', chunkSizeBytes: 1024 });
    const upload = bucket.openUploadStream('b.bin');
    upload.end(Buffer.from(Array.from({ length: 5000 }, (_, i) => i % 251)));
    await once(upload, 'finish');
    const chunks: Buffer[] = [];
    for await (const chunk of bucket.openDownloadStream(upload.id, { start: 2000, end: 2010 }))
      chunks.push(chunk as Buffer);
    expect([...Buffer.concat(chunks)]).toEqual(Array.from({ length: 10 }, (_, i) => (2000 + i) % 251));
  });
}
