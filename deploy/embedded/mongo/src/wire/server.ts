import { chmod, rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import type { Server, Socket } from 'node:net';
import type { LogEntry } from '../commands/context.js';
import type { Store } from '../storage/store.js';
import { serveConnection } from './connection.js';
import { Executor } from './executor.js';

export type ListenAddress = { readonly socketPath: string } | { readonly port: number };

/** How long clients have to take their last replies when the server ends. */
const PATIENCE_MS = 2000;

/** The server of the wire protocol over one store. */
export class WireServer {
  private readonly sockets = new Set<Socket>();
  private readonly executor: Executor;
  private readonly server: Server;
  private closing = false;

  constructor(store: Store, log: (entry: LogEntry) => void) {
    this.executor = new Executor(store, log);
    this.server = createServer({ noDelay: true }, (socket) => {
      this.sockets.add(socket);
      socket.once('close', () => this.sockets.delete(socket));
      serveConnection(
        socket,
        (request, reply) => {
          // What still arrives is left undone: its transaction would be open when the store is closed.
          if (!this.closing) this.executor.execute(request, reply);
        },
        (error) => log({ level: 'warn', message: 'client broke the protocol', fields: { error: String(error) } }),
      );
    });
  }

  /** Listens and gives the URL for a client. A socket file left by a killed server is replaced: the lock is ours. */
  async listen(address: ListenAddress): Promise<string> {
    if ('socketPath' in address) await rm(address.socketPath, { force: true });
    await new Promise<void>((resolve, reject) => {
      this.server.once('error', reject);
      const listening = (): void => {
        this.server.off('error', reject);
        resolve();
      };
      if ('socketPath' in address) this.server.listen(address.socketPath, listening);
      else this.server.listen(address.port, '127.0.0.1', listening);
    });
    if ('socketPath' in address) {
      await chmod(address.socketPath, 0o600);
      return `mongodb://${encodeURIComponent(address.socketPath)}/`;
    }
    const bound = this.server.address();
    if (bound === null || typeof bound === 'string') throw new Error('the server has no TCP address');
    return `mongodb://127.0.0.1:${bound.port}/`;
  }

  /** Stops taking commands, commits what is open, sends its replies, disconnects. */
  async close(): Promise<void> {
    this.closing = true;
    const closed = new Promise<void>((resolve) => this.server.close(() => resolve()));
    this.executor.flush();
    for (const socket of this.sockets) socket.destroySoon();
    // A client that reads nothing any more must not keep the data directory locked.
    const patience = setTimeout(() => {
      for (const socket of this.sockets) socket.destroy();
    }, PATIENCE_MS);
    await closed;
    clearTimeout(patience);
  }
}
