import { randomInt } from 'node:crypto';
import { connect, createServer } from 'node:net';

/** Below what systems give to outgoing connections (Linux: from 32768). */
const [LOWEST, HIGHEST] = [15_000, 32_000];

/** Test workers run side by side: each has a slice, so that none takes what another has chosen and does not use yet. */
const SLICES = 8;
const SLICE = Math.floor((HIGHEST - LOWEST) / SLICES);
const first = LOWEST + (Number(process.env['JEST_WORKER_ID'] ?? 0) % SLICES) * SLICE;

/** Given before; its server may not listen yet, or be down for a while. */
const given = new Set<number>();

/**
 * A TCP port of the loopback address that is free now and stays so while its server is down: one of the range for outgoing
 * connections could be taken by one of those, even by a client that tries to reach the server. None is given twice.
 */
export async function freePort(): Promise<number> {
  for (let tries = 0; tries < 100; tries++) {
    const port = randomInt(first, first + SLICE);
    if (given.has(port)) continue;
    given.add(port);
    if (await isFree(port)) return port;
  }
  throw new Error('no free port');
}

function isFree(port: number): Promise<boolean> {
  const server = createServer();
  return new Promise((resolve) => {
    server.once('error', () => resolve(false));
    server.listen(port, '127.0.0.1', () => server.close(() => resolve(true)));
  });
}

/** Whether something on the loopback address takes connections at a port. */
export function listens(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1');
    const end = (open: boolean): void => {
      socket.destroy();
      resolve(open);
    };
    socket.once('connect', () => end(true)).once('error', () => end(false));
  });
}
