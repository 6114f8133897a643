import { connect, createServer, type Socket } from 'node:net';

/** A TCP proxy on the loopback address whose connections a test can cut, as a network fault or a dying peer does. */
export interface TcpProxy {
  port: number;
  /** Breaks every connection that stands; new ones are taken. */
  cut(): void;
  /** Breaks every connection and takes no new ones until `up`. */
  down(): void;
  up(): void;
  close(): Promise<void>;
}

export async function startTcpProxy(targetPort: number): Promise<TcpProxy> {
  const sockets = new Set<Socket>();
  let taking = true;
  const server = createServer((client) => {
    if (!taking) {
      client.destroy();
      return;
    }
    const target = connect(targetPort, '127.0.0.1');
    for (const [socket, other] of [
      [client, target],
      [target, client],
    ] as const) {
      sockets.add(socket);
      socket.on('error', () => undefined);
      socket.once('close', () => {
        sockets.delete(socket);
        other.destroy();
      });
      socket.pipe(other);
    }
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('no port');
  const cut = (): void => {
    for (const socket of sockets) socket.resetAndDestroy();
  };
  return {
    port: address.port,
    cut,
    down: () => {
      taking = false;
      cut();
    },
    up: () => (taking = true),
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        cut();
      }),
  };
}
