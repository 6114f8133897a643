import { resolve, join } from 'node:path';
import type { LogEntry } from '../commands/context.js';
import {
  lockDirectory,
  makeDataFile,
  prepareDirectory,
  socketPlace,
  syncDirectory,
} from '../storage/data-directory.js';
import { DATA_FILE, DataDirectoryError } from '../storage/data-file.js';
import { toCommandError } from '../storage/sqlite.js';
import { Store } from '../storage/store.js';
import { WireServer } from '../wire/server.js';

export interface ServeOptions {
  readonly dataDir: string;
  readonly port?: number;
}

export interface Served {
  readonly url: string;
  /** Answers what is under way, flushes the log into the data file, releases the lock. */
  close(): Promise<void>;
}

/** SQLite's errors in words for whoever starts the server. */
function readable(error: unknown, dataDir: string): unknown {
  const known = toCommandError(error);
  return known
    ? new DataDirectoryError(`the data directory ${dataDir} cannot be opened: ${known.message}`, { cause: error })
    : error;
}

function lock(dataDir: string): () => void {
  try {
    return lockDirectory(dataDir);
  } catch (error) {
    throw readable(error, dataDir);
  }
}

/** Opens the data directory and serves it from this thread. */
export async function serve(options: ServeOptions, log: (entry: LogEntry) => void): Promise<Served> {
  const dataDir = resolve(options.dataDir);
  prepareDirectory(dataDir);
  const unlock = lock(dataDir);
  let store: Store | undefined;
  let socket: { path: string; remove: () => void } | undefined;
  try {
    makeDataFile(dataDir);
    store = new Store(join(dataDir, DATA_FILE));
    syncDirectory(dataDir);
    const server = new WireServer(store, log);
    const useTcp = options.port !== undefined || process.platform === 'win32';
    socket = useTcp ? undefined : socketPlace(dataDir);
    const url = await server.listen(socket ? { socketPath: socket.path } : { port: options.port ?? 0 });
    const opened = store;
    return {
      url,
      async close() {
        await server.close();
        socket?.remove();
        opened.close();
        unlock();
      },
    };
  } catch (error) {
    socket?.remove();
    store?.close();
    unlock();
    throw readable(error, dataDir);
  }
}
