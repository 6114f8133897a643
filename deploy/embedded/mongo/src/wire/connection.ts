import { release } from '@candor/runtime/release';
import { YoungGarbage } from '@candor/runtime/young-garbage';
import type { Socket } from 'node:net';
import { parseMessage, replyHead } from './message.js';
import { MessageReader } from './message-reader.js';
import type { Request } from './message.js';

/** Handles a request before it returns; it keeps no view of the request's bytes. */
export type RequestHandler = (request: Request, reply: (document: Buffer) => void) => void;

/** Cuts a socket's bytes into messages and writes the replies. A client that breaks the protocol is disconnected. */
export function serveConnection(socket: Socket, handle: RequestHandler, onError: (error: unknown) => void): void {
  const garbage = new YoungGarbage(8 * 1024 * 1024);
  const reader = new MessageReader((bytes) => {
    const request = parseMessage(bytes);
    handle(request, (document) => {
      garbage.passed(document.length);
      if (request.silent || !socket.writable) return;
      socket.cork();
      socket.write(replyHead(request, document.length));
      // It was encoded for this reply.
      socket.write(document, () => release(document));
      socket.uncork();
    });
  });

  socket.on('data', (chunk: Buffer) => {
    try {
      reader.take(chunk);
    } catch (error) {
      onError(error);
      socket.destroy();
    }
    release(chunk);
  });
  // A reset connection ends; its commands that are under way are finished and their replies dropped.
  socket.on('error', () => socket.destroy());
}
