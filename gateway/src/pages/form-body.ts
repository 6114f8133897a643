import type { IncomingMessage } from 'node:http';

/** Longer than any form of the pages. */
const MAX_BYTES = 64 * 1024;

/**
 * A form's body, read here to its end: so it waits for its client without a connection to the service that answers it. Undefined
 * when it has more bytes than `most`; rejects when the client goes away.
 */
export function formBody(request: IncomingMessage, most = MAX_BYTES): Promise<Buffer | undefined> {
  return new Promise((resolve, reject) => {
    const pieces: Buffer[] = [];
    let size = 0;
    const take = (piece: Buffer): void => {
      size += piece.length;
      pieces.push(piece);
      if (size > most) end(undefined);
    };
    const end = (body: Buffer | undefined): void => {
      request.off('data', take);
      resolve(body);
    };
    if (Number(request.headers['content-length'] ?? 0) > most) {
      resolve(undefined);
      return;
    }
    request
      .on('data', take)
      .once('end', () => end(Buffer.concat(pieces)))
      .once('error', reject)
      .once('close', () => reject(new Error('the client went away')));
  });
}
