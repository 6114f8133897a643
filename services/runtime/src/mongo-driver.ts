import { createRequire } from 'node:module';

interface Connection {
  error: Error | null;
  once(event: 'close', listener: () => void): void;
  off(event: 'close', listener: () => void): void;
}

interface ConnectionClass {
  prototype: { writeCommand(this: Connection, command: unknown, options: unknown): Promise<void> };
}

let mended = false;

/**
 * Mends a fault of the driver (7.9.0): when a connection closes while a command for it is encoded, the driver writes to the
 * destroyed socket and then waits for it to drain, which never happens: the operation neither ends nor fails, whatever
 * timeouts are set. With this it fails with what closed the connection, as an operation that waits for its reply does.
 * To be taken out when the driver does so itself; the test beside this file then passes without it.
 */
export function failCommandsOfClosedConnections(): void {
  if (mended) return;
  mended = true;
  const { Connection } = createRequire(import.meta.url)('mongodb/lib/cmap/connection.js') as {
    Connection: ConnectionClass;
  };
  const write = Connection.prototype.writeCommand;
  Connection.prototype.writeCommand = function (command, options) {
    return new Promise((resolve, reject) => {
      const closed = (): void => reject(this.error ?? new Error('the connection closed'));
      this.once('close', closed);
      write
        .call(this, command, options)
        .finally(() => this.off('close', closed))
        .then(resolve, reject);
    });
  };
}
