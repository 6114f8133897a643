import { GridFSBucket, type Db, type ObjectId } from 'mongodb';
import { release } from '../release.js';
import { YoungGarbage } from '../young-garbage.js';
import { readChunks } from './chunk-reader.js';
import { ChunkWriter } from './chunk-writer.js';
import type { ByteRange, FileBytes, FileWriter } from './file-bytes.js';

/** Files in a bucket of GridFS: where the database is a server that several machines reach. */
export class GridFsBytes implements FileBytes {
  private readonly bucket: GridFSBucket;

  constructor(
    private readonly db: Db,
    private readonly bucketName: string,
  ) {
    this.bucket = new GridFSBucket(db, { bucketName });
  }

  writer(fileId: string): FileWriter {
    const chunks = new ChunkWriter(this.db, this.bucketName, fileId);
    const garbage = new YoungGarbage();
    return {
      async add(piece) {
        await chunks.add(piece);
        garbage.passed(piece.byteLength);
        release(piece);
      },
      finish: (name) => chunks.finish(name),
      settle: () => chunks.settle(),
    };
  }

  read(fileId: string, range?: ByteRange): AsyncIterable<Uint8Array> {
    return readChunks(this.db, this.bucketName, fileId, range);
  }

  pathOf(): Promise<undefined> {
    return Promise.resolve(undefined);
  }

  async remove(fileId: string): Promise<void> {
    // GridFS takes any `_id`; the driver's types know only its own kind. A file that was not finished has chunks but no
    // entry: `delete` removes the chunks and then misses the entry.
    await this.bucket.delete(fileId as unknown as ObjectId).catch((error: unknown) => {
      if (!(error instanceof Error) || !error.message.startsWith('File not found')) throw error;
    });
  }
}
