import { YoungGarbage } from '@candor/runtime/young-garbage';
import type { Socket } from 'node:net';
import { MAX_MESSAGE_BYTES } from '../commands/handshake.js';
import { parseMessage, ProtocolError, replyHead } from './message.js';
import type { Request } from './message.js';

export type RequestHandler = (request: Request, reply: (document: Buffer) => void) => void;

/** Cuts a socket's bytes into messages and writes the replies. A client that breaks the protocol is disconnected. */
export function serveConnection(socket: Socket, handle: RequestHandler, onError: (error: unknown) => void): void {
  const garbage = new YoungGarbage();
  let chunks: Buffer[] = [];
  let buffered = 0;
  let wanted = 16;

  const takeMessages = (): void => {
    while (buffered >= wanted) {
      if (chunks.length > 1) chunks = [Buffer.concat(chunks)];
      const bytes = chunks[0]!;
      const length = bytes.readInt32LE(0);
      if (length < 21 || length > MAX_MESSAGE_BYTES + 16 * 1024) throw new ProtocolError(`message of ${length} bytes`);
      if (buffered < length) {
        wanted = length;
        return;
      }
      chunks = buffered > length ? [bytes.subarray(length)] : [];
      buffered -= length;
      wanted = 16;
      const request = parseMessage(bytes.subarray(0, length));
      handle(request, (document) => {
        garbage.passed(document.length);
        if (request.silent || !socket.writable) return;
        socket.cork();
        socket.write(replyHead(request, document.length));
        socket.write(document);
        socket.uncork();
      });
    }
  };

  socket.on('data', (chunk: Buffer) => {
    garbage.passed(chunk.length);
    chunks.push(chunk);
    buffered += chunk.length;
    try {
      takeMessages();
    } catch (error) {
      onError(error);
      socket.destroy();
    }
  });
  // A reset connection ends; its commands that are under way are finished and their replies dropped.
  socket.on('error', () => socket.destroy());
}
