import { fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { Worker } from 'node:worker_threads';
import type { LogEntry } from '../commands/context.js';
import { DataDirectoryError, DataDirectoryLockedError } from '../storage/data-file.js';
import { builtModule } from './built-module.js';
import type { FromServer, ToServer } from './protocol.js';

export interface EmbeddedMongoOptions {
  /** Directory of the data; made (0700) when it does not exist. One server at a time. */
  readonly dataDir: string;
  /** Where the server runs: a worker thread of this process (default), or a process of its own. */
  readonly mode?: 'thread' | 'process';
  /** TCP port on 127.0.0.1 instead of the Unix socket; 0 lets the system choose. */
  readonly port?: number;
  /** Called when the server ends without having been closed. */
  readonly onFatal?: (error: Error) => void;
  /** Receives warnings (a scan without an index) and errors; without it they go to stderr, a JSON object a line. */
  readonly onLog?: (entry: LogEntry) => void;
}

export interface EmbeddedMongo {
  /** For MongoClient: a percent-encoded socket path, or 127.0.0.1 with the port. */
  readonly url: string;
  /** Process id in mode `process`. */
  readonly pid?: number;
  /** Ends in good order: answers what is under way, flushes, releases the lock. Can be called again. */
  close(): Promise<void>;
}

interface Host {
  send(message: ToServer): void;
  onMessage(listener: (message: FromServer) => void): void;
  onEnd(listener: (error: Error) => void): void;
  readonly pid?: number;
}

function threadHost(): Host {
  const worker = new Worker(builtModule('worker.js'), { name: 'embedded-mongo' });
  return {
    send: (message) => worker.postMessage(message),
    onMessage: (listener) => worker.on('message', listener),
    onEnd(listener) {
      worker.on('error', (error) => listener(error instanceof Error ? error : new Error(String(error))));
      worker.on('exit', (code) => listener(new Error(`the database thread ended (code ${code})`)));
    },
  };
}

function processHost(): Host {
  const child = fork(fileURLToPath(builtModule('worker.js')), [], {
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
    execArgv: [],
  });
  return {
    send(message) {
      if (child.connected) child.send(message);
    },
    onMessage: (listener) => child.on('message', (message) => listener(message as FromServer)),
    onEnd(listener) {
      child.on('error', listener);
      child.on('exit', (code, signal) =>
        listener(new Error(`the database process ended (${signal ?? `code ${code}`})`)),
      );
    },
    ...(child.pid === undefined ? {} : { pid: child.pid }),
  };
}

function toStderr({ level, message, fields }: LogEntry): void {
  process.stderr.write(
    `${JSON.stringify({ level, time: Date.now(), name: 'embedded-mongo', msg: message, ...fields })}\n`,
  );
}

function failure(name: string, message: string): Error {
  if (name === 'DataDirectoryLockedError') return new DataDirectoryLockedError(message);
  return name === 'DataDirectoryError' ? new DataDirectoryError(message) : new Error(message);
}

/**
 * Starts the embedded database on a data directory and resolves when it listens. Rejects with a readable error when the
 * directory is in use ({@link DataDirectoryLockedError}), not writable, damaged, or of another format version.
 */
export async function startEmbeddedMongo(options: EmbeddedMongoOptions): Promise<EmbeddedMongo> {
  const host = options.mode === 'process' ? processHost() : threadHost();
  const { dataDir, port } = options;
  let closing: Promise<void> | undefined;
  let listening = false;
  const ended = new Promise<Error>((resolve) => host.onEnd(resolve));
  const url = await new Promise<string>((resolve, reject) => {
    host.onMessage((message) => {
      if (message.type === 'listening') {
        listening = true;
        resolve(message.url);
      } else if (message.type === 'failed') reject(failure(message.name, message.message));
      else if (message.type === 'log') (options.onLog ?? toStderr)(message.entry);
    });
    void ended.then((error) => {
      reject(error);
      if (listening && !closing) options.onFatal?.(error);
    });
    host.send({ type: 'start', options: { dataDir, ...(port === undefined ? {} : { port }) } });
  });
  return {
    url,
    ...(host.pid === undefined ? {} : { pid: host.pid }),
    close() {
      closing ??= (async () => {
        host.send({ type: 'close' });
        await ended;
      })();
      return closing;
    },
  };
}
